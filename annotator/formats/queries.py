"""Query logs: plain text, CSV, TSV or JSON lines, recognised by their content."""

import csv
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

from annotator.formats.fields import check_text, describe
from annotator.formats.lines import Line, LineReader, parse_object
from annotator.formats.problems import FormatError, Problem
from annotator.formats.recognised import Wanted

MAX_QUERY_CHARACTERS = 2_000
MAX_LINE_BYTES = 2**20
# The first of them counts where a log has several.
_NAMES = {
    "query": ("query", "question", "text", "question_text", "q", "search_term", "keyword"),
    "count": ("count", "frequency", "freq", "n"),
    "user": ("user", "user_id", "userid", "anonid", "session"),
    "time": ("time", "timestamp", "querytime", "query_time", "date", "at"),
}
_LARGEST_COUNT = 10**12
_MOST_LINES = 20
# Of a row: a cell with more of them is a quotation mark that somebody forgot to close.


@dataclass(frozen=True, slots=True)
class LoggedQuery:
    """A query of a log. ``user`` is "" and ``at`` is None if the file doesn't say."""

    line: int
    text: str
    count: int = 1
    user: str = ""
    at: datetime | None = None


Entry = LoggedQuery | Problem


class QueryFile:
    """Reads a log. Iterating gives a query for each entry and a ``Problem`` for each bad one.

    JSON lines begin with a brace; a table has a heading with a name for the queries (``query``,
    ``question``, ``text``, …) and perhaps for ``count``, ``user`` and ``time``, in any order; a
    file with tabs and without a heading has the query first and a count second; everything else is
    text, one query on each line.
    """

    def __init__(
        self, path: Path, *, name: str = "", on_chunk: Callable[[], None] = lambda: None
    ) -> None:
        self.name = name or path.name
        self.has_users = False
        self._path = path
        self._on_chunk = on_chunk

    def __iter__(self) -> Iterator[Entry]:
        with LineReader(
            self._path,
            name=self.name,
            wanted=Wanted.QUERIES,
            max_line_bytes=MAX_LINE_BYTES,
            on_chunk=self._on_chunk,
        ) as reader:
            for entry in self._entries(iter(reader)):
                if isinstance(entry, Problem):
                    yield entry.at(file=self.name, line=entry.line)
                else:
                    self.has_users = self.has_users or bool(entry.user)
                    yield entry

    def _entries(self, lines: Iterator[Line | Problem]) -> Iterator[Entry]:
        first = list(islice(lines, 1))
        rest = chain(first, lines)
        head = first[0].data if first and isinstance(first[0], Line) else b""
        if head.lstrip().startswith(b"{"):
            return _from_json(rest)
        for separator in ("\t", ",", ";"):
            if separator.encode() in head and (columns := _columns_of(head, separator)):
                return _from_table(rest, separator, columns, has_heading=True)
        if _columns_of(head, ","):
            return _from_table(rest, ",", _columns_of(head, ","), has_heading=True)
        if b"\t" in head:
            return _from_table(rest, "\t", {"query": 0, "count": 1}, has_heading=False)
        return _from_text(rest)


class _Tabs(csv.excel):
    """A table with tabs, in which quotes are text."""

    quoting = csv.QUOTE_NONE


def _columns_of(head: bytes, separator: str) -> dict[str, int]:
    """Which column has what, by the heading; empty if it names no query."""
    try:
        row = next(csv.reader([head.decode()], delimiter=separator), [])
    except (UnicodeDecodeError, csv.Error):
        return {}
    columns = {field: row.index(name) for field, name in _fields_of(row).items()}
    return columns if "query" in columns else {}


def _fields_of(names: Iterable[str]) -> dict[str, str]:
    """Which of these names, of columns or keys, stands for each field."""
    given: dict[str, str] = {}
    for name in names:
        # A program that did not know a byte order mark may have put it into the first name.
        plain = name.strip().lstrip("\ufeff").casefold()
        given.setdefault(plain.replace(" ", "_"), name)
    return {
        field: next(given[name] for name in known if name in given)
        for field, known in _NAMES.items()
        if not given.keys().isdisjoint(known)
    }


def _from_json(lines: Iterator[Line | Problem]) -> Iterator[Entry]:
    for line in lines:
        if isinstance(line, Problem):
            yield line
            continue
        try:
            value = parse_object(line)
        except FormatError as error:
            yield from (problem.at(file="", line=line.number) for problem in error.problems)
            continue
        value = {name: each for name, each in value.items() if each is not None}
        given = {field: value[name] for field, name in _fields_of(value).items()}
        yield _query(line.number, given)


def _from_table(
    lines: Iterator[Line | Problem], separator: str, columns: dict[str, int], *, has_heading: bool
) -> Iterator[Entry]:
    source = _TextLines(lines)
    rows = _rows(source, separator)
    heading = next(rows, None) if has_heading else None
    for row in rows:
        yield from source.take_problems()
        if isinstance(row, Problem):
            yield row
        elif isinstance(heading, list) and any(map(str.strip, row[len(heading) :])):
            yield _too_many_cells(row, heading, separator, source.line)
        else:
            yield _query(source.line, _cells(row, columns))
    yield from source.take_problems()


def _too_many_cells(
    row: Sequence[str], heading: Sequence[str], separator: str, line: int
) -> Problem:
    """A query with the separator in it, which would lose its end."""
    fix = "Put a cell that has a comma or semicolon in it in quotation marks"
    return Problem(
        f"the row has {len(row)} cells, and the heading {len(heading)}",
        "Write a space in place of a tab in a cell" if separator == "\t" else fix,
        line=line,
    )


def _rows(source: "_TextLines", separator: str) -> Iterator[list[str] | Problem]:
    """The rows, each with a ``Problem`` in its place where its quotation marks don't match.

    Such a row is its first line alone: an opening mark must not swallow those that follow.
    """
    read = partial(csv.reader, dialect=_Tabs if separator == "\t" else csv.excel)
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


def _cells(row: Sequence[str], columns: dict[str, int]) -> dict[str, str]:
    cells = {field: row[at].strip() for field, at in columns.items() if at < len(row)}
    return {field: cell for field, cell in cells.items() if cell or field == "query"}


def _from_text(lines: Iterator[Line | Problem]) -> Iterator[Entry]:
    source = _TextLines(lines)
    for text in source:
        yield from source.take_problems()
        yield _query(source.line, {"query": text})
    yield from source.take_problems()


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
        text = _text_of(given)
        return LoggedQuery(
            line, text, _count_of(given), str(given.get("user", "")), _time_of(given)
        )
    except FormatError as error:
        return error.problems[0].at(file="", line=line)


def _text_of(given: dict[str, Any]) -> str:
    text = given.get("query")
    if text is None:
        raise _wrong("query", "the field is missing", "Add the query's text")
    if not isinstance(text, str):
        raise _wrong("query", f"{describe(text)} is not a string", "Write the query's text")
    text = " ".join(text.split())
    problem = check_text(text, "query", required=True, longest=MAX_QUERY_CHARACTERS)
    if problem:
        raise FormatError([problem])
    return text


def _count_of(given: dict[str, Any]) -> int:
    value = given.get("count", 1)
    text = value if isinstance(value, str) else str(value)
    digits = text.lstrip("0") if text.isascii() and text.isdecimal() else ""
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
