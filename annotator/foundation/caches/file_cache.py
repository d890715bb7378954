"""The cache in files, in which only one caller can add a key, and without which everything still
works.

It is apart from the cache on Redis, whose driver takes 18 MB of each process that loads it.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import structlog
from django.core.cache.backends.filebased import FileBasedCache

from annotator.foundation.files.file_turns import take_turn

log = structlog.get_logger(__name__)

TURN_SECONDS = 2
"""Adding a key takes less than a millisecond, unless the process is frozen."""


class ExactFileCache(FileBasedCache):
    """A cache in which ``add`` succeeds for one caller only: Django's own looks first, then writes.

    Counts take turns by adding a key, and two at once would lose one of them. On a full disk
    nothing is kept: counts for limits are not a reason to refuse anybody.
    """

    _dir: str
    _createdir: Callable[[], None]

    def add(self, *args: Any, **kwargs: Any) -> bool:
        """Add a key that is missing or too old; False if somebody else has. Also True if nothing
        can be kept.
        """
        try:
            self._createdir()
            with take_turn(Path(self._dir) / "adding.lock", seconds=TURN_SECONDS):
                return super().add(*args, **kwargs)
        except OSError as error:
            log.warning("cache_away", error=str(error))
            return True

    def set(self, *args: Any, **kwargs: Any) -> None:
        """Keep a value, where there is room."""
        try:
            super().set(*args, **kwargs)
        except OSError as error:
            log.warning("cache_away", error=str(error))
