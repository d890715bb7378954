"""Files that others read: each appears at once and whole, or not at all.

They are written under another name beside their place, flushed to disk, then renamed. What is there
and isn't a file, such as a pipe, is written to instead: a rename would put a file in its place.
"""

import contextlib
import os
import shutil
import stat
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import IO

UNFINISHED = ".part"
"""How the name of a file ends that nobody may read yet."""
_PRINTED_TO = (1, 2)
"""The descriptors of standard output and standard error."""


@contextlib.contextmanager
def published_file(path: Path, *, mode: int = 0o666) -> Iterator[IO[bytes]]:
    """A new file to write to; it takes the place of ``path`` when the block ends.

    ``mode`` is its permissions, less what the process's umask takes away. An error leaves the file
    at ``path`` as it was. A device or a pipe at ``path`` gets each byte as it is written. Raises
    ``OSError`` if the file can't be written.
    """
    stream = _stream_at(path)
    if stream is not None:
        with os.fdopen(stream, "wb") as file:
            yield file
        return
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

    Both are on one file system. A device or a pipe at ``path`` gets the content. Raises
    ``OSError``.
    """
    stream = _stream_at(path)
    if stream is not None:
        with os.fdopen(stream, "wb") as target, written.open("rb") as source:
            shutil.copyfileobj(source, target)
        written.unlink()
        return
    written.replace(path)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _stream_at(path: Path) -> int | None:
    """A descriptor of what is at ``path`` if that can't be replaced; None for a file or nothing.

    Raises ``OSError`` if it can't be opened, such as a folder.
    """
    try:
        there = path.stat()
    except FileNotFoundError:
        return None
    for number in _PRINTED_TO:
        # A daemon may have closed it.
        with contextlib.suppress(OSError):
            if os.path.samestat(there, os.fstat(number)):
                # Opened a second time, a file would be written from its beginning.
                return os.dup(number)
    if stat.S_ISREG(there.st_mode):
        return None
    return os.open(path, os.O_WRONLY | os.O_NOCTTY | os.O_CLOEXEC)


def _unfinished_name(path: Path) -> Path:
    # A name of a file may have 255 bytes.
    return path.with_name(f".{path.name[-40:]}-{uuid.uuid4().hex}{UNFINISHED}")
