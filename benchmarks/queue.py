"""What `next` costs as a project grows: 3,000, 30,000 and 300,000 examples.

Uses SQLite in a folder of its own, or the server of DATABASE_URL (a database that is made for it
and dropped). Each row is one annotator who takes and submits; `seasoned` has already had a tenth of
the project, whose other slots are still free; `balanced` is another such one, with pairs balanced.
Prints claims per second as ratios to the smallest project, and the plan of the query that finds the
next slot. Then the order is changed, by the very batches of the job: how many examples are ranked
per second while an annotator takes and submits between any two batches, and how long the first
claim takes for anyone who has had a tenth, when everybody starts over.
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
CLAIMS = int(os.environ.get("CLAIMS", "300"))
AT = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
CHUNK = 5000
BAD = {"question_quality": "bad", "long_answer": None, "short_answers": [], "yes_no_answer": "NONE"}


@contextlib.contextmanager
def database() -> Iterator[None]:
    """A migrated database that is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATA_DIR"] = folder
        os.environ.setdefault("TEST_DATABASE_NAME", "plumbline_benchmark")
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
    from annotator.collecting.assignments.models import Slot, SlotState
    from annotator.material.corpus.models import Example, Question
    from annotator.material.corpus.ranking import Ranking

    question = Question.objects.create(text="what is a plumb bob used for")
    for start in range(1, count + 1, CHUNK):
        examples = Example.objects.bulk_create(
            Example(
                project=project,
                example_id=number,
                question=question,
                position=number,
                rank=Ranking.of(project).rank(example_id=number, position=number),
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


def season(project, annotator, count: int, number: int) -> None:
    """Let the annotator have had the first `count` examples, in their slots of that number."""
    from annotator.collecting.assignments.models import Assignment, QueuePlace, Slot, SlotState

    slots = list(Slot.objects.filter(project=project, number=number).order_by("rank")[:count])
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
    taken = Slot.objects.filter(
        project=project, number=number, rank__lte=slots[-1].rank, state=SlotState.FREE
    )
    taken.update(state=SlotState.FILLED)
    membership = annotator.memberships.get(project=project)
    QueuePlace.objects.create(membership=membership, cursor=slots[-1].rank)


def claims_per_second(project, annotator) -> float:
    """How fast one annotator gets examples and gives bad-question answers."""
    from annotator.collecting.annotations.services import submit_annotation
    from annotator.collecting.assignments.claiming import claim_assignment

    started = time.perf_counter()
    for number in range(CLAIMS):
        at = AT + timedelta(seconds=number)
        assignment = claim_assignment(project=project, annotator=annotator, at=at)
        submit_annotation(assignment=assignment, answer=BAD, at=at)
    return CLAIMS / (time.perf_counter() - started)


def plan(project, annotator) -> str:
    """The database's plan for the query behind `next`."""
    from django.db import connection, transaction
    from django.db.models import Exists, OuterRef

    from annotator.collecting.assignments.free_slots import free_slots, takeable
    from annotator.collecting.assignments.models import Assignment

    mine = Assignment.objects.filter(example=OuterRef("example"), annotator=annotator)
    cursor = annotator.memberships.get(project=project).queue_place.cursor
    fresh = free_slots(project).filter(~Exists(mine), returned=False, rank__gte=cursor)
    options = {"analyze": True, "buffers": True} if connection.vendor == "postgresql" else {}
    with transaction.atomic():
        return takeable(fresh)[:1].explain(**options)


def change_order(project, annotator) -> None:
    """Draw the order anew in the job's batches, one claim between any two; print what it takes."""
    from annotator.collecting.annotations.services import submit_annotation
    from annotator.collecting.assignments.claiming import claim_assignment
    from annotator.collecting.assignments.ordering import change_queue, finish_ordering, rank_batch
    from annotator.material.corpus.models import Example

    project, _ = change_queue(project=project, at=AT, actor=None, queue_order="random", seed=1)
    examples = Example.objects.filter(project=project)
    ranked, after, ranking, claiming, claims = 0, 0, 0.0, 0.0, 0
    at = AT + timedelta(hours=2)
    while after is not None:
        started = time.perf_counter()
        batch = rank_batch(project=project, examples=examples, after=after, at=AT, actor=None)
        ranking += time.perf_counter() - started
        ranked, after = ranked + batch.examples, batch.last
        at += timedelta(seconds=1)
        started = time.perf_counter()
        assignment = claim_assignment(project=project, annotator=annotator, at=at)
        if assignment is not None:
            submit_annotation(assignment=assignment, answer=BAD, at=at)
            claims += 1
        claiming += time.perf_counter() - started
    finish_ordering(project=project, order=project.order_wanted)
    started = time.perf_counter()
    first = claim_assignment(project=project, annotator=annotator, at=at)
    first_claim = time.perf_counter() - started
    if first is not None:
        submit_annotation(assignment=first, answer=BAD, at=at)
    print(
        f"{ranked:>9} ranked anew, {ranked / ranking:,.0f} per second; meanwhile {claims} × (next,"
        f" submit) at {claims / claiming:,.0f} per second; first claim after it"
        f" {first_claim * 1000:,.0f} ms",
        flush=True,
    )


def main() -> int:
    """Print the table and the plan."""
    from django.db import connection

    from annotator.workspace.accounts.models import User
    from annotator.workspace.projects.models import Role
    from annotator.workspace.projects.services import add_member, create_project

    print(f"{connection.vendor}, overlap {OVERLAP}, {CLAIMS} × (next, submit), one client")
    print(f"{'examples':>9} {'annotator':>10} {'per second':>11} {'to smallest':>12}")
    first: dict[str, float] = {}
    for size in SIZES:
        project = create_project(slug=f"p{size}", kind="nq", title="P", overlap=OVERLAP, at=AT)
        fill(project, size)
        for name in ("new", "seasoned", "balanced"):
            user = User.objects.create(username=f"{name}-{size}")
            add_member(project=project, user=user, role=Role.ANNOTATOR, at=AT, actor=None)
            if name != "new":
                season(project, user, size // 10, 1 if name == "seasoned" else 2)
            project.balance_pairs = name == "balanced"
            project.save()
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("ANALYZE")
            speed = claims_per_second(project, user)
            ratio = speed / first.setdefault(name, speed)
            print(f"{size:>9} {name:>10} {speed:>11.0f} {ratio:>12.2f}", flush=True)
            if name == "seasoned" and size == SIZES[-1]:
                shown = plan(project, user)
        change_order(project, user)
    print(f"\nThe plan of `next` for the seasoned annotator at {SIZES[-1]} examples:")
    print(shown)
    return 0


if __name__ == "__main__":
    with database():
        sys.exit(main())
