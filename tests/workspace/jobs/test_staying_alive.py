"""What a job tells while it only reads or waits."""

import pytest
from django.utils import timezone

from annotator.workspace.jobs import context as context_module
from annotator.workspace.jobs.context import (
    JobCancelledError,
    JobContext,
    JobInterruptedError,
    JobLostError,
)
from annotator.workspace.jobs.models import Job, JobState

pytestmark = pytest.mark.django_db


@pytest.fixture
def told() -> JobContext:
    """Of a running job that was silent for long enough."""
    now = timezone.now()
    job = Job.objects.create(
        kind="test", state=JobState.RUNNING, worker="here:1:a", created_at=now, heartbeat_at=None
    )
    return JobContext(job)


def is_heard() -> bool:
    return Job.objects.get().heartbeat_at is not None


@pytest.mark.parametrize(("silent_after", "heard"), [(0.0, True), (3600.0, False)])
@pytest.mark.parametrize("name", ["stay_alive", "stay_alive_to_the_end"])
def test_a_job_is_heard_of_once_it_was_silent(
    told: JobContext,
    monkeypatch: pytest.MonkeyPatch,
    *,
    name: str,
    silent_after: float,
    heard: bool,
) -> None:
    monkeypatch.setattr(context_module, "HEARTBEAT_SECONDS", silent_after)
    getattr(told, name)()
    assert is_heard() is heard


def test_each_sign_of_life_begins_the_silence_anew(
    told: JobContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(context_module.time, "monotonic", lambda: now[0])
    told.save(message="Reading")
    Job.objects.update(heartbeat_at=None)
    now[0] += context_module.HEARTBEAT_SECONDS - 1
    told.stay_alive()
    assert not is_heard()
    now[0] += 1
    told.stay_alive()
    assert is_heard()


def test_only_a_job_that_can_still_stop_ends_here(
    told: JobContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context_module, "HEARTBEAT_SECONDS", 0.0)
    Job.objects.update(cancel_requested=True)
    told.stay_alive_to_the_end()
    with pytest.raises(JobCancelledError):
        told.stay_alive()
    monkeypatch.setattr(context_module, "stop_was_asked", lambda: True)
    told.stay_alive_to_the_end()
    with pytest.raises(JobInterruptedError):
        told.stay_alive()


@pytest.mark.parametrize("name", ["stay_alive", "stay_alive_to_the_end"])
def test_a_job_that_another_worker_has_taken_over_ends(
    told: JobContext, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(context_module, "HEARTBEAT_SECONDS", 0.0)
    Job.objects.update(worker="another:1:b")
    with pytest.raises(JobLostError):
        getattr(told, name)()
