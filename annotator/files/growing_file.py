"""JSON lines that grow one by one and survive a kill."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson


def whole_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of the file so far, one by one; a last line that a kill cut off is removed."""
    return (line for _, line in placed_lines(path))


def placed_lines(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The same, each with the byte at which it begins."""
    if not path.exists():
        return
    with path.open("rb") as file:
        place = 0
        for line in file:
            if not line.endswith(b"\n"):
                os.truncate(path, place)
                return
            yield place, orjson.loads(line)
            place += len(line)


def append_line(path: Path, value: dict[str, Any]) -> int:
    """Add an object, and bring it to the disk; the byte at which it begins."""
    with path.open("ab") as file:
        place = file.tell()
        file.write(orjson.dumps(value) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    return place
