"""A CSV file of questions and their pages, as the lines that ``import_pages`` reads."""

import csv
import gzip
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from annotator.workspace.jobs.context import JobFailedError

COLUMNS = {
    "question_text": ("question_text", "question"),
    "document_url": ("document_url", "url"),
    "document_title": ("document_title", "title", "page"),
    "document_html": ("document_html", "html"),
    "example_id": ("example_id", "id"),
    "split": ("split",),
}
"""By field of a line, the names that a column may have for it, whatever their case."""

_GZIP = b"\x1f\x8b"
_ENDINGS = (".csv", ".csv.gz")
_MOST_LETTERS = 2**26
_LARGEST = 18


def as_lines(path: Path, *, lines: Path) -> Path:
    """The file itself or, where it is a CSV file, ``lines`` with its rows as JSON lines.

    Each row is on the line on which it ends in the CSV file, so that problems name that line.
    Raises ``JobFailedError`` for a file without the columns or that isn't UTF-8.
    """
    if not path.name.lower().endswith(_ENDINGS) or not path.is_file():
        return path
    csv.field_size_limit(_MOST_LETTERS)
    try:
        with _opened(path) as table, lines.open("w", encoding="utf-8") as written:
            _write(csv.reader(table), written, path.name)
    except (UnicodeDecodeError, csv.Error, OSError, EOFError) as error:
        raise JobFailedError(
            f"{path.name} can't be read as CSV: {error}. Save it as CSV in UTF-8."
        ) from error
    return lines


@contextmanager
def _opened(path: Path) -> Iterator[TextIO]:
    with path.open("rb") as file:
        is_packed = file.read(len(_GZIP)) == _GZIP
    with gzip.open(path, "rb") if is_packed else path.open("rb") as binary:
        unpacked: Any = binary
        with io.TextIOWrapper(unpacked, encoding="utf-8-sig", newline="") as text:
            yield text


def _write(rows: Any, written: TextIO, name: str) -> None:
    header = [each.strip().lower() for each in next(rows, [])]
    places = {
        field: next((header.index(each) for each in names if each in header), None)
        for field, names in COLUMNS.items()
    }
    if places["question_text"] is None or places["document_url"] == places["document_title"]:
        raise JobFailedError(
            f"{name} lacks a column. Name the columns in its first line: question, and title or"
            " url of the page. For questions alone, import the file as a query log."
        )
    line = 1
    for row in rows:
        given = {
            field: row[place].strip()
            for field, place in places.items()
            if place is not None and place < len(row) and row[place].strip()
        }
        if given:
            written.write("\n" * (rows.line_num - line) + json.dumps(_line(given)))
            line = rows.line_num
    written.write("\n")


def _line(given: dict[str, str]) -> dict[str, Any]:
    """A row as a line: numbers are numbers, and a title that is an address is one."""
    line: dict[str, Any] = dict(given)
    if "document_url" not in line and line.get("document_title", "").startswith("http"):
        line["document_url"] = line.pop("document_title")
    number = line.get("example_id", "")
    if number.removeprefix("-").isdecimal() and len(number) <= _LARGEST:
        line["example_id"] = int(number)
    if "document_html" in line:
        line = {"document_url": "", "document_title": "", **line}
    return line
