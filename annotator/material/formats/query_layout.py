"""How a query log is laid out, by its first lines: what parts the cells, and which cell is what."""

import csv
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NoReturn

from annotator.material.formats.problems import FormatError, Problem

SAMPLE_LINES = 100
JSON_LINES = "JSON lines"
QUOTED = "text in quotation marks"
NAMES = {
    "query": ("query", "question", "text", "question_text", "q", "search_term", "keyword"),
    "count": ("count", "frequency", "freq", "n"),
    "user": ("user", "user_id", "uid", "anon_id", "session", "session_id"),
    "time": ("time", "timestamp", "ts", "query_time", "date", "datetime", "at"),
}
"""What a column or key can be called, whatever its case, blanks and hyphens. The first of them
counts where a log has several.
"""
_SEPARATORS = ("\t", ",", ";", "|", "^", "~", "\x01", "\x1f")
_TABLES = {",": "CSV", ";": "CSV with semicolons", "\t": "TSV"}
_USUAL = _SEPARATORS[:4]
_BLANKS = "  "
# Parts cells where every line has one. A heading with one may be a query: "question: who won it".
_COLON = ":"
_SEPARATOR_NAMES = {
    _BLANKS: "two or more blanks",
    "\t": "a tab",
    "\x01": "Ctrl-A",
    "\x1f": "a unit separator",
}
_HINT = re.compile(r"\"?sep=(\t|[^\s\w\"])\"?\s*", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:amp;)*#?\w{2,32};")
_QUOTED = re.compile(r'"(?:[^"]|"")*"')
_QUOTED_TEXT = re.compile(r'\s*"(?:[^"\\]|""|\\.)*"\s*')
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_ARRAY = re.compile(r"\[\s*(?:[\"\[{\]\d-]|$)")
_W3C_HEAD = re.compile(r"#(?:Software|Version|Date|Fields|Start-Date):")
_WEB_LOG = re.compile(r"\bHTTP/\d|[?&]\w+=[^\s&]+&\w+=|^(?:https?://|/)\S*\?\w+=")
_LEADING_ID = re.compile(r"\s*(?=\S*\d)[\w.:/@-]+\s+\S")
_ID = re.compile(r"(?=\S*\d)[\w.:/-]+")
_TITLE = re.compile(r"\s*(?:[^\s\d]+\s+){0,3}[^\s\d]*\s*")
_LONGEST_QUOTED = 200
WHOLE = re.compile(r"([0-9]+)(?:\.0+)?")
"""A whole number; tables with a missing count write 3 as 3.0."""


class Tabs(csv.excel):
    """A table with tabs, in which quotes are text."""

    quoting = csv.QUOTE_NONE


@dataclass(frozen=True, slots=True)
class Layout:
    """How to read a log.

    ``separator`` is "" for text and JSON lines. ``columns`` says where each field is, and
    ``heading`` what the columns are called; without one it is empty. ``has_hint``: the first line
    is ``sep=,``, as Excel writes it.
    """

    name: str
    separator: str = ""
    columns: Mapping[str, int] = field(default_factory=dict)
    heading: tuple[str, ...] = ()
    has_hint: bool = False

    @property
    def named_columns(self) -> dict[str, str]:
        """What the file calls each column that is read; empty without a heading."""
        return {name: self.heading[at] for name, at in self.columns.items() if self.heading}

    @property
    def ignored(self) -> tuple[str, ...]:
        """Columns that are not read."""
        read = {*self.columns.values()}
        return tuple(
            name for at, name in enumerate(self.heading) if at not in read and name.strip()
        )


