"""Tables as CSV: what every download of the platform is written by.

UTF-8 with a byte order mark, without which spreadsheets take it for something else. Each cell is
in quotation marks, lines end in CR LF, and text that would be a formula is guarded.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence

from annotator.material.formats.spreadsheets import guard

_BYTE_ORDER_MARK = "\ufeff"


class _Echo:
    """A file whose ``write`` returns its text."""

    def write(self, text: str) -> str:
        return text


def csv_lines(header: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """The lines of the table, the header first."""
    yield csv_head(header)
    yield from map(csv_line, rows)


def csv_head(header: Sequence[str]) -> str:
    """A table's first line."""
    return _BYTE_ORDER_MARK + csv_line(header)


def csv_line(cells: Sequence[object]) -> str:
    """A table's line; nothing for None."""
    texts = ["" if cell is None else guard(str(cell)) for cell in cells]
    return str(csv.writer(_Echo(), quoting=csv.QUOTE_ALL).writerow(texts))
