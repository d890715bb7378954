"""The cache on Redis, without which all go on.

What is kept here may be lost: counts for limits, figures for a few seconds, the worker's mark.
"""

import time
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, TypeVar

import structlog
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)

LEFT_ALONE_SECONDS = 5.0
Result = TypeVar("Result")


class ForgivingRedisCache(RedisCache):
    """Redis, or a cache that holds nothing for as long as Redis is away."""

    _servers: list[str]
    # Until when, for each server: an object of this class is made for every thread.
    _left_alone_until: ClassVar[dict[str, float]] = {}

    def add(self, *args: Any, **kwargs: Any) -> bool:
        """Add a missing key; also True if nothing can be kept."""
        # Limits take their turn by adding a key, and have to get it.
        return self._attempt(partial(super().add, *args, **kwargs), otherwise=True)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """The stored value, or ``default``."""
        return self._attempt(partial(super().get, key, default, version), otherwise=default)

    def set(self, *args: Any, **kwargs: Any) -> None:
        """Keep a value, where there is a place to keep it."""
        self._attempt(partial(super().set, *args, **kwargs), otherwise=None)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        """Forget a value; False if there was none."""
        return self._attempt(partial(super().delete, *args, **kwargs), otherwise=False)

    def _attempt(self, call: Callable[[], Result], *, otherwise: Result) -> Result:
        # One request asks several times, and each would wait until Redis fails to answer.
        server = ",".join(self._servers)
        if time.monotonic() < self._left_alone_until.get(server, 0.0):
            return otherwise
        try:
            return call()
        except (RedisError, OSError) as error:
            log.warning("cache_away", error=str(error))
            self._left_alone_until[server] = time.monotonic() + LEFT_ALONE_SECONDS
            return otherwise
