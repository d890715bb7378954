"""Signs of life of running jobs."""

import time
import uuid
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from annotator.jobs.heartbeats import Heartbeat, Heartbeats, heartbeat_of
from annotator.jobs.watching import look_at_jobs


def test_a_run_shows_signs_of_life_until_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1_000_000_000]
    monkeypatch.setattr(Heartbeats, "folder", tmp_path)
    monkeypatch.setattr(time, "monotonic_ns", lambda: now[0])
    job_id = uuid.uuid4()
    with heartbeat_of(job_id, "some-host:4711:abc") as beat:
        (seen,) = Heartbeat.all_in(tmp_path)
        assert (seen.job_id, seen.worker, seen.process) == (job_id, "some-host:4711:abc", 4711)
        now[0] += 7_000_000_000
        assert seen.silent_seconds() == 7
        beat()
        assert seen.silent_seconds() == 0
    assert (Heartbeat.all_in(tmp_path), seen.silent_seconds()) == ([], 0)


def test_a_command_in_the_foreground_is_not_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Heartbeats, "folder", None)
    with heartbeat_of(uuid.uuid4(), "host:1:a") as beat:
        beat()


def test_a_folder_that_is_gone_stops_no_job(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Heartbeats, "folder", tmp_path / "gone")
    with heartbeat_of(uuid.uuid4(), "host:1:a") as beat:
        beat()


def test_a_look_that_fails_does_not_end_the_watcher(tmp_path: Path) -> None:
    (tmp_path / "not a heartbeat").touch()
    with capture_logs() as logs:
        look_at_jobs(tmp_path, worker=1)
    assert [(each["event"], each["log_level"]) for each in logs] == [
        ("look_at_jobs_failed", "error")
    ]
