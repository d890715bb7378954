"""Signs of life of running jobs."""

import os
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from annotator.workspace.jobs import heartbeats
from annotator.workspace.jobs.context import JobContext
from annotator.workspace.jobs.heartbeats import MARK_SECONDS, Heartbeat, Heartbeats, heartbeat_of
from annotator.workspace.jobs.presence import worker_seen_lately
from annotator.workspace.jobs.registry import register
from annotator.workspace.jobs.services import run_job
from annotator.workspace.jobs.watching import look_at_jobs
from annotator.workspace.jobs.worker_names import new_worker_name
from tests.factories.jobs import make_job


@pytest.fixture
def folder() -> Iterator[Path]:
    """That of a worker, in which this process runs its jobs."""
    yield Heartbeats.open()
    Heartbeats.close()


@pytest.mark.usefixtures("empty_cache")
@pytest.mark.parametrize(
    ("worker", "process"),
    [("some-host:4711:abc", 4711), (new_worker_name(), os.getpid())],
    ids=["a given name", "this process's own"],
)
def test_a_run_shows_signs_of_life_until_it_ends(
    folder: Path, monkeypatch: pytest.MonkeyPatch, worker: str, process: int
) -> None:
    now = [1_000_000_000]
    monkeypatch.setattr(time, "monotonic_ns", lambda: now[0])
    job_id = uuid.uuid4()
    with heartbeat_of(job_id, worker) as beat:
        (seen,) = Heartbeat.all_in(folder)
        assert (seen.job_id, seen.worker, seen.process) == (job_id, worker, process)
        now[0] += 7_000_000_000
        assert seen.silent_seconds() == 7
        beat()
        assert seen.silent_seconds() == 0
    assert (Heartbeat.all_in(folder), seen.silent_seconds()) == ([], 0)


def test_a_command_in_the_foreground_is_not_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with heartbeat_of(uuid.uuid4(), "host:1:a") as beat:
        beat()
        assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_gone_stops_no_job(folder: Path) -> None:
    folder.rmdir()
    with capture_logs() as logs, heartbeat_of(uuid.uuid4(), "host:1:a") as beat:
        beat()
    assert [(each["event"], each["log_level"]) for each in logs] == [("job_not_watched", "warning")]
    assert not folder.exists()


def test_a_look_that_fails_does_not_end_the_watcher(tmp_path: Path) -> None:
    (tmp_path / "not a heartbeat").touch()
    with capture_logs() as logs:
        look_at_jobs(tmp_path, worker=1)
    assert [(each["event"], each["log_level"]) for each in logs] == [
        ("look_at_jobs_failed", "error")
    ]


@pytest.mark.django_db
@pytest.mark.usefixtures("empty_cache")
@pytest.mark.parametrize("runs_in_a_worker", [True, False])
def test_a_worker_is_seen_by_the_jobs_that_keep_it_from_the_scheduler(
    request: pytest.FixtureRequest, runs_in_a_worker: bool
) -> None:
    if runs_in_a_worker:
        request.getfixturevalue("folder")
    seen = []

    def work(context: JobContext) -> str:
        context.save(done=1)
        seen.append(worker_seen_lately())
        return "Done."

    register("look_for_the_worker", work)
    job = make_job("look_for_the_worker")
    run_job(job_id=job.pk)
    assert seen == [runs_in_a_worker]


@pytest.mark.usefixtures("folder")
def test_a_busy_job_says_now_and_then_that_its_worker_is_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, marks = [0.0], []
    monkeypatch.setattr(heartbeats, "mark_worker_seen", lambda: marks.append(now[0]))
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    with heartbeat_of(uuid.uuid4(), "host:1:a") as beat:
        for step in (0.0, 1.0, MARK_SECONDS, 1.0):
            now[0] += step
            beat()
    assert marks == [0.0, 1.0 + MARK_SECONDS]
