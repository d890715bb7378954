"""How many requests somebody may send."""

import time
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.cache import cache
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

if TYPE_CHECKING:
    # The views' own module reads which throttles there are.
    from rest_framework.views import APIView

MINUTE = 60


class CallerThrottle(BaseThrottle):
    """A generous number of requests a minute for each signed-in caller.

    It stops a script that runs wild, not a person. The count is kept in the cache and need not be
    exact; where the cache is away, everything passes.
    """

    def allow_request(self, request: Request, view: "APIView") -> bool:  # noqa: ARG002
        """Count the request; False when it is one too many."""
        if not settings.API_RATE_PER_MINUTE or not request.user.is_authenticated:
            return True
        key = f"api-rate:{request.user.pk}"
        minute = int(time.time() // MINUTE)
        counted, count = cache.get(key) or (minute, 0)
        count = count + 1 if counted == minute else 1
        cache.set(key, (minute, count), timeout=2 * MINUTE)
        return bool(count <= settings.API_RATE_PER_MINUTE)

    def wait(self) -> float:
        """Seconds until the next minute begins."""
        return MINUTE - time.time() % MINUTE
