"""Jobs that hang in real workers: ended from outside, reported, and not begun again."""

import os
import signal
import sys
from pathlib import Path

import pytest

from tests.e2e.server import processes_below
from tests.running.serving.conversation import Conversation, has_ended
from tests.workspace.jobs.real_worker import Platform

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
        include="tests.workspace.jobs.hanging_jobs", JOB_SILENCE_SECONDS=str(SILENCE_SECONDS)
    ):
        platform.wait_until(later, state="succeeded")
        ended = platform.look_at(job)
    assert (ended["state"], ended["attempts"], ended["message"]) == (
        "failed",
        1,
        f"Stopped: it did not respond for {SILENCE_SECONDS} seconds.",
    )
    assert platform.logs().count('"event": "job_silent"') == 1


def test_a_worker_whose_watcher_was_killed_is_started_again_with_another(
    platform: Platform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in platform.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("JOB_SILENCE_SECONDS", str(SILENCE_SECONDS))
    celery = f"{sys.executable} -m celery --app annotator.celery:app worker --concurrency 1 --beat"
    log = tmp_path / "worker.log"
    worker = (
        f"echo worker $$; exec {celery} --include tests.workspace.jobs.hanging_jobs >>{log} 2>&1"
    )
    supervisor = Conversation(tmp_path, {"worker": worker})
    try:
        first = supervisor.expect_process("worker")
        platform.wait_until(platform.queue("dev", "export_nq"), state="succeeded")
        # The watcher is forked before all others.
        os.kill(processes_below(first)[0], signal.SIGKILL)
        supervisor.expect(r"worker ended \(exit code 1\), starting it again")
        supervisor.expect_process("worker")
        assert has_ended(first)
        os.mkfifo(tmp_path / "pipe")
        job = platform.queue("dev", "read_pipe", pipe=str(tmp_path / "pipe"))
        platform.wait_until(platform.queue("dev", "export_nq"), state="succeeded")
        assert platform.look_at(job)["state"] == "failed"
        assert platform.logs().count('"event": "watcher_ended"') == 1
    finally:
        supervisor.stop()
