"""What `next` costs as a project grows: 3,000, 30,000 and 300,000 examples.

Uses SQLite in a folder of its own, or the server of DATABASE_URL (a database that is made for it
and dropped). Each row is one annotator who takes and submits; `seasoned` has already had a tenth of
the project, whose other slots are still free. Prints claims per second as ratios to the smallest
project, and the plan of the query that finds the next slot.
"""

import contextlib
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import django

SIZES = [int(size) for size in os.environ.get("SIZES", "3000,30000,300000").split(",")]
OVERLAP = 5
CLAIMS = 300
AT = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
CHUNK = 5000


@contextlib.contextmanager
def database() -> Iterator[None]:
    """A migrated database that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATA_DIR"] = folder
        os.environ["TEST_DATABASE_NAME"] = "plumbline_benchmark"
        if not os.environ.get("DATABASE_URL"):
            os.environ["TEST_DATABASE_NAME"] = f"{folder}/benchmark.sqlite3"
        os.environ["DJANGO_SETTINGS_MODULE"] = "annotator.settings"
        django.setup()
        from django.db import connection

        connection.creation.create_test_db(verbosity=0, autoclobber=True)
        yield
        connection.creation.destroy_test_db(connection.settings_dict["NAME"], verbosity=0)


def fill(project, count: int) -> None:
    """Published examples of one question, with free slots."""
    from annotator.assignments.models import Slot, SlotState
    from annotator.corpus.models import Example, Question
    from annotator.corpus.services import rank_of

    question = Question.objects.create(text="what is a plumb bob used for")
    for start in range(1, count + 1, CHUNK):
        examples = Example.objects.bulk_create(
            Example(
                project=project,
                example_id=number,
                question=question,
                position=number,
                rank=rank_of(project=project, example_id=number, position=number),
                overlap=OVERLAP,
                is_published=True,
                created_at=AT,
            )
            for number in range(start, min(start + CHUNK, count + 1))
        )
        Slot.objects.bulk_create(
            Slot(
                example=example,
                number=number,
                state=SlotState.FREE,
                project=project,
                rank=example.rank,
            )
            for example in examples
            for number in range(OVERLAP)
        )


def season(project, annotator, count: int) -> None:
    """Let the annotator have had the first `count` examples."""
    from annotator.assignments.models import Assignment, QueuePlace, Slot, SlotState

    slots = list(Slot.objects.filter(project=project, number=1).order_by("rank")[:count])
    Assignment.objects.bulk_create(
        (
            Assignment(
                example_id=slot.example_id,
                annotator=annotator,
                project=project,
                slot=slot,
                state="submitted",
                created_at=AT,
                submitted_at=AT,
            )
            for slot in slots
        ),
        batch_size=CHUNK,
    )
    taken = Slot.objects.filter(project=project, number=1, rank__lte=slots[-1].rank)
    taken.update(state=SlotState.FILLED)
    membership = annotator.memberships.get(project=project)
    QueuePlace.objects.create(membership=membership, cursor=slots[-1].rank)


def claims_per_second(project, annotator) -> float:
    """How fast one annotator gets examples and gives bad-question answers."""
    from annotator.annotations.services import submit_annotation
    from annotator.assignments.services import claim_assignment

    answer = {
        "question_quality": "bad",
        "long_answer": None,
        "short_answers": [],
        "yes_no_answer": "NONE",
    }
    started = time.perf_counter()
    for number in range(CLAIMS):
        at = AT + timedelta(seconds=number)
        assignment = claim_assignment(project=project, annotator=annotator, at=at)
        submit_annotation(assignment=assignment, answer=answer, at=at)
    return CLAIMS / (time.perf_counter() - started)


def plan(project, annotator) -> str:
    """The database's plan for the query behind `next`."""
    from django.db import connection, transaction
    from django.db.models import Exists, OuterRef

    from annotator.assignments.models import Assignment
    from annotator.assignments.services import _free_slots

    mine = Assignment.objects.filter(example=OuterRef("example"), annotator=annotator)
    cursor = annotator.memberships.get(project=project).queue_place.cursor
    query = _free_slots(project).filter(~Exists(mine), returned=False, rank__gte=cursor)[:1]
    options = {"analyze": True, "buffers": True} if connection.vendor == "postgresql" else {}
    with transaction.atomic():
        return query.explain(**options)


def main() -> int:
    """Print the table and the plan."""
    from django.db import connection

    from annotator.accounts.models import User
    from annotator.projects.models import Membership, Role
    from annotator.projects.services import create_project

    print(f"{connection.vendor}, overlap {OVERLAP}, {CLAIMS} × (next, submit), one client")
    print(f"{'examples':>9} {'annotator':>10} {'per second':>11} {'to smallest':>12}")
    first: dict[str, float] = {}
    for size in SIZES:
        project = create_project(slug=f"p{size}", kind="nq", title="P", overlap=OVERLAP, at=AT)
        fill(project, size)
        for name in ("new", "seasoned"):
            user = User.objects.create(username=f"{name}-{size}")
            Membership.objects.create(project=project, user=user, role=Role.ANNOTATOR, joined_at=AT)
            if name == "seasoned":
                season(project, user, size // 10)
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("ANALYZE")
            speed = claims_per_second(project, user)
            ratio = speed / first.setdefault(name, speed)
            print(f"{size:>9} {name:>10} {speed:>11.0f} {ratio:>12.2f}", flush=True)
    print(f"\nThe plan of `next` for the seasoned annotator at {SIZES[-1]} examples:")
    print(plan(project, user))
    return 0


if __name__ == "__main__":
    with database():
        sys.exit(main())
