import os
import signal

import pytest
from django.db import OperationalError

from annotator.workspace.jobs import registry
from annotator.workspace.jobs.context import JobContext
from annotator.workspace.jobs.foreground import run_in_foreground
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.registry import register
from annotator.workspace.jobs.services import create_job, run_job
from tests.factories.corpus import AT

pytestmark = pytest.mark.django_db


def make_job(kind: str) -> Job:
    return create_job(kind=kind, parameters={}, at=AT, created_by=None, queue=False)


def count_to_three(context: JobContext) -> str:
    for number in (1, 2, 3):
        context.save(done=number, total=3)
    return "Counted."


def count_until_interrupted(context: JobContext) -> str:
    context.save(done=1, total=3)
    os.kill(os.getpid(), signal.SIGINT)
    context.save(done=2)
    return "Counted all the same."


def count_until_interrupted_twice(context: JobContext) -> str:
    context.save(done=1, total=3)
    os.kill(os.getpid(), signal.SIGINT)
    os.kill(os.getpid(), signal.SIGINT)
    return "Counted all the same."


register("count_to_three", count_to_three)
register("count_until_interrupted", count_until_interrupted)
register("count_until_interrupted_twice", count_until_interrupted_twice)


def test_a_job_in_the_foreground_comes_back_ended() -> None:
    job = run_in_foreground(make_job("count_to_three"))
    assert (job.state, job.message, job.done, job.total) == (
        JobState.SUCCEEDED,
        "Counted.",
        3,
        3,
    )


@pytest.mark.parametrize(("reason", "attempts"), [("database is locked", 0), ("gone", 1)])
def test_a_lock_that_somebody_else_kept_costs_a_command_no_attempt(
    monkeypatch: pytest.MonkeyPatch, reason: str, attempts: int
) -> None:
    def fail(_: JobContext) -> str:
        raise OperationalError(reason)

    monkeypatch.setitem(registry._handlers, "fail", registry.Handler(fail, registry._keep))
    job = make_job("fail")
    with pytest.raises(OperationalError):
        run_in_foreground(job)
    left = Job.objects.get(pk=job.pk)
    assert (left.state, left.attempts) == (JobState.RUNNING, attempts)


def test_ctrl_c_is_answered_with_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    run_in_foreground(make_job("count_until_interrupted"))
    said = " ".join(capsys.readouterr().err.split())
    assert said == "Cancelling after the batch under way. Press Ctrl-C again to stop at once."


def test_what_a_second_ctrl_c_leaves_is_cancelled_by_the_next_worker() -> None:
    job = make_job("count_until_interrupted_twice")
    with pytest.raises(KeyboardInterrupt):
        run_in_foreground(job)
    left = Job.objects.get(pk=job.pk)
    assert (left.state, left.cancel_requested) == (JobState.RUNNING, True)
    Job.objects.filter(pk=job.pk).update(state=JobState.QUEUED)
    run_job(job_id=job.pk)
    assert Job.objects.get(pk=job.pk).state == JobState.CANCELLED


def test_ctrl_c_cancels_the_job_and_leaves_the_signal_as_it_was() -> None:
    before = signal.getsignal(signal.SIGINT)
    job = run_in_foreground(make_job("count_until_interrupted"))
    assert (job.state, job.message) == (JobState.CANCELLED, "Cancelled. Nothing was changed.")
    assert signal.getsignal(signal.SIGINT) is before
