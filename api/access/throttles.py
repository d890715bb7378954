"""How many requests somebody may send."""

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

if TYPE_CHECKING:
    # The views' own module reads which throttles there are.
    from rest_framework.views import APIView

MINUTE = 60
MOST_CALLERS = 10_000
"""Callers that a process counts."""


@dataclass(slots=True)
class _Count:
    """One minute's counts: what all processes were known to have, and what this one adds."""

    minute: int
    of_all: int = 0
    own: int = 0


def _add(user: int, minute: int, requests: int) -> int:
    key = f"api-rate:{user}"
    counted, count = cache.get(key) or (minute, 0)
    count = count + requests if counted == minute else requests
    cache.set(key, (minute, count), timeout=2 * MINUTE)
    return int(count)


class CallerThrottle(BaseThrottle):
    """A generous number of requests a minute for each signed-in caller.

    It stops a script that runs wild, not a person. The processes' counts come together in the
    cache and need not be exact: each adds its own at every hundredth of the limit. Where the cache
    is away, everything passes.
    """

    _counts: ClassVar[dict[tuple[int, int], _Count]] = {}

    def allow_request(self, request: Request, view: "APIView") -> bool:
        """Count the request; False when it is one too many."""
        if not settings.API_RATE_PER_MINUTE or not request.user.is_authenticated:
            return True
        limit, user = settings.API_RATE_PER_MINUTE, request.user.pk
        minute = int(time.time() // MINUTE)
        count = self._counts.get((user, limit))
        if count is None or count.minute != minute:
            if len(self._counts) >= MOST_CALLERS:
                self._counts.clear()
            count = self._counts[user, limit] = _Count(minute)
        count.own += 1
        if count.own >= max(1, limit // 100):
            count.of_all, count.own = _add(user, minute, count.own), 0
        return bool(count.of_all + count.own <= limit)

    def wait(self) -> float:
        """Seconds until the next minute begins."""
        return MINUTE - time.time() % MINUTE
