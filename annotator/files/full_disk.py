"""Whether something failed, or would fail, because a disk is full."""

import errno
import os
import shutil
from pathlib import Path

from django.db import OperationalError

FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
# What SQLite says, and PostgreSQL.
_WORDS = ("database or disk is full", "No space left on device", "could not extend file")
# SQLite has these words for ENOSPC alone. To it, a full quota is a write that failed; a database
# that is opened may find no room for its -shm file. A failed flush is not among them: that is how
# a disk breaks.
_NAMES = frozenset({"SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE"})


def is_disk_full(error: BaseException | None) -> bool:
    """Whether ``error``, or its cause, says that there is no room left."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in FULL:
            return True
        if isinstance(error, OperationalError) and any(word in str(error) for word in _WORDS):
            return True
        if getattr(error, "sqlite_errorname", None) in _NAMES:
            return True
        error = error.__cause__
    return False


def has_room(folder: Path, wanted: int) -> bool:
    """Whether ``wanted`` bytes fit on the disk of a folder."""
    return shutil.disk_usage(folder).free >= wanted


def refuse_without_room(folder: Path, wanted: int) -> None:
    """Raise the system's own error for a full disk where ``wanted`` bytes don't fit."""
    if not has_room(folder, wanted):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))
