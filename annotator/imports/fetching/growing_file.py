"""JSON lines that grow one by one and survive a kill."""

import os
from pathlib import Path
from typing import Any

import orjson


def whole_lines(path: Path) -> list[dict[str, Any]]:
    """The objects of the file so far; what a kill left of a last line is cut off."""
    if not path.exists():
        return []
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if len(whole) < len(content):
        os.truncate(path, len(whole))
    return [orjson.loads(line) for line in whole.splitlines()]


def append_line(path: Path, value: dict[str, Any]) -> None:
    """Add an object, and bring it to the disk."""
    with path.open("ab") as file:
        file.write(orjson.dumps(value) + b"\n")
        file.flush()
        os.fsync(file.fileno())