def layout_of(lines: Sequence[str]) -> Layout:
    """The layout of a log that begins with ``lines``, up to ``SAMPLE_LINES`` of them.

    Text has one query on each line, and nothing that parts each line into cells: what is a table
    without a heading that names the queries, is refused, because its cells may be ids of people.
    Raises ``FormatError`` that says why.
    """
    if not lines:
        return Layout("text")
    hint = _HINT.fullmatch(lines[0])
    rows = lines[1:] if hint else lines
    head = rows[0] if rows else ""
    if _ARRAY.match(head):
        _refuse(
            "this is a JSON array, not JSON lines",
            "Write each query on a line of its own, as `jq -r '.[]'` does with texts and "
            "`jq -c '.[]'` with objects",
        )
    if head.lstrip().startswith("{"):
        return Layout(JSON_LINES)
    separator = hint[1] if hint else ""
    found = _with_heading(rows, (separator,) if separator else _SEPARATORS)
    layout = found or _without_heading(rows, separator)
    return replace(layout, has_hint=bool(hint))


def fields_of(names: Iterable[str]) -> dict[str, str]:
    """Which of these names, of columns or keys, stands for each field.

    Raises ``FormatError`` where two that are alike stand for one.
    """
    given: dict[str, list[str]] = {}
    for name in names:
        given.setdefault(_plain(name), []).append(name)
    found: dict[str, str] = {}
    for name, known in NAMES.items():
        there = [given[plain] for each in known if (plain := _plain(each)) in given]
        if not there:
            continue
        if len(there[0]) > 1:
            _refuse(
                f"the name {_bare(there[0][0])} is there twice",
                f"Rename the one that isn't the {name}",
                field=name,
            )
        found[name] = there[0][0]
    return found


