"""One supervisor per data folder, and none of its children left over from the last one.

The lock is an `flock` on the pid file, so it ends with the process that holds it, however that
ends. Every child carries the run's mark in its environment; the pid file remembers the mark, so
that the next start finds and ends what a killed supervisor left behind (Linux: reads `/proc`).
"""

import contextlib
import fcntl
import json
import os
import select
import signal
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TextIO

from annotator.installation import START

MARK = "PLUMBLINE_RUN"

KILLS = 10
"""So often the processes of a killed run are looked for and killed."""


class AlreadyRunningError(Exception):
    """Another supervisor holds the data folder; the message names it."""


class RunLock:
    """The pid file of a running supervisor. Use it with `RunLock.held`."""

    def __init__(self, file: TextIO, previous: str | None) -> None:
        """Take the locked file and the mark that the last run left in it."""
        self._file = file
        self.previous = previous
        self.mark = uuid.uuid4().hex

    @classmethod
    @contextlib.contextmanager
    def held(cls, path: Path) -> Iterator["RunLock"]:
        """Hold the pid file at `path`. Raises AlreadyRunningError when somebody else does."""
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a+", encoding="utf-8") as file:
            written = read_pid_file(file)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise AlreadyRunningError(describe_holder(path.parent, written)) from None
            lock = cls(file, written.get("mark"))
            yield lock
            lock._write({})

    def record(self, *, address: str) -> None:
        """Write down who runs, so that a second start and a later one can tell."""
        self._write({"supervisor": str(os.getpid()), "mark": self.mark, "address": address})

    def _write(self, content: dict[str, str]) -> None:
        self._file.seek(0)
        self._file.truncate()
        if content:
            json.dump(content, self._file)
        self._file.flush()


def read_pid_file(file: TextIO) -> dict[str, str]:
    """The content of the pid file; empty if it makes no sense."""
    file.seek(0)
    try:
        content = json.load(file)
    except ValueError:
        return {}
    return content if isinstance(content, dict) else {}


def describe_holder(folder: Path, written: dict[str, str]) -> str:
    """A sentence for somebody whose start was refused."""
    who = f"process {written['supervisor']}" if "supervisor" in written else "another process"
    where = f" at {written['address']}" if "address" in written else ""
    return (
        f"Plumbline already runs on {folder} ({who}{where}). "
        f"Stop it first, or choose another folder and port: DATA_DIR=… PORT=… {START}"
    )


def end_left_over_processes(
    mark: str, *, grace_seconds: float, say: Callable[[str], None] = print
) -> int:
    """End every process that carries `mark`: politely, and after the grace without asking.

    Returns how many there were. Raises ``AlreadyRunningError`` where one stays, as a process does
    that waits for a frozen disk.
    """
    found = set(processes_with(mark))
    if found:
        say(f"Ending {len(found)} processes that the last run left behind")
        send_signal(found, signal.SIGTERM)
        wait_for_end(found, seconds=grace_seconds)
    # A process may have forked between the look and the signal, so look again until none is left.
    kills = 0
    while remaining := set(processes_with(mark)):
        if kills == KILLS:
            numbers = ", ".join(map(str, sorted(remaining)))
            raise AlreadyRunningError(
                f"The last run left processes that nothing ends: {numbers}. They probably wait for "
                "a disk. Restart the machine."
            )
        found |= remaining
        send_signal(remaining, signal.SIGKILL)
        wait_for_end(remaining, seconds=grace_seconds)
        kills += 1
    return len(found)


def folder_prefix(mark: str) -> str:
    """The prefix of the run's temporary folder."""
    return f"plumbline-{mark}-"


def processes_with(mark: str) -> Iterator[int]:
    """The ids of all processes that carry `mark`: in their environment, or in the name of a folder
    in their command. nginx writes its title over its environment, and repeats its command in it.
    """
    wanted = f"{MARK}={mark}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        # Processes come and go while we look, and those of other users can't be read.
        with contextlib.suppress(OSError):
            in_environment = wanted in (folder / "environ").read_bytes().split(b"\0")
            in_command = folder_prefix(mark).encode() in (folder / "cmdline").read_bytes()
            if in_environment or in_command:
                yield int(folder.name)


def send_signal(processes: set[int], number: signal.Signals) -> None:
    """Send a signal to each process that is still there."""
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, number)


def wait_for_end(processes: set[int], *, seconds: float) -> None:
    """Wait until all of them ended, at most `seconds`."""
    deadline = time.monotonic() + seconds
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            handle = os.pidfd_open(process)
            try:
                select.select([handle], [], [], max(0.0, deadline - time.monotonic()))
            finally:
                os.close(handle)
