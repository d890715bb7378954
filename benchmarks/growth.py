"""What grows with a project: requests, the lead's tables, the export and the disk.

1,000 and 10,000 examples on one page, or those of `SIZES` (the official training set has 307,373);
somebody who has had a tenth of them answers on. Processor time of a request, the server's side and
the database's together, and for how many rows the database looked without an index. PostgreSQL
alone: DATABASE_URL names the server, the database is made there and dropped. With `UPDATE_DOCS=1`
the table and the plot go into docs/performance.md.
"""

import os
import re
import sys
import time
from dataclasses import dataclass, field

from benchmarks.annotating import Caller, database_seconds
from benchmarks.queue import database, fill, season
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
    """Of one size: milliseconds of each kind of request, and the rest of the figures."""

    size: int
    milliseconds: dict[str, float] = field(default_factory=dict)
    scanned: float = 0.0
    export_microseconds: float = 0.0
    bytes_each: float = 0.0


def measure(size: int) -> Row:
    """Make a project of ``size`` examples, and ask it everything."""
    from django.db import connection
    from django.utils import timezone

    from annotator.accounts.tokens import create_token
    from annotator.corpus.models import Example
    from annotator.exports.natural_questions import exported_examples, official_lines
    from annotator.projects.models import Role
    from annotator.wsgi import application
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
    lead = make_member(project, f"lead-{size}", Role.LEAD).user
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    key = create_token(user=user, name="it", at=timezone.now())[1]
    caller, address = Caller(application, key), f"/api/v1/projects/{project.slug}/"
    scanned = 0
    for turn in range(TIMES + 8):
        # The first calls of a connection are planned for the values that they have.
        caller.is_counting = turn >= 8
        if turn == 8:
            scanned = rows_scanned()
        number = caller.send("next", "POST", f"{address}assignments/next/", {})["id"]
        caller.send("submit", "POST", f"/api/v1/assignments/{number}/submit/", BAD)
    row.scanned = (rows_scanned() - scanned) / TIMES
    asking = Caller(application, create_token(user=lead, name="it", at=timezone.now())[1])
    for turn in range(7):
        asking.is_counting = turn >= 2
        for name, path in TABLES.items():
            asking.send(name, "GET", f"{address}{path.format(last=-(-size // 50))}")
    for name, cost in (*caller.costs.items(), *asking.costs.items()):
        both = cost.seconds + cost.database_seconds
        row.milliseconds[name] = 1000 * both / cost.requests
    started = time.thread_time() + database_seconds()
    count = sum(1 for _ in official_lines(exported_examples(project), simplified=False))
    row.export_microseconds = 1e6 * (time.thread_time() + database_seconds() - started) / count
    return row


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


def plot(rows: list[Row]) -> str:
    """The requests of an annotator and the lead's list over the size, for Mermaid."""
    sizes = ", ".join(f'"{row.size:,}"' for row in rows)
    most = max(value for row in rows for value in row.milliseconds.values())
    lines = [
        f"    line [{', '.join(f'{row.milliseconds[name]:.2f}' for row in rows)}]"
        for name in ("next", "submit", "examples")
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
    rows = [measure(size) for size in SIZES]
    shown = f"{table(rows)}\n\n{plot(rows)}\n"
    print(shown)
    if os.environ.get("UPDATE_DOCS"):
        NOTE.write_text(_MARKED.sub(lambda found: f"{found[1]}{shown}{found[2]}", NOTE.read_text()))
    return 0


if __name__ == "__main__":
    with database():
        sys.exit(main())
