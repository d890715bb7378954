"""What grows with a project: requests, the lead's tables, the export and the disk.

1,000 and 10,000 examples on one page, or those of `SIZES` (the official training set has 307,373);
somebody who has answered a tenth of them answers on. The median processor time of a request, of
each project in turn, the server's side and the database's together, for how many rows the database
looked without an index, and the indexes that the plan of each statement uses; tables that grow and
are read from end to end at the largest size are named at the end. PostgreSQL alone: DATABASE_URL
names the server, the database is made there and dropped. With `UPDATE_DOCS=1` the table and the
plot go into docs/performance.md.
"""

import gc
import os
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from statistics import median
from typing import Any

from benchmarks._plans import Plan, large_tables, plans_of
from benchmarks.annotating import Caller, database_seconds
from benchmarks.queue import AT, CHUNK, database, fill, season
from scripts.bootstrap import ROOT

SIZES = [int(size) for size in os.environ.get("SIZES", "1000,10000").split(",")]
TIMES = 20
BAD = {"question_quality": "bad"}
TABLES = {
    "examples": "examples/",
    "last page of examples": "examples/?page={last}",
    "annotations": "annotations/",
    "annotators": "annotators/",
    "progress": "progress/",
}
NOTE = ROOT / "docs" / "performance.md"
_MARKED = re.compile(r"(<!-- growth -->\n).*?(<!-- /growth -->)", re.DOTALL)


@dataclass
class Row:
    """Of one size: milliseconds and plans of each kind of request, and the rest of the figures."""

    size: int
    milliseconds: dict[str, float] = field(default_factory=dict)
    scanned: float = 0.0
    export_microseconds: float = 0.0
    bytes_each: float = 0.0
    plans: dict[str, list[Plan]] = field(default_factory=dict)
    large: set[str] = field(default_factory=set)
    callers: tuple[Caller, Caller] | None = None
    """An annotator and a lead."""

    @property
    def address(self) -> str:
        """Of the project's API."""
        return f"/api/v1/projects/p{self.size}/"

    def next_and_submit(self) -> None:
        """Two requests of the annotator."""
        assert self.callers is not None
        send = self.callers[0].send
        number = send("next", "POST", f"{self.address}assignments/next/", {})["id"]
        send("submit", "POST", f"/api/v1/assignments/{number}/submit/", BAD)

    def tables(self) -> Iterator[None]:
        """The lead's requests, each when the one before was looked at; nothing is kept from earlier
        ones.
        """
        from django.core.cache import cache

        assert self.callers is not None
        cache.clear()
        for name, path in TABLES.items():
            address = f"{self.address}{path.format(last=-(-self.size // 50))}"
            self.callers[1].send(name, "GET", address)
            yield


