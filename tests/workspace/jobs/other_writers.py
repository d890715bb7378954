"""Another connection that commits while a job runs."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count

import pytest
from django.db import connection, connections
from django.db.models import QuerySet

from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import run_job


def read_row_by_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a cursor stay open as long as where a table is larger than a chunk of what it reads."""
    read = QuerySet.iterator
    monkeypatch.setattr(QuerySet, "iterator", lambda rows, **_: read(rows, chunk_size=1))


@contextmanager
def another_writer() -> Iterator[Callable[[], None]]:
    """What has another connection change something and commit."""
    numbers = count(1)

    def write() -> None:
        Job.objects.update(request_id=str(next(numbers)))

    with ThreadPoolExecutor(1) as others:
        yield lambda: others.submit(write).result()
        others.submit(connections.close_all).result()


def run_beside_writers(job: Job) -> Job:
    """Run ``job`` while somebody else commits after each time that it has saved."""
    with another_writer() as write:

        def observe(_: Job) -> None:
            # Within a transaction the other one would have to wait for its end.
            if not connection.in_atomic_block:
                write()

        run_job(job_id=job.pk, observer=observe)
    job.refresh_from_db()
    return job
