"""Tables as CSV, line by line, harmless in a spreadsheet."""

import csv
from collections.abc import Iterable, Iterator, Sequence

from annotator.formats.spreadsheets import harmless

_BYTE_ORDER_MARK = "\ufeff"  # without it spreadsheets take UTF-8 for something else


class _Echo:
    """A file whose ``write`` returns its text."""

    def write(self, text: str) -> str:
        return text


def csv_lines(header: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """The lines of the table, the header first."""
    writer = csv.writer(_Echo(), quoting=csv.QUOTE_ALL)
    yield _BYTE_ORDER_MARK + str(writer.writerow(header))
    for row in rows:
        yield str(writer.writerow([harmless(value) for value in row]))
