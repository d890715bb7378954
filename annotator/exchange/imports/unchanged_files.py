"""Whether an import's files are still the ones that it began with."""

import hashlib
from collections.abc import Callable
from pathlib import Path

CHUNK_BYTES = 2**20

Fingerprint = tuple[int, str]
"""A file's size in bytes and the sha256 of them all, in hex; (-1, "") where it can't be read."""

UNREADABLE: Fingerprint = (-1, "")


def fingerprint_of(path: Path, *, on_chunk: Callable[[], None]) -> Fingerprint:
    """Size and hash of a file as it is now; ``on_chunk`` is called after every MiB."""
    digest, size = hashlib.sha256(), 0
    try:
        with path.open("rb") as file:
            while chunk := file.read(CHUNK_BYTES):
                digest.update(chunk)
                size += len(chunk)
                on_chunk()
    except OSError:
        return UNREADABLE
    return size, digest.hexdigest()


def describe_change(name: str, before: Fingerprint, now: Fingerprint) -> str:
    """The sentences about a changed file ``name``: what changed, and what to do about it."""
    if now == UNREADABLE:
        what = f"{name} can no longer be read: it was there when this import began"
    elif before == UNREADABLE:
        what = f"{name} could not be read when this import began, and is there now"
    elif before[0] != now[0]:
        what = (
            f"{name} has changed since this import began: it had {before[0]:,} bytes and has"
            f" {now[0]:,} now"
        )
    else:
        what = f"{name} has changed since this import began: different content of the same size"
    return (
        f"{what}. Nothing was imported. Start the import again to take the files as they are now,"
        " or put the old file back before you do."
    )
