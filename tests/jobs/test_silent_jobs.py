"""Jobs that hang in real workers: ended from outside, reported, and not begun again."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.jobs.real_worker import Platform
from tests.real_services import empty_services

pytestmark = pytest.mark.long

SILENCE_SECONDS = 5


@pytest.fixture(params=["embedded", "services"])
def platform(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Platform]:
    """Once on SQLite with files as the broker, once on PostgreSQL and Redis."""
    with contextlib.ExitStack() as stack:
        services = (
            stack.enter_context(empty_services()).environment if request.param == "services" else {}
        )
        made = Platform(tmp_path, services)
        stack.callback(made.close)
        made.manage("create_project", "dev", "--kind", "nq", "--title", "Dev", "--overlap", "1")
        yield made


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
        f"Stopped: it showed no sign of life for {SILENCE_SECONDS} seconds.",
    )
    assert platform.logs().count('"event": "job_silent"') == 1
