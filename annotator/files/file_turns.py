"""Turns at what one may use at a time: exclusive locks on files, each waited for so long at most.

The kernel keeps those who wait in a queue and knows no deadline. So a thread stands in it for each
of them. Who gives up leaves the place to the next of this process, so that behind a frozen holder
no more threads stand than ever waited at the same moment.
"""

import fcntl
import os
from pathlib import Path
from threading import Event, Lock, Thread
from typing import IO


def take_turn(path: Path, *, seconds: float) -> IO[bytes]:
    """Wait for the lock on ``path``: it is held until the file that this gives is closed.

    A process that is killed leaves queue and lock by itself. Raises ``TimeoutError`` after
    ``seconds``.
    """
    # Opened again each time: a lock that a forked child inherits would never be free again.
    file = path.open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        place = _Place.of(path, file)
        if not place.is_reached_within(seconds):
            raise TimeoutError(f"{path} is locked") from None
        return place.file
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
        """One that was left, else a new one at the end of the queue, for ``file``."""
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
        """In a forked child, which has none of the threads that wait."""
        cls._guard = Lock()
        for place in [place for left in cls._left.values() for place in left]:
            place.file.close()
        cls._left.clear()


os.register_at_fork(after_in_child=_Place.forget_all)
