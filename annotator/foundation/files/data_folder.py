"""The folder that holds the data: only its owner may look into it. Knows no settings."""

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from annotator.configuration import ConfigurationError
from annotator.foundation.files.full_disk import FULL

OTHERS = stat.S_IRWXG | stat.S_IRWXO


def open_data_folder(path: Path) -> None:
    """Make the folder if it is not there. What this process makes is its owner's alone from now on.

    Raises ``ConfigurationError`` for a folder that can't be used.
    """
    os.umask(OTHERS)
    try:
        _make(path)
        reason = None if os.access(path, os.R_OK | os.W_OK | os.X_OK) else "Permission denied"
    except OSError as error:
        reason = error.strerror
    if reason is not None:
        raise ConfigurationError(
            f"DATA_DIR={path} can't be used ({reason}): "
            "give a folder that this account may read and write"
        )


def make_folder(folder: Path) -> None:
    """Make a folder in the data folder if it is not there.

    Raises ``ConfigurationError`` if it can't be made.
    """
    with usable(folder):
        _make(folder)


@contextlib.contextmanager
def usable(path: Path) -> Iterator[None]:
    """Raise ``ConfigurationError`` where the block can't read or write ``path``, a file or folder
    in the data folder.
    """
    try:
        yield
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        is_full = isinstance(error, OSError) and error.errno in FULL
        fix = "make room" if is_full else f"correct or remove {path.name}"
        raise ConfigurationError(
            f"DATA_DIR={path.parent} can't be used ({path.name}: {reason}): "
            f"{fix}, or give another folder"
        ) from error


def require_access(file: Path, mode: int) -> None:
    """Raise ``ConfigurationError`` where ``file``, in the data folder, is there and can't be opened
    for what ``mode`` says, as ``os.access`` takes it.
    """
    with usable(file):
        if file.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if file.exists() and not os.access(file, mode):
        raise ConfigurationError(
            f"DATA_DIR={file.parent} can't be used ({file.name}: Permission denied): "
            "chown -R it to the account that runs Plumbline"
        )


def close_to_others(path: Path) -> int:
    """Close a data folder to everybody but the owner.

    Returns how many files and folders were open. The folder itself comes last, so a closed one
    needs no further look. Raises ``PermissionError`` if something belongs to somebody else.
    """
    if not path.stat().st_mode & OTHERS:
        return 0
    inner = [
        Path(folder) / name
        for folder, folders, files in os.walk(path)
        for name in (*folders, *files)
    ]
    return sum(_close(each) for each in [*inner, path])


def describe_closing(path: Path) -> str | None:
    """Close a data folder to others; a sentence about what was open, None if nothing was."""
    try:
        closed = close_to_others(path)
    except PermissionError as error:
        return (
            f"DATA_DIR={path} can be read by others: {error.filename} belongs to another account. "
            f"chown -R it to the account that runs Plumbline"
        )
    if not closed:
        return None
    return f"DATA_DIR={path} was open to other accounts: closed {closed} files and folders to them"


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except FileExistsError:
        # Of a link that leads nowhere or in a circle, this raises what is wrong with it.
        folder.stat()
        raise


def _close(path: Path) -> bool:
    try:
        mode = path.lstat().st_mode
        # What a link leads to is not in the folder.
        if stat.S_ISLNK(mode) or not mode & OTHERS:
            return False
        path.chmod(stat.S_IMODE(mode) & ~OTHERS)
    except FileNotFoundError:
        # Another process works here and has taken it away.
        return False
    return True
