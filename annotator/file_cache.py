"""The cache in files, where one adds what is not there.

Apart from the one on Redis, whose driver takes 18 MB of each process that loads it.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.core.cache.backends.filebased import FileBasedCache
from django.core.files import locks


class ExactFileCache(FileBasedCache):
    """Files, of which ``add`` makes one for one caller only: Django's own looks first, then writes.

    Counts take turns by adding a key, and two at once would lose one of them.
    """

    _dir: str
    _createdir: Callable[[], None]

    def add(self, *args: Any, **kwargs: Any) -> bool:
        """Add what is not there, or is too old; False where somebody else has."""
        self._createdir()
        with (Path(self._dir) / "adding.lock").open("w") as turn:
            locks.lock(turn, locks.LOCK_EX)
            return super().add(*args, **kwargs)
