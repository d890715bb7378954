"""The cache in files, where one adds what is not there, and without which all go on.

Apart from the one on Redis, whose driver takes 18 MB of each process that loads it.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import structlog
from django.core.cache.backends.filebased import FileBasedCache

from annotator.files.file_turns import take_turn

log = structlog.get_logger(__name__)

TURN_SECONDS = 2
"""Anyone who adds a key does so within a millisecond, unless it is frozen."""


class ExactFileCache(FileBasedCache):
    """Files, of which ``add`` makes one for one caller only: Django's own looks first, then writes.

    Counts take turns by adding a key, and two at once would lose one of them. What can't be kept,
    on a full disk, is not: counts for limits are no reason to refuse anybody.
    """

    _dir: str
    _createdir: Callable[[], None]

    def add(self, *args: Any, **kwargs: Any) -> bool:
        """Add what is not there, or is too old; False where somebody else has. True also where
        nothing can be kept.
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