def _plain(name: str) -> str:
    """A column's name without case, blanks, hyphens, quotation marks and byte order marks."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", name).casefold()))


def _bare(name: str) -> str:
    return name.strip().lstrip("\ufeff").strip('"')


def known_names() -> str:
    """The names that are read, as a sentence without a full stop."""
    lists = (f"{', '.join(names)} for the {field}" for field, names in NAMES.items())
    return f"These names are read: {'; '.join(lists)}"


def _with_heading(rows: Sequence[str], separators: Sequence[str]) -> Layout | None:
    """The table that a heading with a name for the queries begins."""
    head = rows[0] if rows else ""
    for separator in separators:
        try:
            heading = next(csv.reader([head], delimiter=separator), [])
        except csv.Error:
            continue
        fields = fields_of(heading)
        is_told_later = len(heading) == 1 and len(separators) > 1 and separator != ","
        if "query" not in fields or is_told_later:
            continue
        _check_parted_alike(heading, separator)
        alone = [row for row in rows[1:] if separator not in row]
        if 2 * len(alone) >= len(rows):
            # Most rows have one cell. What if something else parts them?
            _check_one_column(rows[0], alone)
        columns = {field: heading.index(name) for field, name in fields.items()}
        return Layout(
            _TABLES.get(separator, "a table"), separator, columns, (*map(_bare, heading),)
        )
    return None


def _without_heading(rows: Sequence[str], separator: str) -> Layout:
    """Text, or a table with tabs."""
    _refuse_web_log(rows)
    rows = [row for row in rows if not row.startswith("#")] or rows
    separator = separator or _shared_separator(rows)
    if separator == "\t":
        return _table_with_tabs(rows)
    if separator:
        _refuse_heading(rows[0] if rows else "", separator)
    _refuse_numbered(rows)
    is_quoted = bool(rows) and all(map(_QUOTED_TEXT.fullmatch, rows))
    return Layout(QUOTED if is_quoted else "text")


def _check_parted_alike(heading: Sequence[str], separator: str) -> None:
    """Refuse a heading in which something else parts the names of two fields, such as users."""
    for other in (each for each in _SEPARATORS if each != separator):
        for cell in heading:
            if other in cell and fields_of(cell.split(other)):
                _refuse(
                    f"the heading has {_named(separator)} and {_named(other)} between its names",
                    "Part the cells of all lines alike",
                )


def _check_one_column(head: str, rows: Sequence[str]) -> None:
    if rows and (shared := _shared_separator(rows)):
        _refuse(
            f"the heading {_quoted(head)} is not parted by {_named(shared)}, and the rows are",
            "Name every column in the heading, and put a query that has the separator in it in "
            "quotation marks",
        )


def _shared_separator(lines: Sequence[str]) -> str:
    """What parts every line into cells, or most of them without a blank after it; "" if nothing
    does. What is in quotation marks doesn't count, nor the ends of entities (``&#39;``) and the
    commas of ``1,000``.
    """
    bare = [
        _ENTITY.sub("x", _THOUSANDS.sub("", _QUOTED.sub("x", line.strip(" ")))) for line in lines
    ]
    for separator in (*_SEPARATORS, _BLANKS, _COLON):
        tight = re.compile(rf"{re.escape(separator)}(?=\S)")
        number = sum(separator in line for line in bare)
        tight_number = sum(bool(tight.search(line)) for line in bare)
        in_every_line = number == len(bare) and (number > 1 or tight_number)
        # No query has a tab.
        in_most_lines = bool(number) if separator == "\t" else 2 * tight_number > len(bare)
        if (in_every_line or in_most_lines) and (number > 1 or separator in _USUAL):
            return separator
    return ""


def _table_with_tabs(rows: Sequence[str]) -> Layout:
    """A table with tabs and without a heading: queries with their counts, or ids with queries."""
    cells = [[cell.strip() for cell in row.split("\t")] for row in rows]
    first = [row[0] for row in cells]
    second = [row[1] for row in cells if len(row) > 1]
    if max(map(len, cells), default=0) == 2:  # noqa: PLR2004 - nobody knows what a third one is
        numbers = sum(map(_is_count, second))
        if _is_count(second[0]) and 2 * numbers >= len(second):
            return Layout("TSV without a heading", "\t", {"query": 0, "count": 1})
        are_ids = all(map(_ID.fullmatch, first)) and len({*first}) == len(first)
        if are_ids and len(second) == len(first) and not any(map(_ID.fullmatch, second)):
            return Layout("TSV with an id before each query", "\t", {"query": 1})
    return _refuse_heading("".join(rows[:1]), "\t")


def _is_count(cell: str) -> bool:
    return not cell or bool(WHOLE.fullmatch(cell))


def _refuse_heading(head: str, separator: str) -> NoReturn:
    is_heading = all(_TITLE.fullmatch(cell) for cell in head.split(separator))
    # What isn't one may have ids of people, which no list of problems may keep.
    what = f"the heading {_quoted(head)} names no" if is_heading else "no heading names the"
    _refuse(
        f"{what} column with queries, and the lines have {_named(separator)} between their cells",
        f"Begin the file with a heading. {known_names()}. Other columns are ignored. "
        "Text has one query on each line and nothing else",
    )


def _refuse_web_log(rows: Sequence[str]) -> None:
    is_w3c = bool(rows) and bool(_W3C_HEAD.match(rows[0]))
    if is_w3c or 2 * sum(bool(_WEB_LOG.search(row)) for row in rows) > len(rows):
        _refuse(
            "the lines are addresses or a web server's log",
            "Give the queries alone, or a table whose heading names them",
        )


def _refuse_numbered(rows: Sequence[str]) -> None:
    if len(rows) > 1 and all(map(_LEADING_ID.match, rows)):
        _refuse(
            "every line begins with a number, a time or an id",
            "Part the cells with tabs or commas, and begin the file with a heading. "
            f"{known_names()}",
        )


def _named(separator: str) -> str:
    return _SEPARATOR_NAMES.get(separator, f"“{separator}”")


def _quoted(head: str) -> str:
    return f"“{head[:_LONGEST_QUOTED]}{'…' if len(head) > _LONGEST_QUOTED else ''}”"


def _refuse(problem: str, fix: str, *, field: str = "") -> NoReturn:
    raise FormatError([Problem(problem, fix, field=field)])
