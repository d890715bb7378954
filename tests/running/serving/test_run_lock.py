"""The pid file and the search for processes of an earlier run."""

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from annotator.running.serving import run_lock
from annotator.running.serving.run_lock import (
    MARK,
    AlreadyRunningError,
    RunLock,
    end_left_over_processes,
    folder_prefix,
)


def test_lock_is_refused_while_it_is_held(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "plumbline.pid"
    with RunLock.held(path) as lock:
        lock.record(address="http://127.0.0.1:8000/")
        with pytest.raises(AlreadyRunningError) as refusal, RunLock.held(path):
            pass
    assert str(refusal.value) == (
        f"Plumbline already runs on {path.parent} "
        f"(process {os.getpid()} at http://127.0.0.1:8000/). "
        "Stop it first, or choose another folder and port: DATA_DIR=… PORT=… make run"
    )


def test_lock_leaves_an_empty_file_after_an_orderly_end(tmp_path: Path) -> None:
    path = tmp_path / "plumbline.pid"
    with RunLock.held(path) as lock:
        lock.record(address="http://127.0.0.1:8000/")
    assert path.read_text(encoding="utf-8") == ""


def test_lock_tells_the_mark_of_a_run_that_was_killed(tmp_path: Path) -> None:
    path = tmp_path / "plumbline.pid"
    path.write_text(json.dumps({"supervisor": "1", "mark": "abc"}), encoding="utf-8")
    with RunLock.held(path) as lock:
        assert lock.previous == "abc"


@pytest.mark.parametrize("content", ["", "123", "{", '["mark"]'])
def test_lock_reads_a_damaged_file_as_nothing(tmp_path: Path, content: str) -> None:
    path = tmp_path / "plumbline.pid"
    path.write_text(content, encoding="utf-8")
    with RunLock.held(path) as lock:
        assert lock.previous is None


@contextlib.contextmanager
def waiting(argument: str = "", **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process that waits for its end.

    Popen returns a moment before the kernel shows a process's environment and command, so this
    reads its first line.
    """
    program = "import sys; print('here', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", program, argument],
        env={**os.environ, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"here\n"
        yield process


def test_left_over_processes_are_those_with_the_mark_alone() -> None:
    with waiting(**{MARK: "ours"}) as ours, waiting(**{MARK: "theirs"}) as theirs:
        ended = end_left_over_processes("ours", grace_seconds=20, say=lambda _: None)
        states = (ours.wait(timeout=600), theirs.poll())
    assert (ended, states) == (1, (-15, None))


def test_a_left_over_nginx_is_known_by_the_folder_in_its_command() -> None:
    folder = f"/run/{folder_prefix('ours')}x/nginx.conf"
    with waiting(folder) as ours, waiting("/ours/") as other:
        ended = end_left_over_processes("ours", grace_seconds=20, say=lambda _: None)
        states = (ours.wait(timeout=600), other.poll())
    assert (ended, states) == (1, (-15, None))


def test_a_process_that_nothing_ends_is_named_instead_of_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    signals: list[int] = []
    monkeypatch.setattr(run_lock, "processes_with", lambda _: iter([7]))
    monkeypatch.setattr(run_lock, "send_signal", lambda _, number: signals.append(number))
    monkeypatch.setattr(run_lock, "wait_for_end", lambda *_, **__: None)
    with pytest.raises(AlreadyRunningError, match=r"left processes that nothing ends: 7\."):
        end_left_over_processes("mark", grace_seconds=5, say=lambda _: None)
    assert signals == [signal.SIGTERM, *[signal.SIGKILL] * run_lock.KILLS]
