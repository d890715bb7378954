"""A CSV file of questions and their pages, as the lines that ``import_pages`` reads."""

import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TextIO

from annotator.material.formats.problems import Problem
from annotator.material.formats.recognised import Wanted
from annotator.material.formats.unpacking import UnpackedChunks
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

_ENDINGS = (".csv", ".csv.gz")
_MOST_LETTERS = 2**26
_LARGEST = 18


def as_lines(path: Path, *, lines: Path, on_chunk: Callable[[], None]) -> Path:
    """The file itself or, where it is a CSV file, ``lines`` with its rows as JSON lines.

    Each row is on the line on which it ends in the CSV file, so that problems name that line.
    ``on_chunk`` is called after every 256 kB. Raises ``JobFailedError`` for a file without the
    columns, that isn't UTF-8, or that ``UnpackedChunks`` refuses.
    """
    if not path.name.lower().endswith(_ENDINGS) or not path.is_file():
        return path
    csv.field_size_limit(_MOST_LETTERS)
    try:
        with path.open("rb") as file, lines.open("w", encoding="utf-8") as written:
            chunks = UnpackedChunks(file, wanted=Wanted.QUERIES, on_chunk=on_chunk)
            binary = io.BufferedReader(_Content(iter(chunks), path.name))
            with io.TextIOWrapper(binary, encoding="utf-8-sig", newline="") as table:
                _write(csv.reader(table), written, path.name)
    except (UnicodeDecodeError, csv.Error, OSError) as error:
        raise JobFailedError(
            f"{path.name} can't be read as CSV: {error}. Save it as CSV in UTF-8."
        ) from error
    return lines


class _Content(io.RawIOBase):
    """Chunks as a file. Reading raises ``JobFailedError`` where they end with a problem."""

    def __init__(self, chunks: Iterator[bytes | Problem], name: str) -> None:
        self._chunks, self._name = chunks, name
        self._left = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._left:
            chunk = next(self._chunks, b"")
            if isinstance(chunk, Problem):
                raise JobFailedError(str(chunk.at(file=self._name, line=None)))
            self._left = memoryview(chunk)
        size = min(len(buffer), len(self._left))
        buffer[:size], self._left = self._left[:size], self._left[size:]
        return size


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
