"""How many threads of a web process wait long for a database that may have stopped.

Behind a frozen one every thread that wants something of it would wait to the end. With all of them
waiting the process answers nothing, not even whether it is ready.
"""

from collections.abc import Callable
from threading import BoundedSemaphore
from typing import ClassVar, TypeVar

Found = TypeVar("Found")
Attempt = Callable[[float], Found | None]
"""Waits for as many seconds as it is given, and returns nothing where nothing comes."""

STEP_SECONDS = 1
"""A database that nobody in this process gets anything from for so long has stopped."""


class OthersWaitError(TimeoutError):
    """Enough threads of this process wait already."""


class Patience:
    """Waits for the database; in a web process those end early that would take all threads."""

    places: ClassVar[BoundedSemaphore | None] = None
    """For threads that wait to the end for a database that has stopped; None, as in workers and
    commands, lets each of them wait.
    """
    # All that matters is whether there has been another one since.
    _latest_answer: ClassVar[object] = object()
    _stopped_after: ClassVar[object] = None

    @classmethod
    def wait(cls, attempt: Attempt[Found], *, seconds: float) -> Found:
        """What ``attempt`` finds. Raises ``TimeoutError`` if that is nothing within ``seconds``.

        If nobody in this process got an answer for one step of them, and no place is left, it
        raises ``OthersWaitError``. From then on it does so at once, until somebody gets an answer.
        """
        places, left = cls.places, seconds
        while places is not None and left > 0:
            before = cls._latest_answer
            step = 0 if cls._stopped_after is before else min(STEP_SECONDS, left)
            if found := attempt(step):
                return found
            left -= step
            if cls._latest_answer is before:
                return cls._wait_in_a_place(places, attempt, left, latest_answer=before)
        if left > 0 and (found := attempt(left)):
            return found
        raise TimeoutError(f"for {seconds} seconds")

    @classmethod
    def note_answer(cls) -> None:
        """The database has answered a thread of this process, or given it the lock."""
        cls._latest_answer = object()

    @classmethod
    def _wait_in_a_place(
        cls,
        places: BoundedSemaphore,
        attempt: Attempt[Found],
        seconds: float,
        *,
        latest_answer: object,
    ) -> Found:
        if not places.acquire(blocking=False):
            cls._stopped_after = latest_answer
            raise OthersWaitError("and others wait already")
        try:
            found = attempt(seconds)
        finally:
            places.release()
        if not found:
            raise TimeoutError(f"for the last {seconds} seconds")
        return found
