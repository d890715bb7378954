"""What a copy of somebody's data consists of: files of rows."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

Row = dict[str, Any]
AT_ONCE = 500
"""So many rows are in memory at a time."""


@dataclass(frozen=True)
class Part:
    """One file of a person's data: its name, a sentence about its content, and its rows."""

    name: str
    about: str
    found: "QuerySet[Any]"
    row: Callable[[Any], Row]

    def rows(self) -> Iterator[Row]:
        """The rows, a few hundred in memory at a time."""
        for found in self.found.iterator(chunk_size=AT_ONCE):
            yield self.row(found)


def fields_of(row: Any, *names: str) -> Row:
    """Columns of a row by their names."""
    return {name: getattr(row, name) for name in names}
