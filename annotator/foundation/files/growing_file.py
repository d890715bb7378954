"""JSON lines that grow one by one and survive a kill."""

import os
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import IO, Any, TypeVar, overload

import orjson

Row = TypeVar("Row")


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


class LinesOnDisk(Sequence[Row]):
    """What ``make`` makes of the objects of a whole file, each read when it is asked for.

    Only the places of the lines are in memory. A file that isn't there has none.
    """

    def __init__(self, path: Path, make: Callable[[dict[str, Any]], Row]) -> None:
        self._path, self._make = path, make
        self._places: list[int] = []
        if path.exists():
            with path.open("rb") as file:
                self._places = list(accumulate(map(len, file), initial=0))[:-1]

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        with self._path.open("rb") as file:
            if isinstance(index, int):
                return self._read(file, self._places[index])
            return [self._read(file, place) for place in self._places[index]]

    def __iter__(self) -> Iterator[Row]:
        return (self[index] for index in range(len(self)))

    def _read(self, file: IO[bytes], place: int) -> Row:
        file.seek(place)
        return self._make(orjson.loads(file.readline()))


def append_line(path: Path, value: dict[str, Any]) -> int:
    """Add an object, and bring it to the disk; the byte at which it begins."""
    with path.open("ab") as file:
        place = file.tell()
        file.write(orjson.dumps(value) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    return place
