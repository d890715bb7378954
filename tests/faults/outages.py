"""When which part of the platform was down, to tell excused errors from others."""

import threading
import time
from dataclasses import dataclass

GRACE_SECONDS = 20.0
"""How long after a part's return an error is still its fault: connections break late."""


@dataclass
class Outage:
    """One part's absence, in the seconds of a monotonic clock."""

    part: str
    began: float
    ended: float | None = None

    def touches(self, began: float, ended: float) -> bool:
        """Whether something that took from ``began`` to ``ended`` can blame it."""
        return self.began <= ended and (self.ended is None or began <= self.ended + GRACE_SECONDS)


class Outages:
    """All outages of a run."""

    def __init__(self) -> None:
        """None so far."""
        self._lock = threading.Lock()
        self._all: list[Outage] = []

    def begin(self, part: str) -> Outage:
        """A part goes down now."""
        with self._lock:
            self._all.append(Outage(part, time.monotonic()))
            return self._all[-1]

    def end(self, outage: Outage) -> None:
        """It is back."""
        with self._lock:
            outage.ended = time.monotonic()

    def excuse(self, parts: tuple[str, ...], began: float) -> bool:
        """Whether one of ``parts`` was down between ``began`` and now, or just before."""
        now = time.monotonic()
        with self._lock:
            return any(o.part in parts and o.touches(began, now) for o in self._all)

    def down(self) -> set[str]:
        """What is down at this moment."""
        with self._lock:
            return {outage.part for outage in self._all if outage.ended is None}

    def seconds(self) -> dict[str, float]:
        """How long each part was down, all in all."""
        now = time.monotonic()
        with self._lock:
            total: dict[str, float] = {}
            for outage in self._all:
                gone = (outage.ended or now) - outage.began
                total[outage.part] = total.get(outage.part, 0.0) + gone
            return total
