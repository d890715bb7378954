"""The one folder that a system writes to, and the predictions that it leaves there.

A system may leave anything: a link to another team's predictions, a pipe, a sparse file of
terabytes. So the folder is opened before the run, and what is in it is opened from there, without
following links, and checked before it is read.
"""

import os
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from annotator.material.formats.json_files import SYSTEM_BYTES

FILE = "predictions.json"

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
_DEEPEST = 50
_LEAST_OF_A_FILE = 4096
"""An empty file takes room too."""


class SystemRunError(Exception):
    """A system could not be run to its end; the message is a sentence for the operator."""


@dataclass(frozen=True, slots=True)
class SystemFolder:
    """A folder by its path, which the system can change, and by its handle, which it can't."""

    path: Path
    handle: int

    def read_predictions(self, most: int = SYSTEM_BYTES) -> bytes:
        """What the system wrote; raises ``SystemRunError`` for anything but a file of its own with
        at most ``most`` bytes.
        """
        try:
            # A device is not even opened.
            _check_file(os.stat(FILE, dir_fd=self.handle, follow_symlinks=False), most)
            with os.fdopen(os.open(FILE, _READ, dir_fd=self.handle), "rb") as file:
                _check_file(os.fstat(file.fileno()), most)
                written = file.read(most + 1)
                _check_size(len(written), most)
                return written
        except FileNotFoundError as error:
            raise SystemRunError(
                "The system wrote no predictions to the file that PREDICTIONS names."
            ) from error
        except OSError as error:
            raise SystemRunError(f"The predictions can't be read: {error.strerror}.") from error

    def check_room(self, most: int) -> None:
        """Raise ``SystemRunError`` if there are more than ``most`` bytes in the folder."""
        total = 0
        for size in _sizes(self.handle, 1):
            total += size
            if total > most:
                raise SystemRunError(
                    f"The system wrote more than {most // 2**20:,} MiB to its folder and was"
                    " stopped."
                )


def _check_file(status: os.stat_result, most: int) -> None:
    if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
        what = "a link" if _is_link(status) else "not a file"
        raise SystemRunError(
            f"What PREDICTIONS names is {what}. The system has to write a file of its own there."
        )
    _check_size(status.st_size, most)


def _is_link(status: os.stat_result) -> bool:
    # A second name of a file is a link too: its first may be another team's.
    return stat.S_ISLNK(status.st_mode) or stat.S_ISREG(status.st_mode)


def _check_size(size: int, most: int) -> None:
    if size > most:
        raise SystemRunError(f"The predictions have {size:,} bytes; the limit is {most:,}.")


def _sizes(folder: int, depth: int) -> Iterator[int]:
    """The bytes on disk of each file in and below an open folder, as far as it can be read."""
    if depth > _DEEPEST:
        raise SystemRunError(
            f"The system put more than {_DEEPEST} folders into each other and was stopped."
        )
    with suppress(FileNotFoundError, PermissionError), os.scandir(folder) as entries:
        for entry in entries:
            # It may be gone by now.
            with suppress(FileNotFoundError, NotADirectoryError, PermissionError):
                status = entry.stat(follow_symlinks=False)
                yield max(status.st_blocks * 512, _LEAST_OF_A_FILE)
                if stat.S_ISDIR(status.st_mode):
                    below = os.open(entry.name, _FOLDER, dir_fd=folder)
                    try:
                        yield from _sizes(below, depth + 1)
                    finally:
                        os.close(below)


@contextmanager
def system_folder(*, is_open: bool, on_remark: Callable[[str], None]) -> Iterator[SystemFolder]:
    """A new folder, deleted at the end. ``is_open``: everybody that reaches it may write to it, as
    a container may run as anybody; the folder around it is this account's alone.
    """
    around = Path(tempfile.mkdtemp(prefix="plumbline-"))
    try:
        path = around / "predictions"
        path.mkdir(mode=0o700)
        handle = os.open(path, _FOLDER)
        try:
            if is_open:
                os.fchmod(handle, 0o777)
            yield SystemFolder(path, handle)
        finally:
            os.close(handle)
    finally:
        _delete(around, on_remark)


def _delete(folder: Path, on_remark: Callable[[str], None]) -> None:
    # Python's own way fails on a thousand folders in each other; before 3.11.8 it follows links.
    remove = shutil.which("rm") or "/bin/rm"
    subprocess.run([remove, "-rf", "--", str(folder)], check=False, capture_output=True)
    if folder.exists():
        on_remark(f"{folder} could not be deleted: the system's files belong to another account.")
