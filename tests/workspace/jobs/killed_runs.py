"""Jobs whose worker is killed between two checkpoints, or asked to end."""

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import NoReturn

import pytest

from annotator.workspace.jobs import stopping
from annotator.workspace.jobs.context import JobContext, JobInterruptedError
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import run_job
from tests.factories.jobs import run_here
from tests.size import sized

FEWEST_SAVES = 5


class WorkerKilledError(BaseException):
    """Ends a job as a kill does: nobody is left to tidy up."""


def kill_at_save(number: int, job: Job) -> bool:
    """Run ``job`` until its ``number``-th checkpoint is about to be committed; whether it was.

    A bare sign of life, which comes every few seconds on a slow machine, is none.
    """
    saves, before = 0, ""

    def observe(saved: Job) -> None:
        nonlocal saves, before
        says = repr((saved.done, saved.total, saved.message, saved.checkpoint))
        if says == before:
            return
        saves, before = saves + 1, says
        if saves == number:
            raise WorkerKilledError

    try:
        run_job(job_id=job.pk, observer=observe)
    except WorkerKilledError:
        return True
    return False


def killed_anywhere(begin: Callable[[int], Job]) -> Iterator[Job]:
    """Jobs that ``begin`` queues by number, each killed at a later checkpoint than the one before
    and ended by another worker, until one has no checkpoint left to be killed at.

    The long run kills at each, the short one at every third. Fails with fewer checkpoints than
    ``FEWEST_SAVES``, which would show little.
    """
    killed_at = 0
    for number in itertools.count(*sized((2, 3), (1, 1))):
        job = begin(number)
        was_killed = kill_at_save(number, job)
        yield finish(job)
        if not was_killed:
            break
        killed_at = number
    assert killed_at >= FEWEST_SAVES


def interrupt_at(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask the worker to end, once: when a job lets it do so for the ``number``-th time."""
    turns = itertools.count(1)

    def let_worker_end(_: JobContext) -> None:
        if next(turns) == number:
            raise JobInterruptedError

    monkeypatch.setattr(JobContext, "let_worker_end", let_worker_end)


@contextmanager
def a_stop_was_asked() -> Iterator[None]:
    """The worker is to end; a real one does, so nothing but this takes it back."""
    stopping.ask_to_stop()
    try:
        yield
    finally:
        stopping._asked[0] = 0


def make_stale(job: Job) -> None:
    """Let the job look as it does a while after its worker was killed."""
    job.refresh_from_db()
    if job.heartbeat_at:
        Job.objects.filter(pk=job.pk).update(heartbeat_at=job.heartbeat_at - timedelta(hours=1))


def die(*_: object, **__: object) -> NoReturn:
    """Stands for a function at which the worker is killed."""
    raise WorkerKilledError


def deaths_of(job: Job, *, most: int) -> int:
    """How many workers die of ``job`` before one of them ends it, ``most`` at most."""
    for number in range(most):
        make_stale(job)
        try:
            run_job(job_id=job.pk)
        except WorkerKilledError:
            continue
        job.refresh_from_db()
        return number
    return most


def finish(job: Job) -> Job:
    """Let another worker do the rest, a while after the first one was killed."""
    make_stale(job)
    return run_here(job)
