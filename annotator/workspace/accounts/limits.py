"""Limits that are counted: allauth's rates, taken all or none, and without giving up a turn early.

allauth counts one rate after the other, so that a refusal by the second leaves its mark on the
first; and it waits a second at most for its turn to count, then refuses. Where a whole office signs
in at the same moment, by one address, that refuses people who did nothing wrong.
"""

import math
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.http import HttpRequest

APP = "allauth.account"
WAIT_SECONDS = 8.0
PAUSE_SECONDS = 0.02
MINUTE = 60


class BusyError(Exception):
    """So many count at the same time that nobody knows yet whether there is room for one more."""


class UsedUpError(Exception):
    """A limit is reached. ``seconds`` until there is room; ``per`` says whose limit it is."""

    def __init__(self, seconds: int, per: str) -> None:
        super().__init__(f"used up per {per} for {seconds} s")
        self.seconds = seconds
        self.per = per


@dataclass(frozen=True)
class Counter:
    """One rate of an action, and under which name its moments are kept."""

    rate: ratelimit.Rate
    name: str

    def seconds_to_wait(self, now: float) -> int:
        """Seconds until there is room, 0 where there is some."""
        kept: list[float] = cache.get(self.name, [])
        moments = [at for at in kept if at > now - self.rate.duration]
        if len(moments) < self.rate.amount:
            return 0
        # One more fits once all but the newest ``amount - 1`` are too old to count.
        frees = sorted(moments, reverse=True)[self.rate.amount - 1]
        seconds: int = math.ceil(frees + self.rate.duration - now)
        return max(seconds, 1)


@dataclass
class Taken:
    """What was counted, which can be given back."""

    moments: list[tuple[Counter, float]] = field(default_factory=list)

    def rollback(self) -> None:
        """Give it back. If that fails, it keeps counting until it is too old."""
        for counter, moment in self.moments:
            try:
                _forget(counter, moment)
            except BusyError:
                continue
        self.moments = []


def counters_of(
    request: HttpRequest, action: str, *, key: str = "", user: object = None
) -> list[Counter]:
    """The rates of an action as ``ACCOUNT_RATE_LIMITS`` has them."""
    return [
        Counter(
            rate,
            ratelimit.get_cache_key(request, app=APP, action=action, rate=rate, key=key, user=user),
        )
        for rate in ratelimit.get_rates(app=APP, action=action)
    ]


def longest_wait(counters: list[Counter]) -> UsedUpError | None:
    """The refusal that lasts longest; None if nothing refuses. Counts nothing."""
    now = time.time()
    waits = [UsedUpError(counter.seconds_to_wait(now), counter.rate.per) for counter in counters]
    longest = max(waits, key=lambda wait: wait.seconds, default=None)
    return longest if longest and longest.seconds else None


def take(counters: list[Counter]) -> Taken:
    """Count one use of each, or of none.

    Raises ``UsedUpError`` if one has no room, ``BusyError`` where the turn to count did not come.
    """
    refused = longest_wait(counters)
    if refused:
        raise refused
    taken = Taken()
    for counter in counters:
        try:
            moment = _count(counter)
        except BusyError:
            taken.rollback()
            raise
        if moment is None:
            # Somebody was faster since it was looked at.
            taken.rollback()
            raise longest_wait([counter]) or BusyError
        taken.moments.append((counter, moment))
    return taken


def _count(counter: Counter) -> float | None:
    """The time that was counted; None if there is no room."""
    with _turn(counter.name):
        history, now = cache.get(counter.name, []), time.time()
        allowed, history = ratelimit.apply_rate(history, now, counter.rate)
        if not allowed:
            return None
        cache.set(counter.name, history, counter.rate.duration)
    return now


def _forget(counter: Counter, moment: float) -> None:
    with _turn(counter.name):
        history = [at for at in cache.get(counter.name, []) if at != moment]
        cache.set(counter.name, history, counter.rate.duration)


@contextmanager
def _turn(name: str) -> Iterator[None]:
    """allauth's own lock of a counter, waited for longer and without a pattern.

    Raises ``BusyError`` after ``WAIT_SECONDS``.
    """
    lock, ends = f"{name}:lock", time.monotonic() + WAIT_SECONDS
    while not cache.add(lock, "taken", timeout=ratelimit.CACHE_LOCK_TIMEOUT):
        if time.monotonic() >= ends:
            raise BusyError
        time.sleep(random.uniform(PAUSE_SECONDS / 10, PAUSE_SECONDS))  # noqa: S311 - no secret
    try:
        yield
    finally:
        cache.delete(lock)


def describe_wait(seconds: int) -> str:
    """Seconds in words, rounded up: *40 seconds*, *5 minutes*."""
    number, unit = (max(seconds, 1), "second") if seconds < MINUTE else _minutes(seconds)
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


def _minutes(seconds: int) -> tuple[int, str]:
    return math.ceil(seconds / MINUTE), "minute"
