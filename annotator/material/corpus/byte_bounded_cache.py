"""A process's cache of what it has read, limited in bytes; the longest unused goes first."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, Protocol, TypeVar


class Sized(Protocol):
    """What says how many bytes it takes."""

    size: int


Kept = TypeVar("Kept", bound=Sized)


class ByteBoundedCache(Generic[Kept]):
    """For what never changes, shared by the process's threads.

    Callers must first check that their user may read it.
    """

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._bytes = 0
        self._kept: OrderedDict[Hashable, Kept] = OrderedDict()
        self._lock = Lock()

    def get_or_make(self, key: Hashable, make: Callable[[], Kept]) -> Kept:
        """The value kept under ``key``, or what ``make`` returns. Two threads may both make it."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()
        with self._lock:
            if key not in self._kept and made.size <= self._most_bytes:
                self._kept[key] = made
                self._bytes += made.size
            while self._bytes > self._most_bytes:
                _, oldest = self._kept.popitem(last=False)
                self._bytes -= oldest.size
        return made
