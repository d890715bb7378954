import os
import signal

import pytest

from annotator.jobs.context import JobContext
from annotator.jobs.foreground import run_in_foreground
from annotator.jobs.models import Job, JobState
from annotator.jobs.registry import register
from annotator.jobs.services import create_job
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


register("count_to_three", count_to_three)
register("count_until_interrupted", count_until_interrupted)


def test_a_job_in_the_foreground_comes_back_ended() -> None:
    job = run_in_foreground(make_job("count_to_three"))
    assert (job.state, job.message, job.done, job.total) == (
        JobState.SUCCEEDED,
        "Counted.",
        3,
        3,
    )


def test_ctrl_c_cancels_the_job_and_leaves_the_signal_as_it_was() -> None:
    before = signal.getsignal(signal.SIGINT)
    job = run_in_foreground(make_job("count_until_interrupted"))
    assert (job.state, job.message) == (JobState.CANCELLED, "Cancelled. Nothing was changed.")
    assert signal.getsignal(signal.SIGINT) is before
