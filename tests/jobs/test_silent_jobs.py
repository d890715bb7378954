"""Jobs that hang in real workers: ended from outside, reported, and not begun again."""

import os
from pathlib import Path

import pytest

from tests.jobs.real_worker import Platform

pytestmark = pytest.mark.long

SILENCE_SECONDS = 5


@pytest.fixture
def platform(platform: Platform) -> Platform:
    """With a project."""
    platform.manage("create_project", "dev", "--kind", "nq", "--title", "Dev", "--overlap", "1")
    return platform


@pytest.mark.parametrize("kind", ["read_pipe", "freeze"])
def test_a_job_that_hangs_is_ended_and_later_ones_go_on(
    platform: Platform, kind: str, tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "pipe")
    job = platform.queue("dev", kind, pipe=str(tmp_path / "pipe"))
    later = platform.queue("dev", "export_nq")
    with platform.worker(
        include="tests.jobs.hanging_jobs", JOB_SILENCE_SECONDS=str(SILENCE_SECONDS)
    ):
        platform.wait_until(later, state="succeeded")
        ended = platform.look_at(job)
    assert (ended["state"], ended["attempts"], ended["message"]) == (
        "failed",
        1,
        f"Stopped: it did not respond for {SILENCE_SECONDS} seconds.",
    )
    assert platform.logs().count('"event": "job_silent"') == 1
