"""Locks that are waited for in a queue, for a bounded time."""

import fcntl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from annotator.foundation.files.file_turns import take_turn
from scripts.bootstrap import ROOT


@contextmanager
def held(path: Path) -> Iterator[None]:
    with path.open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
        # A child that inherited the file would go on holding the lock.
        fcntl.flock(file, fcntl.LOCK_UN)


def waiting() -> list[threading.Thread]:
    """The threads that stand in a queue."""
    return [thread for thread in threading.enumerate() if thread.name == "turn"]


def test_a_turn_ends_when_its_file_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    for _ in range(2):
        take_turn(path, seconds=0).close()
    with closing(take_turn(path, seconds=0)), pytest.raises(TimeoutError, match="lock is locked"):
        take_turn(path, seconds=0)


def test_who_waits_gets_the_turn_of_whoever_ends_theirs(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    reached: list[bool] = []

    def wait() -> None:
        with take_turn(path, seconds=60):
            reached.append(True)

    thread = threading.Thread(target=wait)
    with held(path):
        thread.start()
    thread.join()
    assert reached == [True]


def test_behind_a_frozen_holder_one_place_serves_all_who_come_after_each_other(
    tmp_path: Path,
) -> None:
    path = tmp_path / "lock"
    for thread in waiting():
        thread.join()  # those of other tests, whose locks are free again
    with held(path):
        for _ in range(20):
            with pytest.raises(TimeoutError):
                take_turn(path, seconds=0.001)
        assert len(waiting()) == 1
    with take_turn(path, seconds=60):
        pass


FORKING = """
import os, sys
from pathlib import Path
from annotator.foundation.files.file_turns import take_turn
from tests.foundation.files.test_file_turns import held

path = Path(sys.argv[1])
reading, writing = os.pipe()
with held(path):
    try:
        take_turn(path, seconds=0.001)
    except TimeoutError:
        pass
    else:
        raise SystemExit("the lock was free")
    if not (child := os.fork()):
        os.close(writing)  # so that the parent's end, too, lets the child go
        os.read(reading, 1)
        os._exit(0)
# The child lives and has inherited what was open.
take_turn(path, seconds=60).close()
os.write(writing, b"\\0")
raise SystemExit(os.waitpid(child, 0)[1])
"""


def test_a_forked_child_keeps_no_place_of_its_parent(tmp_path: Path) -> None:
    # A program of its own: others have threads that a forked child would wait for.
    # From 3.12 on, Python warns of the thread that waits for the lock. This child doesn't need it.
    quiet = ("-W", "ignore:This process:DeprecationWarning")
    done = subprocess.run(
        [sys.executable, *quiet, "-c", FORKING, str(tmp_path / "lock")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
