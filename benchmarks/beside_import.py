"""How many questions a second annotators get through while an import renders its pages.

Eight annotators' browsers on a real server with its worker, as `python -m benchmarks cycles` has
them, in turn: alone, while an import reads and stores its pages, and while it renders them. Prints
the questions a second of each round, and their ratios to those of the same round alone.

Needs DATABASE_URL, a PostgreSQL server on this machine: a database is made there and dropped.
`SECONDS_EACH` (5), `ROUNDS` (3), `PAGES` (150: more than are rendered meanwhile) and `PAGE_BYTES`
(500000) of the import change the run.
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.annotating import make_html
from benchmarks.cycles import SECONDS_EACH, browser, measure, server
from benchmarks.imports import raw_lines
from benchmarks.queue import database

ANNOTATORS = 8
EXAMPLES = 5000
ROUNDS = int(os.environ.get("ROUNDS", "3"))
PAGES = int(os.environ.get("PAGES", "150"))
LONGEST_WAIT_SECONDS = 300
STATES = ("alone", "importing", "rendering")


def begin_import(path: Path, slug: str) -> Any:
    """The project that the worker imports into from now on."""
    from django.utils import timezone

    from annotator.workspace.jobs.services import create_job
    from annotator.workspace.projects.services import create_project

    now = timezone.now()
    project = create_project(slug=slug, kind="nq", title=slug, overlap=1, at=now)
    create_job(
        kind="import_pages",
        parameters={"paths": [str(path)]},
        project_id=project.pk,
        at=now,
        created_by=None,
        filename=path.name,
    )
    return project


def wait_for(kind: str, **parameters: Any) -> Any:
    """The newest job of a kind, as soon as the worker is at it."""
    from annotator.workspace.jobs.models import Job, JobState

    jobs = Job.objects.filter(kind=kind, **parameters).order_by("created_at")
    running = jobs.filter(state=JobState.RUNNING)
    _wait_until(running.exists, f"the worker has begun {kind}")
    return running.last()


def stop(job: Any) -> None:
    """End a job before its time. Raises ``RuntimeError`` if it had ended by itself."""
    from django.utils import timezone

    from annotator.workspace.jobs.models import JobState
    from annotator.workspace.jobs.services import cancel_job

    job.refresh_from_db()
    if job.state != JobState.RUNNING:
        raise RuntimeError(f"{job.kind} ended while it was measured. Take more PAGES.")
    cancel_job(job=job, at=timezone.now())
    running = type(job).objects.filter(pk=job.pk, state=JobState.RUNNING)
    _wait_until(lambda: not running.exists(), f"{job.kind} has ended")


def _wait_until(is_so: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + LONGEST_WAIT_SECONDS
    while not is_so():
        if time.monotonic() > end:
            raise RuntimeError(f"{LONGEST_WAIT_SECONDS} s have passed before {what}.")
        time.sleep(0.2)


def main() -> int:
    """Print the table."""
    from django.db import connection

    from tests.factories.corpus import make_annotators, make_examples, make_page, make_project

    if connection.vendor != "postgresql":
        print("Set DATABASE_URL to a PostgreSQL server on this machine.")
        return 0
    project = make_project("annotated", overlap=ANNOTATORS)
    make_examples(project, EXAMPLES, page=make_page(make_html(20_000), "A page"))
    callers = [browser(each) for each in make_annotators(project, ANNOTATORS)]
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    with tempfile.TemporaryDirectory() as folder, server(has_worker=True) as (_, port):
        path = Path(folder) / "pages.jsonl"
        path.write_bytes(b"\n".join(raw_lines(PAGES)))

        def rate() -> float:
            return len(measure(port, project.slug, callers, "browser")) / SECONDS_EACH

        rate()
        print("".join(f"{state:>14}" for state in STATES) + "        ratios")
        for number in range(ROUNDS):
            print(_row([rate(), *_beside(rate, path, f"imported-{number}")]), flush=True)
    return 0


def _beside(rate: Any, path: Path, slug: str) -> list[float]:
    """The rates while the import reads, and while it renders."""
    project = begin_import(path, slug)
    wait_for("import_pages", project_id=project.pk)
    importing = rate()
    rendering_job = wait_for("render_pages", parameters__project=project.pk)
    rendering = rate()
    stop(rendering_job)
    return [importing, rendering]


def _row(rates: list[float]) -> str:
    ratios = "".join(f"{each / rates[0]:>7.2f}" for each in rates[1:])
    return "".join(f"{each:>14.1f}" for each in rates) + ratios


if __name__ == "__main__":
    with database():
        sys.exit(main())
