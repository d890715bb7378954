"""Query logs: plain text, CSV, TSV or JSON lines, recognised by their content."""

import csv
import json
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

from annotator.foundation.names.naming import without_turning
from annotator.material.formats.fields import check_text, describe
from annotator.material.formats.lines import Line, LineReader, parse_object
from annotator.material.formats.problems import FormatError, Problem
from annotator.material.formats.query_layout import (
    JSON_LINES,
    QUOTED,
    SAMPLE_LINES,
    WHOLE,
    Layout,
    Tabs,
    fields_of,
    layout_of,
)
from annotator.material.formats.query_spelling import decode_query
from annotator.material.formats.recognised import Wanted

MAX_QUERY_CHARACTERS = 2_000
MAX_LINE_BYTES = 2**20
_LARGEST_COUNT = 10**12
_MOST_LINES = 20
_COLUMNS_WITHOUT_HEADING = 2
_CELLS = re.compile(r"\t|[,;|^~\x01\x1f]\s*\"?\d{4}-\d\d-\d\d")
# Of a row: a cell with more of them is a quotation mark that somebody forgot to close.


@dataclass(frozen=True, slots=True)
class LoggedQuery:
    """A query of a log. ``user`` is "" and ``at`` is None if the file doesn't say. ``is_decoded``
    is whether the file has entities or escapes in it.
    """

    line: int
    text: str
    count: int = 1
    user: str = ""
    at: datetime | None = None
    is_decoded: bool = field(default=False, compare=False)


Entry = LoggedQuery | Problem


class QueryFile:
    """Reads a log. Iterating gives a query for each entry and a ``Problem`` for each bad one.

    ``layout_of`` says how it is laid out; a log that it refuses is one ``Problem``, and ``layout``
    is None then and before iterating. With ``is_part``, only the beginning of a log is at ``path``.
    """

    def __init__(
        self,
        path: Path,
        *,
        name: str = "",
        is_part: bool = False,
        on_chunk: Callable[[], None] = lambda: None,
    ) -> None:
        self.name = name or path.name
        self.has_users = False
        self.layout: Layout | None = None
        self._path = path
        self._is_part = is_part
        self._on_chunk = on_chunk

    def __iter__(self) -> Iterator[Entry]:
        with LineReader(
            self._path,
            name=self.name,
            wanted=Wanted.QUERIES,
            max_line_bytes=MAX_LINE_BYTES,
            is_part=self._is_part,
            on_chunk=self._on_chunk,
        ) as reader:
            for entry in self._entries(iter(reader)):
                if isinstance(entry, Problem):
                    yield entry.at(file=self.name, line=entry.line)
                else:
                    self.has_users = self.has_users or bool(entry.user)
                    yield entry

    def _entries(self, lines: Iterator[Line | Problem]) -> Iterator[Entry]:
        first = list(islice(lines, SAMPLE_LINES))
        sample = [each for each in first if isinstance(each, Line)]
        try:
            layout = layout_of([each.data.decode(errors="replace") for each in sample])
        except FormatError as error:
            yield error.problems[0].at(file="", line=sample[0].number)
            return
        self.layout = layout
        rest = chain(first, lines)
        if layout.name == JSON_LINES:
            yield from _from_json(rest)
        elif layout.separator:
            yield from _from_table(rest, layout)
        else:
            yield from _from_text(rest, layout)


def _from_json(lines: Iterator[Line | Problem]) -> Iterator[Entry]:
    for line in lines:
        if isinstance(line, Problem):
            yield line
            continue
        try:
            value = parse_object(line)
            value = {name: each for name, each in value.items() if each is not None}
            given = {field: value[name] for field, name in fields_of(value).items()}
        except FormatError as error:
            yield from (problem.at(file="", line=line.number) for problem in error.problems)
            continue
        yield _query(line.number, given)


def _from_table(lines: Iterator[Line | Problem], layout: Layout) -> Iterator[Entry]:
    source = _TextLines(lines)
    if layout.has_hint:
        next(source, None)
    rows = _rows(source, layout.separator)
    if layout.heading:
        next(rows, None)
    most = len(layout.heading) or _COLUMNS_WITHOUT_HEADING
    for row in rows:
        yield from source.take_problems()
        if isinstance(row, Problem):
            yield row
        elif any(map(str.strip, row[most:])):
            yield _too_many_cells(row, most, layout.separator, source.line)
        else:
            given = _cells(row, layout.columns)
            yield _with_cells(given["query"], source.line) or _query(source.line, given)
    yield from source.take_problems()


def _too_many_cells(row: Sequence[str], most: int, separator: str, line: int) -> Problem:
    """A query with the separator in it, which would lose its end."""
    fix = "Put a cell that has the separator in it in quotation marks"
    return Problem(
        f"the row has {len(row)} cells, and the heading {most}",
        "Write a space in place of a tab in a cell" if separator == "\t" else fix,
        line=line,
    )


def _rows(source: "_TextLines", separator: str) -> Iterator[list[str] | Problem]:
    """The rows, each with a ``Problem`` in its place where its quotation marks don't match.

    Such a row is its first line alone: an opening mark must not swallow those that follow.
    """
    read = partial(csv.reader, dialect=Tabs if separator == "\t" else csv.excel)
    while True:
        taken: list[tuple[int, str]] = []
        try:
            row = next(read(source.take(_MOST_LINES, taken), delimiter=separator, strict=True))
        except StopIteration:
            return
        except csv.Error as error:
            number, text = taken[0]
            source.give_back(taken)
            yield _row_alone(text, separator) or Problem(
                f"the row can't be read ({error})",
                "Close every quotation mark, and double those inside a cell",
                line=number,
            )
        else:
            yield row


