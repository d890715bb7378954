"""Files that others read: each appears at once and whole, or not at all.

They are written under another name beside their place, flushed to disk, then renamed.
"""

import contextlib
import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import IO

UNFINISHED = ".part"
"""How the name of a file ends that nobody may read yet."""


@contextlib.contextmanager
def published_file(path: Path, *, mode: int = 0o666) -> Iterator[IO[bytes]]:
    """A new file to write to; it takes the place of ``path`` when the block ends.

    ``mode`` is its permissions, less what the process's umask takes away. An error leaves the file
    at ``path`` as it was. Raises ``OSError`` if the file can't be written.
    """
    unfinished = _unfinished_name(path)
    number = os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    try:
        with os.fdopen(number, "w+b") as file:
            yield file
            file.flush()
            os.fsync(number)
        publish_file(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)


def publish_once(path: Path, content: bytes, *, mode: int) -> None:
    """Make a file that nobody has made yet; of several who try at once, the first one's stays.

    Raises ``OSError`` if the file can't be written.
    """
    if path.exists():
        return
    own = _unfinished_name(path)
    try:
        with published_file(own, mode=mode) as file:
            file.write(content)
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(own)
    finally:
        own.unlink(missing_ok=True)


def publish_file(written: Path, path: Path) -> None:
    """Rename a file that is on disk already, and flush its new name to disk too.

    Both are on one file system. Raises ``OSError``.
    """
    written.replace(path)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _unfinished_name(path: Path) -> Path:
    # A name of a file may have 255 bytes.
    return path.with_name(f".{path.name[-40:]}-{uuid.uuid4().hex}{UNFINISHED}")
