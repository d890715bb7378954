"""A job that cannot succeed, while its worker dies or was given up."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError
from django.utils import timezone

from annotator.workspace.jobs import registry, tasks
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import (
    MAX_ATTEMPTS,
    STALE_AFTER,
    create_job,
    hand_back_own_jobs,
    run_job,
)
from tests.factories.jobs import run_here
from tests.workspace.jobs.other_writers import another_writer

pytestmark = pytest.mark.django_db
Run = Callable[[JobContext], str]


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Register a handler for jobs of kind ``test``."""

    def _register(run: Run, discard: Callable[[JobContext], None]) -> None:
        monkeypatch.setitem(registry._handlers, "test", registry.Handler(run, discard))

    return _register


def make_job() -> Job:
    return create_job(kind="test", parameters={}, at=timezone.now(), created_by=None, queue=False)


def fail(_: JobContext) -> str:
    raise JobFailedError("Line 3 is broken.")


def test_a_worker_that_lost_its_job_undoes_nothing(register: Any) -> None:
    discarded: list[str] = []

    def _run(context: JobContext) -> str:
        Job.objects.update(worker="another:1:x")
        raise JobFailedError("The file is gone.")

    register(_run, lambda context: discarded.append(context.job.worker))
    job = make_job()
    upload = settings.UPLOAD_DIR / str(job.pk)
    upload.mkdir(parents=True)
    run_here(job)
    assert (discarded, job.state, job.worker) == ([], "running", "another:1:x")
    assert upload.exists()


def test_who_goes_on_after_a_worker_that_died_while_undoing_begins_anew(register: Any) -> None:
    def _run(context: JobContext) -> str:
        context.save(done=7, checkpoint={"line": 7})
        raise JobFailedError("The disk is full.")

    def _die(_: JobContext) -> None:
        raise OperationalError("gone")

    register(_run, _die)
    job = make_job()
    with pytest.raises(OperationalError):
        run_job(job_id=job.pk)

    register(lambda context: f"from {context.checkpoint.get('line', 'the start')}", _die)
    Job.objects.update(heartbeat_at=timezone.now() - 2 * STALE_AFTER)
    run_here(job)
    assert (job.state, job.message) == ("succeeded", "from the start")


def test_a_job_taken_over_while_it_is_undone_is_left_alone(register: Any) -> None:
    def _lose(context: JobContext) -> None:
        Job.objects.update(worker="another:1:x")
        context.stay()

    register(fail, _lose)
    job = run_here(make_job())
    assert (job.state, job.message) == ("running", "")


@pytest.mark.django_db(transaction=True)
def test_a_job_is_handed_back_as_soon_as_the_database_answers_again(register: Any) -> None:
    def _run(_: JobContext) -> str:
        raise OperationalError("gone")

    register(_run, lambda _: None)
    job = make_job()
    with pytest.raises(OperationalError):
        tasks.run_job_task(str(job.pk))
    job.refresh_from_db()
    assert job.state == JobState.QUEUED


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("error", "ended"), [("database is locked", JobState.QUEUED), ("gone", JobState.FAILED)]
)
def test_a_lock_that_somebody_else_kept_costs_no_attempt(
    register: Any, error: str, ended: JobState
) -> None:
    def _run(_: JobContext) -> str:
        raise OperationalError(error)

    register(_run, lambda _: None)
    job = make_job()
    for _ in range(MAX_ATTEMPTS + 1):
        with suppress(OperationalError):
            tasks.run_job_task(str(job.pk))
    job.refresh_from_db()
    assert job.state == ended


@pytest.mark.only_on("sqlite", reason="others see what is committed meanwhile")
@pytest.mark.django_db(transaction=True)
# The read outlives its connection, as it does in a job's traceback.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_stale_read_costs_an_attempt_and_is_closed_before_the_job_is_handed_back(
    register: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    readings: list[Iterator[Job]] = []
    event = SimpleNamespace(wait=pauses.append)
    monkeypatch.setattr(tasks, "threading", SimpleNamespace(Event=lambda: event))

    def _run(context: JobContext) -> str:
        readings.append(Job.objects.iterator(chunk_size=1))
        next(readings[0])
        with another_writer() as write:
            write()
        context.save()
        return "never"

    register(_run, lambda _: None)
    job, *_ = [make_job() for _ in range(3)]
    with pytest.raises(OperationalError, match="locked"):
        tasks.run_job_task(str(job.pk))
    job.refresh_from_db()
    assert (job.state, job.attempts, pauses) == (JobState.QUEUED, 1, [])
    readings.clear()


def test_a_process_hands_back_only_what_it_ran_itself() -> None:
    others = make_job()
    Job.objects.update(state=JobState.RUNNING, worker="another:1:x")
    assert hand_back_own_jobs() == []
    others.refresh_from_db()
    assert others.state == JobState.RUNNING
