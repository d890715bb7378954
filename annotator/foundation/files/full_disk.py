"""Whether something failed, or would fail, because a disk is full."""

import errno
import os
import shutil
import tempfile
from pathlib import Path

from django.conf import settings
from django.db import OperationalError

FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
# What SQLite says, and PostgreSQL.
_WORDS = ("database or disk is full", "No space left on device", "could not extend file")
# SQLite has these words for ENOSPC alone. A database that is opened may find no room for its -shm
# file. A failed flush is another matter: that is how a disk breaks.
_NO_ROOM = "SQLITE_IOERR_SHMSIZE"
# To SQLite, a full quota is a write that failed, as one to a disk that breaks is.
_FAILED_WRITE = "SQLITE_IOERR_WRITE"
_PROBE_BYTES = 2**20


def is_disk_full(error: BaseException | None) -> bool:
    """Whether ``error``, or its cause, says that there is no room left."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in FULL:
            return True
        if isinstance(error, OperationalError) and any(word in str(error) for word in _WORDS):
            return True
        name = getattr(error, "sqlite_errorname", None)
        if name == _NO_ROOM or (name == _FAILED_WRITE and not _takes_more(settings.DATA_DIR)):
            return True
        error = error.__cause__
    return False


def _takes_more(folder: Path) -> bool:
    """Whether a disk takes another megabyte, or refuses it for another reason than its size."""
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(bytes(_PROBE_BYTES))
            probe.flush()
    except OSError as error:
        return error.errno not in FULL
    return True


def has_room(folder: Path, wanted: int) -> bool:
    """Whether ``wanted`` bytes fit on the disk of a folder."""
    return shutil.disk_usage(folder).free >= wanted


def refuse_without_room(folder: Path, wanted: int) -> None:
    """Raise the system's own error for a full disk where ``wanted`` bytes don't fit."""
    if not has_room(folder, wanted):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))
