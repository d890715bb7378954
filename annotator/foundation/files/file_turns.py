"""Taking turns: exclusive locks on files, with a limit on each wait.

The kernel keeps waiting threads in a queue without a deadline. So each wait has a thread there. A
wait that gives up leaves its thread's place to the next one of this process, so behind a frozen
holder there are never more threads than waited at the same moment.
"""

import fcntl
import os
from pathlib import Path
from threading import Event, Lock, Thread
from typing import IO


def take_turn(path: Path, *, seconds: float) -> IO[bytes]:
    """Wait for the lock on ``path``; it is held until the returned file is closed.

    A killed process leaves queue and lock by itself. Raises ``TimeoutError`` after ``seconds``.
    """
    # Opened each time, because a lock that a forked child inherits would never be free again.
    file = path.open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        place = _Place.of(path, file)
        if not place.is_reached_within(seconds):
            raise TimeoutError(f"{path} is locked") from None
        return place.file
    return file


def take_free_turn(path: Path) -> IO[bytes] | None:
    """The lock on ``path`` until the returned file is closed; None if somebody has it now."""
    file = path.open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        return None
    return file


class _Place:
    """A place in the kernel's queue."""

    # By path: where nobody waits any more.
    _left: dict[Path, list["_Place"]] = {}
    _guard = Lock()

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self.file = file
        self._path = path
        self._reached = Event()
        Thread(target=self._wait, daemon=True, name="turn").start()

    @classmethod
    def of(cls, path: Path, file: IO[bytes]) -> "_Place":
        """A thread that was left, or else a new one at the end of the queue, for ``file``."""
        with cls._guard:
            left = cls._left.get(path)
            found = left.pop() if left else None
        if found is None:
            return cls(path, file)
        file.close()
        return found

    def is_reached_within(self, seconds: float) -> bool:
        """Wait here; False leaves the place to others."""
        if self._reached.wait(seconds):
            return True
        with self._guard:
            if not self._reached.is_set():
                self._left.setdefault(self._path, []).append(self)
        return self._reached.is_set()

    def _wait(self) -> None:
        fcntl.flock(self.file, fcntl.LOCK_EX)
        with self._guard:
            left = self._left.get(self._path, [])
            if self in left:
                left.remove(self)
                self.file.close()
            else:
                self._reached.set()

    @classmethod
    def forget_all(cls) -> None:
        """In a forked child, which has none of the waiting threads."""
        cls._guard = Lock()
        for place in [place for left in cls._left.values() for place in left]:
            place.file.close()
        cls._left.clear()


os.register_at_fork(after_in_child=_Place.forget_all)