def measure(size: int) -> Row:
    """Make a project of ``size`` examples, and look at how everything is read that is asked of it.
    ``measure_in_turn`` measures what that takes.
    """
    from django.db import connection

    from annotator.material.corpus.models import Example
    from annotator.workspace.projects.models import Role
    from tests.factories.corpus import make_annotators, make_member, make_page, make_project

    row = Row(size)
    before = disk_bytes()
    project = make_project(f"p{size}", overlap=5)
    fill(project, size)
    Example.objects.filter(project=project).update(page=make_page())
    with connection.cursor() as cursor:
        cursor.execute("VACUUM FULL")
        cursor.execute("ANALYZE")
    row.bytes_each = (disk_bytes() - before) / size
    (user,) = make_annotators(project, 1)
    season(project, user, size // 10, 1)
    answer(project, user)
    lead = make_member(project, f"lead-{size}", Role.LEAD).user
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    be_as_in_service()
    row.large = large_tables(size // 20)
    row.callers = (calling(user), calling(lead))
    scanned = 0
    for turn in range(TIMES + 8):
        # The first calls of a connection are planned for the values that they have.
        if turn == 8:
            scanned = rows_scanned()
        row.next_and_submit()
    row.scanned = (rows_scanned() - scanned) / TIMES
    explain_requests(row)
    explain_tables(row)
    explain_export(row, project)
    return row


def calling(user: Any) -> Caller:
    """The application, as ``user`` calls it."""
    from django.utils import timezone

    from annotator.workspace.accounts.tokens import create_token
    from annotator.wsgi import application

    return Caller(application, create_token(user=user, name="it", at=timezone.now())[1])


def measure_in_turn(rows: list[Row]) -> None:
    """What requests of each project take, one project after the other, again and again: a machine
    that is slower for a while is so for all of them.
    """
    from annotator.exchange.exports.natural_questions import exported_examples, official_lines
    from annotator.workspace.projects.models import Project

    be_as_in_service()
    for turn in range(2 + TIMES):
        for row in rows:
            for caller in row.callers or ():
                caller.is_counting = turn >= 2
            row.next_and_submit()
            for _ in row.tables():
                pass
    for row in rows:
        for caller in row.callers or ():
            for name, cost in caller.costs.items():
                row.milliseconds[name] = 1000 * median(cost.each)
        project = Project.objects.get(slug=f"p{row.size}")
        started = time.thread_time() + database_seconds()
        count = sum(1 for _ in official_lines(exported_examples(project), simplified=False))
        seconds = time.thread_time() + database_seconds() - started
        row.export_microseconds = 1e6 * seconds / count


def be_as_in_service() -> None:
    """What the web server does before somebody asks."""
    # What was written here would be looked through in some request.
    gc.collect()
    gc.freeze()


def explain_requests(row: Row) -> None:
    """Note the plans of one more `next` and `submit`."""
    assert row.callers is not None
    caller = row.callers[0]
    with plans_of() as row.plans["next"]:
        number = caller.send("next", "POST", f"{row.address}assignments/next/", {})["id"]
    with plans_of() as row.plans["submit"]:
        caller.send("submit", "POST", f"/api/v1/assignments/{number}/submit/", BAD)


def explain_tables(row: Row) -> None:
    """Note the plans of the lead's tables."""
    requests = row.tables()
    for name in TABLES:
        with plans_of() as row.plans[name]:
            next(requests)


def explain_export(row: Row, project: Any) -> None:
    """Note the plans of the export's first batches."""
    from django.conf import settings

    from annotator.exchange.exports.natural_questions import exported_examples, official_lines

    lines = official_lines(exported_examples(project), simplified=False)
    with plans_of() as row.plans["export"]:
        for _ in islice(lines, 3 * settings.EXPORTED_AT_ONCE):
            pass


def beside(size: int, largest: int) -> Row:
    """The plans of the project of ``size`` in a database with one of ``largest``.

    A large project's tables count all of it, which no index spares; a small one's need not read
    what is the large one's.
    """
    from annotator.workspace.accounts.models import User
    from annotator.workspace.projects.models import Project

    row = Row(size, large=large_tables(largest // 20))
    lead = calling(User.objects.get(username=f"lead-{size}"))
    row.callers = (lead, lead)
    explain_tables(row)
    explain_export(row, Project.objects.get(slug=f"p{size}"))
    return row


def answer(project: Any, user: Any) -> None:
    """Let what the annotator has had be answered: annotations and history that grow as well."""
    from annotator.collecting.annotations.models import (
        Annotation,
        NaturalQuestionsAnswer,
        QuestionQuality,
    )
    from annotator.workspace.history.models import Event
    from annotator.workspace.history.services import new_event

    had = project.assignments.filter(annotator=user).order_by("pk")
    annotations = Annotation.objects.bulk_create(
        (
            Annotation(
                assignment=assignment,
                example_id=assignment.example_id,
                annotator=user,
                project=project,
                annotation_id=str(assignment.pk),
                created_at=AT,
            )
            for assignment in had
        ),
        batch_size=CHUNK,
    )
    NaturalQuestionsAnswer.objects.bulk_create(
        (
            NaturalQuestionsAnswer(annotation=annotation, question_quality=QuestionQuality.BAD)
            for annotation in annotations
        ),
        batch_size=CHUNK,
    )
    Event.objects.bulk_create(
        (
            new_event(
                at=AT,
                actor=user,
                verb="submitted",
                subject="annotation",
                subject_id=annotation.pk,
                project_id=project.pk,
                example_id=annotation.example_id,
            )
            for annotation in annotations
        ),
        batch_size=CHUNK,
    )


def disk_bytes() -> int:
    """Of all tables with their indexes."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])


def rows_scanned() -> int:
    """Rows of the queue and of the annotations that were read without an index so far."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute(
            "SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE relname IN"
            " ('assignments_slot', 'assignments_assignment', 'corpus_example',"
            " 'annotations_annotation', 'annotations_draft', 'history_event')"
        )
        return int(cursor.fetchone()[0])


def table(rows: list[Row]) -> str:
    """The figures as Markdown: a column for each size, and the ratio of the last to the first."""
    lines = [
        "| | " + " | ".join(f"{row.size:,}" for row in rows) + " | last to first |",
        "|---|" + "---|" * (len(rows) + 1),
    ]
    lines += [
        *(
            _line(f"{name}, ms", [row.milliseconds[name] for row in rows])
            for name in rows[0].milliseconds
        ),
        _line("export of an example, µs", [row.export_microseconds for row in rows]),
        _line("bytes on disk an example, beside its page", [row.bytes_each for row in rows]),
    ]
    scanned = " | ".join(f"{row.scanned:,.1f}" for row in rows)
    lines.append(f"| rows read without an index by a next and a submit | {scanned} | |")
    return "\n".join(lines)


def _line(name: str, values: list[float]) -> str:
    shown = " | ".join(f"{value:,.1f}" for value in values)
    return f"| {name} | {shown} | {values[-1] / values[0]:.2f} |"


def print_plans(row: Row) -> None:
    """The indexes of each statement, and at the end the large tables that one reads as a whole."""
    print(f"\nindexes at {row.size:,} examples")
    loud = []
    for request, plans in row.plans.items():
        print(request)
        for plan in plans:
            print(f"    {plan.name}: {', '.join(plan.indexes) or 'none'}")
            small = [table for table in plan.scanned if table not in row.large]
            if small:
                print(f"        small, read from end to end: {', '.join(small)}")
            loud += [
                f"{table}, by {plan.name} of {request}"
                for table in plan.scanned
                if table in row.large
            ]
    for each in loud:
        print(f"!!! READ FROM END TO END: {each}")
    print("" if loud else "no table that grows is read from end to end\n", flush=True)


def plot(rows: list[Row]) -> str:
    """The requests of an annotator and the lead's list over the size, for Mermaid."""
    sizes = ", ".join(f'"{row.size:,}"' for row in rows)
    names = ("next", "submit", "examples")
    most = max(row.milliseconds[name] for row in rows for name in names)
    lines = [
        f"    line [{', '.join(f'{row.milliseconds[name]:.2f}' for row in rows)}]" for name in names
    ]
    return "\n".join(
        [
            "```mermaid",
            "xychart-beta",
            '    title "next, submit and the list of examples, ms"',
            f'    x-axis "examples" [{sizes}]',
            f'    y-axis "ms" 0 --> {most:.0f}',
            *lines,
            "```",
        ]
    )


def main() -> int:
    """Print the table and the plot."""
    from django.db import connection

    if connection.vendor != "postgresql":
        print("Set DATABASE_URL to a PostgreSQL server on this machine.")
        return 0
    rows = []
    for size in SIZES:
        rows.append(measure(size))
        print_plans(rows[-1])
    if len(rows) > 1:
        print(f"\nThe smallest project beside the one of {SIZES[-1]:,}:")
        print_plans(beside(min(SIZES), max(SIZES)))
    measure_in_turn(rows)
    shown = f"{table(rows)}\n\n{plot(rows)}\n"
    print(shown)
    if os.environ.get("UPDATE_DOCS"):
        NOTE.write_text(_MARKED.sub(lambda found: f"{found[1]}{shown}{found[2]}", NOTE.read_text()))
    return 0


if __name__ == "__main__":
    with database():
        sys.exit(main())
