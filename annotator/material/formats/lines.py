"""Streaming the lines of ``.jsonl`` and ``.jsonl.gz`` files in bounded memory."""

import io
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from annotator.material.formats.broken_json import last_key
from annotator.material.formats.fields import describe
from annotator.material.formats.json_text import BrokenJsonError, parse_json
from annotator.material.formats.problems import LineError, Problem
from annotator.material.formats.recognised import UTF8_BOM, Wanted
from annotator.material.formats.unpacking import CHUNK_BYTES, MAX_RATIO, UnpackedChunks

MAX_LINE_BYTES = 64 * 2**20

_NEWLINES = re.compile(rb"\n+")
_LONE_RETURN = re.compile(rb"\r(?!\n)")


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not empty: its number, counted from 1, and its bytes without the newline.

    ``is_open``: the file ends here without a newline, so the line may be truncated.
    """

    number: int
    data: bytes
    is_open: bool = field(default=False, compare=False)


class LineReader:
    """Reads a file line by line; gzip is recognised by its first bytes, whatever the file's name.

    Iterating gives a ``Line`` for each line that is not empty and a ``Problem`` for everything
    wrong: a line above ``max_line_bytes`` (never held in memory; reading continues after it), a
    file that is something else, a gzip stream that is truncated, damaged or a compression bomb
    (reading ends there). The incomplete last line of a truncated stream is left out. A byte order
    mark before a line is skipped: joined files have them. Word vectors lose the file's first alone.

    ``start_line`` skips the lines before it, problems call the file ``name``, and ``wanted`` is
    what it should be. With ``is_part`` the file goes on elsewhere: a last line without its end is
    left out. ``position`` and ``size`` are bytes of the file itself, for progress;
    ``on_chunk`` is called after every 256 kB, returned or skipped.
    """

    def __init__(
        self,
        path: Path,
        *,
        name: str = "",
        start_line: int = 1,
        wanted: Wanted = Wanted.LINES,
        max_line_bytes: int = MAX_LINE_BYTES,
        max_ratio: int = MAX_RATIO,
        is_part: bool = False,
        on_chunk: Callable[[], None] = lambda: None,
    ) -> None:
        self.path = path
        self.name = name or path.name
        self.size = 0
        self._start_line = start_line
        self._wanted = wanted
        self._max_line_bytes = max_line_bytes
        self._max_ratio = max_ratio
        self._is_part = is_part
        self._on_chunk = on_chunk
        self._file: io.BufferedReader | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._file:
            self._file.close()

    @property
    def position(self) -> int:
        """How many bytes of the file have been read."""
        return self._file.tell() if self._file and not self._file.closed else 0

    def __iter__(self) -> Iterator[Line | Problem]:
        try:
            self._file = self.path.open("rb")
            self.size = self.path.stat().st_size
        except OSError as error:
            yield self._problem(f"the file can't be read ({error.strerror})", "Check its path")
            return
        with self._file as file:
            chunks = UnpackedChunks(
                file,
                wanted=self._wanted,
                max_ratio=self._max_ratio,
                is_part=self._is_part,
                on_chunk=self._on_chunk,
            )
            is_log = self._wanted is Wanted.QUERIES
            yield from self._lines(_with_newlines(chunks) if is_log else iter(chunks))

    def _lines(self, chunks: Iterator[bytes | Problem]) -> Iterator[Line | Problem]:
        number, held = 1, _HeldLine(self._max_line_bytes)
        ended_badly = False
        for chunk in chunks:
            if isinstance(chunk, Problem):
                ended_badly = True
                yield chunk.at(file=self.name, line=number)
                break
            start, size = 0, len(chunk)
            while start < size:
                end = chunk.find(b"\n", start)
                if end < 0:
                    held.add(chunk[start:])
                    break
                if end > start:
                    held.add(chunk[start:end])
                yield from self._finish(number, held)
                # A run of newlines is one step: a file of nothing else is soon read.
                start = _NEWLINES.match(chunk, end).end()  # type: ignore[union-attr]
                number += start - end
        if not ended_badly and not self._is_part:
            yield from self._finish(number, held, is_open=True)

    def _finish(
        self, number: int, held: "_HeldLine", *, is_open: bool = False
    ) -> Iterator[Line | Problem]:
        length, data = held.take()
        if number < self._start_line:
            return
        if length > self._max_line_bytes:
            limit = f"{self._max_line_bytes:,}"
            yield self._problem(
                f"the line has {length:,} bytes; the limit is {limit}",
                "Leave this line out or shorten it",
                line=number,
                field=last_key(data),
            )
            return
        # Farther down, a word of GloVe's may begin with one.
        if number == 1 or self._wanted is not Wanted.VECTORS:
            data = data.removeprefix(UTF8_BOM)
        if not data.isspace() and data:
            yield Line(number, data, is_open)

    def _problem(
        self, problem: str, fix: str, *, line: int | None = None, field: str = ""
    ) -> Problem:
        return Problem(problem, fix, field=field, file=self.name, line=line)


def _with_newlines(chunks: Iterable[bytes | Problem]) -> Iterator[bytes | Problem]:
    """The chunks with a newline for each carriage return that stands alone, as old programs end
    lines. JSON lines may have one within a line, so that only query logs are read in this way.
    """
    held = b""
    for chunk in chunks:
        if isinstance(chunk, Problem):
            yield from filter(None, [held])
            held = b""
            yield chunk
            continue
        whole = held + chunk
        # What follows the last one decides what it is.
        held = b"\r" if whole.endswith(b"\r") else b""
        yield _LONE_RETURN.sub(b"\n", whole[: len(whole) - len(held)])
    if held:
        yield b"\n"


class _HeldLine:
    """The pieces of the line that is being read; what exceeds the limit is only counted."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._buffer = io.BytesIO()
        self._length = 0

    def add(self, piece: bytes) -> None:
        fitted = self._length <= self._limit
        self._length += len(piece)
        if self._length <= self._limit:
            self._buffer.write(piece)
        elif fitted:
            # The beginning is enough to say in which field the line grew too long.
            self._buffer = io.BytesIO((self._buffer.getvalue() + piece)[:CHUNK_BYTES])

    def take(self) -> tuple[int, bytes]:
        length, data = self._length, self._buffer.getvalue()
        self._buffer, self._length = io.BytesIO(), 0
        return length, data


def parse_object(line: Line) -> dict[str, Any]:
    """The JSON object that a line holds.

    Raises ``LineError``, naming the field if possible, for bytes that are not UTF-8, for broken
    JSON, for a key that appears twice, for JSON nested too deeply and for anything but an object.
    Its problems have no line: the caller places them.
    """
    try:
        value = parse_json(line.data, may_be_truncated=line.is_open)
    except BrokenJsonError as error:
        raise LineError([error.problem.at(file="", line=None)]) from error
    if not isinstance(value, dict):
        raise LineError(
            [
                Problem(
                    f"the line is {describe(value)}, not an object",
                    "Put one object in braces on each line",
                )
            ]
        )
    return value
