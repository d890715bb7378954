"""What a job tells while it only reads or waits."""

import time
from collections.abc import Callable

import pytest
from django.utils import timezone

from annotator.workspace.jobs.context import (
    HEARTBEAT_SECONDS,
    JobCancelledError,
    JobContext,
    JobInterruptedError,
    JobLostError,
)
from annotator.workspace.jobs.models import Job, JobState
from tests.workspace.jobs.killed_runs import a_stop_was_asked

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which stands still until a test changes it."""
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def told(clock: list[float]) -> JobContext:
    """Of a running job that was silent for long enough."""
    now = timezone.now()
    job = Job.objects.create(
        kind="test", state=JobState.RUNNING, worker="here:1:a", created_at=now, heartbeat_at=None
    )
    context = JobContext(job)
    clock[0] += HEARTBEAT_SECONDS
    return context


def is_heard() -> bool:
    return Job.objects.get().heartbeat_at is not None


@pytest.mark.parametrize(("later", "heard"), [(0.0, True), (-1.0, False)])
@pytest.mark.parametrize("name", ["stay_alive", "stay_alive_to_the_end"])
def test_a_job_is_heard_of_once_it_was_silent(
    told: JobContext, clock: list[float], *, name: str, later: float, heard: bool
) -> None:
    clock[0] += later
    getattr(told, name)()
    assert is_heard() is heard


def test_each_sign_of_life_begins_the_silence_anew(told: JobContext, clock: list[float]) -> None:
    told.save(message="Reading")
    Job.objects.update(heartbeat_at=None)
    clock[0] += HEARTBEAT_SECONDS - 1
    told.stay_alive()
    assert not is_heard()
    clock[0] += 1
    told.stay_alive()
    assert is_heard()


def test_only_a_job_that_can_still_stop_ends_here(told: JobContext, clock: list[float]) -> None:
    Job.objects.update(cancel_requested=True)

    def stay_silent_and(stay: Callable[[], None]) -> None:
        clock[0] += HEARTBEAT_SECONDS
        stay()

    stay_silent_and(told.stay_alive_to_the_end)
    with pytest.raises(JobCancelledError):
        stay_silent_and(told.stay_alive)
    with a_stop_was_asked():
        stay_silent_and(told.stay_alive_to_the_end)
        with pytest.raises(JobInterruptedError):
            stay_silent_and(told.stay_alive)


@pytest.mark.parametrize("name", ["stay_alive", "stay_alive_to_the_end"])
def test_a_job_that_another_worker_has_taken_over_ends(told: JobContext, name: str) -> None:
    Job.objects.update(worker="another:1:b")
    with pytest.raises(JobLostError):
        getattr(told, name)()
