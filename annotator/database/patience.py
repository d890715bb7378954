"""How many threads of a web process wait long for SQLite's writer.

Behind a frozen one every thread that wants to write would wait to the end. With all of them waiting
the process answers nothing, not even whether it is ready.
"""

from pathlib import Path
from threading import BoundedSemaphore
from typing import IO, ClassVar

from annotator.files.file_turns import take_turn

FIRST_SHARE = 0.05
"""Of the longest wait: after it, a writer that nobody could follow has stopped."""


class Patience:
    """Waits for the lock file; in a web process those end early that would take all threads."""

    places: ClassVar[BoundedSemaphore | None] = None
    """For threads that wait to the end behind a writer that has stopped; None, as in workers and
    commands, lets each of them wait.
    """
    _turns: ClassVar[int] = 0
    _given_up_at: ClassVar[int | None] = None
    """How many turns there had been when the last thread gave up early."""

    @classmethod
    def take_turn(cls, path: Path, *, seconds: float) -> IO[bytes]:
        """Wait for the lock on ``path``; it is held until the returned file is closed.

        Raises ``TimeoutError`` after ``seconds``, or after their first share if nobody in this
        process got a turn meanwhile and no place is left. Once a thread has given up so, the next
        ones give up at once, until somebody gets a turn.
        """
        places, before = cls.places, cls._turns
        if places is None:
            return take_turn(path, seconds=seconds)
        first = 0 if cls._given_up_at == before else FIRST_SHARE * seconds
        try:
            turn = take_turn(path, seconds=first)
        except TimeoutError:
            has_stopped = cls._turns == before
            if has_stopped and not places.acquire(blocking=False):
                cls._given_up_at = before
                raise
            try:
                turn = take_turn(path, seconds=seconds - first)
            finally:
                if has_stopped:
                    places.release()
        # Nobody else counts meanwhile: this thread has the lock.
        cls._turns += 1
        return turn