def _row_alone(line: str, separator: str) -> list[str]:
    """The cells of a line with marks inside a cell, such as ``"hello" lyrics``; none where a mark
    stays open.
    """
    rest = iter((line, ""))
    try:
        row = next(csv.reader(rest, delimiter=separator))
    except csv.Error:
        return []
    # An open cell has taken the next line, too.
    return row if next(rest, None) is not None else []


def _cells(row: Sequence[str], columns: Mapping[str, int]) -> dict[str, str]:
    cells = {field: row[at].strip() for field, at in columns.items() if at < len(row)}
    return {"query": "", **{field: cell for field, cell in cells.items() if cell}}


def _from_text(lines: Iterator[Line | Problem], layout: Layout) -> Iterator[Entry]:
    source = _TextLines(lines)
    for text in source:
        yield from source.take_problems()
        bare = _unquoted(text) if layout.name == QUOTED else text
        yield _with_cells(text, source.line) or _query(source.line, {"query": bare})
    yield from source.take_problems()


def _with_cells(text: str, line: int) -> Problem | None:
    """What is wrong with a query that other cells were joined to, perhaps with ids of people."""
    if not _CELLS.search(text):
        return None
    fix = "Begin the file with a heading, and part its cells and those of all lines alike"
    return Problem("there are several cells where a query should be", fix, "query", line=line)


def _unquoted(text: str) -> str:
    """The text in quotation marks, which JSON or CSV may have put there."""
    try:
        return str(json.loads(text))
    except ValueError:
        return text.strip().removeprefix('"').removesuffix('"').replace('""', '"')


class _TextLines(Iterator[str]):
    """The lines as text; what is wrong with one is kept for ``take_problems``."""

    def __init__(self, lines: Iterator[Line | Problem]) -> None:
        self.line = 0
        self._lines = lines
        self._again: deque[tuple[int, str]] = deque()
        self._problems: list[Problem] = []

    def __next__(self) -> str:
        if self._again:
            self.line, text = self._again.popleft()
            return text
        for line in self._lines:
            if isinstance(line, Problem):
                self._problems.append(line)
                continue
            self.line = line.number
            try:
                return line.data.decode()
            except UnicodeDecodeError:
                self._problems.append(
                    Problem("the line is not UTF-8", "Save the file as UTF-8", line=line.number)
                )
        raise StopIteration

    def take(self, most: int, taken: list[tuple[int, str]]) -> Iterator[str]:
        """Up to so many lines with their ends, which are all that separates the words of a cell
        with several lines. Those that were read are noted in ``taken``.
        """
        for text in islice(self, most):
            taken.append((self.line, text))
            yield f"{text}\n"

    def give_back(self, taken: Sequence[tuple[int, str]]) -> None:
        """Go back to the first of these lines, and deliver the others again."""
        self.line = taken[0][0]
        self._again.extendleft(reversed(taken[1:]))

    def take_problems(self) -> list[Problem]:
        problems, self._problems = self._problems, []
        return problems


def _query(line: int, given: dict[str, Any]) -> Entry:
    """A query of its fields, as text or as JSON has them."""
    try:
        written = _text_of(given)
        text = " ".join(decode_query(written).split())
        user = str(given.get("user", ""))
        is_decoded = text != written
        return LoggedQuery(line, text, _count_of(given), user, _time_of(given), is_decoded)
    except FormatError as error:
        return error.problems[0].at(file="", line=line)


def _text_of(given: dict[str, Any]) -> str:
    text = given.get("query")
    if text is None:
        raise _wrong("query", "the field is missing", "Add the query's text")
    if not isinstance(text, str):
        raise _wrong("query", f"{describe(text)} is not a string", "Write the query's text")
    text = " ".join(without_turning(text).split())
    problem = check_text(text, "query", required=True, longest=MAX_QUERY_CHARACTERS)
    if problem:
        raise FormatError([problem])
    return text


def _count_of(given: dict[str, Any]) -> int:
    value = given.get("count", 1)
    text = value if isinstance(value, str) else str(value)
    whole = WHOLE.fullmatch(text)
    digits = whole[1].lstrip("0") if whole else ""
    # int() refuses thousands of digits in its own way.
    if not 1 <= len(digits) <= len(str(_LARGEST_COUNT)) or int(digits) > _LARGEST_COUNT:
        fix = "Write a whole number of at least 1"
        raise _wrong("count", f"{describe(value)} is not a count", fix)
    return int(digits)


def _time_of(given: dict[str, Any]) -> datetime | None:
    value = given.get("time")
    if value is None or value == "":
        return None
    # As seconds, 20260131 would be a day of 1970.
    is_day = len(str(value)) == len("YYYYMMDD") and str(value).isdecimal()
    try:
        if is_day or (isinstance(value, str) and not value.replace(".", "", 1).isdecimal()):
            at = datetime.fromisoformat(str(value))
        else:
            at = datetime.fromtimestamp(float(value), UTC)
        return at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)
    except (OverflowError, OSError, TypeError, ValueError):
        raise _wrong(
            "time", f"{describe(value)} is not a time", "Write it as 2026-01-31T12:00:00"
        ) from None


def _wrong(field: str, problem: str, fix: str) -> FormatError:
    return FormatError([Problem(problem, fix, field=field)])
