"""What a copy of somebody's data consists of: files of rows."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import QuerySet

Row = dict[str, Any]


@dataclass(frozen=True)
class Part:
    """One file of a person's data: its name, a sentence about its content, and its rows."""

    name: str
    about: str
    found: "QuerySet[Any]"
    row: Callable[[Any], Row]

    def rows(self) -> Iterator[Row]:
        """The rows, a few hundred in memory at a time, and the keys of one person's."""
        # No cursor stays open between them: on SQLite it would keep the job from saving.
        few = list(self.found[: settings.ROWS_AT_ONCE])
        yield from map(self.row, few)
        if len(few) == settings.ROWS_AT_ONCE:
            yield from self._further_than({found.pk for found in few})

    def _further_than(self, known: set[Any]) -> Iterator[Row]:
        every = self.found.prefetch_related(None).values_list("pk", flat=True)
        keys = [pk for pk in every if pk not in known]
        for first in range(0, len(keys), settings.ROWS_AT_ONCE):
            yield from map(
                self.row, self.found.filter(pk__in=keys[first : first + settings.ROWS_AT_ONCE])
            )


def fields_of(row: Any, *names: str) -> Row:
    """Columns of a row by their names."""
    return {name: getattr(row, name) for name in names}
