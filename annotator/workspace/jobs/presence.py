"""Whether a worker is there: it leaves a mark in the cache when it answers the scheduler, and while
it runs a job.
"""

import time

from django.core.cache import cache

_KEY = "worker-seen-at"
LATELY = 120.0


def mark_worker_seen() -> None:
    """Say that a worker is alive now."""
    cache.set(_KEY, time.time(), timeout=None)


def worker_seen_lately() -> bool:
    """Whether a worker said so within the last two minutes."""
    seen = worker_seen_at()
    return seen is not None and time.time() - seen < LATELY


def worker_seen_at() -> float | None:
    """When a worker last said so, in seconds since 1970; None if none ever did."""
    seen: float | None = cache.get(_KEY)
    return seen
