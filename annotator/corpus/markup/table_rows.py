"""One row of a table with the rows that head it, in the columns in which it stood."""

from collections.abc import Iterator, Sequence
from itertools import groupby, takewhile
from typing import NamedTuple

from annotator.corpus.markup.outline import Box, attributes_of, tag_with


class Framed(NamedTuple):
    """A part of a page, and the elements put around it."""

    before: str
    own: str
    after: str


_MOST_HEADING_ROWS = 5
# More rows with only TH are not a heading: some tables have no other cells.
_MOST_STEPS = 200_000
# Of following cells that span rows. No real table comes near it; beyond, columns may shift.


def row_in_table(body: str, row: Box) -> Framed:
    """A row of a rendering's ``body``, and its table with caption and heading around it.

    The heading is the table's THEAD, or else its first rows with only TH. Cells that span rows end
    with what is shown. If a cell of an earlier row reached into ``row``, an empty cell keeps its
    columns (``data-spanned``).
    """
    table = row.table
    if table is None:
        return Framed("", body[row.start : row.end], "")
    named = [part for part in table.parts if part.role in {"caption", "col", "colgroup"}]
    before = [body[table.start : table.opened]]
    before += [body[part.start : part.end] for part in named if part.parent is table]
    heading = _heading(table, row)
    for section, rows in groupby(heading, key=_section):
        before += _open(body, section)
        before += _headings(body, list(rows))
        if section is not _section(row):
            before += _close(section)
    if not heading or _section(heading[-1]) is not _section(row):
        before += _open(body, _section(row))
    own = _clipped(body, row, 1, _spanned_before(body, row))
    return Framed("".join(before), own, "".join([*_close(_section(row)), f"</{table.name}>"]))


def _section(row: Box) -> Box | None:
    return row.parent if row.parent is not row.table else None


def _heading(table: Box, row: Box) -> list[Box]:
    rows = [part for part in table.parts if part.role == "tr" and part.start < row.start]
    head = [each for each in rows if each.parent is not None and each.parent.role == "thead"]
    if not head:
        head = list(takewhile(_is_heading, rows))
    return head[:_MOST_HEADING_ROWS]


def _is_heading(row: Box) -> bool:
    return bool(row.parts) and all(cell.role == "th" for cell in row.parts)


def _headings(body: str, rows: Sequence[Box]) -> list[str]:
    return [_clipped(body, row, len(rows) - place) for place, row in enumerate(rows)]


def _open(body: str, section: Box | None) -> list[str]:
    return [] if section is None else [body[section.start : section.opened]]


def _close(section: Box | None) -> list[str]:
    return [] if section is None else [f"</{section.name}>"]


def _clipped(body: str, row: Box, rows_left: int, spanned: Sequence[int] = ()) -> str:
    """``row`` with no cell that spans more than ``rows_left`` rows, and with empty cells as wide as
    ``spanned`` says before each of its own, the last one after them.
    """
    if row.is_plain:
        return body[row.start : row.end]
    pieces = []
    position = row.start
    for place, cell in enumerate(row.parts):
        tag = body[cell.start : cell.opened]
        if not 0 < _span(tag, "rowspan") <= rows_left:
            tag = tag_with(tag, {"rowspan": str(rows_left) if rows_left > 1 else None})
        pieces += [body[position : cell.start], _empty(spanned[place : place + 1]), tag]
        position = cell.opened
    pieces += [body[position : row.closed], _empty(spanned[len(row.parts) :])]
    return "".join([*pieces, body[row.closed : row.end]])


def _empty(widths: Sequence[int]) -> str:
    return "".join(f'<td data-spanned="" colspan="{width}"></td>' for width in widths if width)


def _span(tag: str, name: str) -> int:
    value = attributes_of(tag).get(name, "1") if name in tag else "1"
    return int(value) if value.isascii() and value.isdecimal() else 1


def _spanned_before(body: str, row: Box) -> list[int]:
    """How many columns earlier rows take up before each of the row's cells, and after the last."""
    table = row.table
    parts = table.parts if table else []
    rows = [part for part in parts if part.role == "tr" and part.parent is row.parent]
    taken: list[tuple[int, int, int]] = []
    steps = 0
    for each in rows[: rows.index(row)]:
        placed = list(_placed(body, each, taken))
        steps += len(taken) + len(each.parts)
        if steps > _MOST_STEPS:
            return []
        both = sorted([*taken, *placed])
        taken = [(first, last, left - 1) for first, last, left in both if left > 1]
    return _gaps(body, row, taken)


def _placed(
    body: str, row: Box, taken: Sequence[tuple[int, int, int]]
) -> Iterator[tuple[int, int, int]]:
    """First column, one past the last, and number of rows of each of the row's cells."""
    column = place = 0
    for cell in row.parts:
        while place < len(taken) and taken[place][0] <= column:
            column = max(column, taken[place][1])
            place += 1
        tag = body[cell.start : cell.opened]
        width = max(1, _span(tag, "colspan"))
        # 0 means all following rows.
        yield column, column + width, _span(tag, "rowspan") or len(body)
        column += width


def _gaps(body: str, row: Box, taken: Sequence[tuple[int, int, int]]) -> list[int]:
    gaps, column, place = [], 0, 0
    for cell in row.parts:
        before = column
        while place < len(taken) and taken[place][0] <= column:
            column = max(column, taken[place][1])
            place += 1
        gaps.append(column - before)
        column += max(1, _span(body[cell.start : cell.opened], "colspan"))
    after = [last - max(first, column) for first, last, _ in taken[place:]]
    return [*gaps, sum(width for width in after if width > 0)]
