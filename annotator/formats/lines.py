"""Streaming the lines of ``.jsonl`` and ``.jsonl.gz`` files in bounded memory."""

import gzip
import io
import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self, cast

import orjson
from isal import igzip, isal_zlib

from annotator.formats.problems import LineError, Problem

MAX_LINE_BYTES = 64 * 2**20
CHUNK_BYTES = 2**18
SIP_BYTES = 2**15
# NQ's files compress by a factor of 10 to 30. Deflate itself cannot do more than 1,032.
MAX_RATIO = 200
RATIO_COUNTS_FROM = 16 * 2**20

# Its stubs call the class an exception.
_IGZIP_ERROR = cast("type[Exception]", isal_zlib.IsalError)
_GZIP = b"\x1f\x8b"
_UTF8_BOM = b"\xef\xbb\xbf"
_FOREIGN = {
    b"PK\x03\x04": "a ZIP archive",
    b"PK\x05\x06": "a ZIP archive",
    b"BZh": "a bzip2 file",
    b"\xfd7zXZ\x00": "an xz file",
    b"\x28\xb5\x2f\xfd": "a Zstandard file",
    b"\xff\xfe": "a UTF-16 file",
    b"\xfe\xff": "a UTF-16 file",
}
_NEWLINES = re.compile(rb"\n+")
_KEY = re.compile(rb'"([A-Za-z_]{1,40})"\s*:')


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is not empty: its number, counted from 1, and its bytes without the newline."""

    number: int
    data: bytes


class LineReader:
    """Reads a file line by line; gzip is recognised by its first bytes, whatever its name is.

    Iterating gives a ``Line`` for each line that is not empty and a ``Problem`` for whatever is
    wrong: a line above ``max_line_bytes`` (never held in memory; reading goes on after it), a
    gzip stream that is cut off, damaged or a compression bomb (reading ends there). A last line
    that a cut-off stream leaves incomplete is not given out.

    ``start_line`` skips the lines before it, ``name`` is how problems call the file.
    ``position`` and ``size`` are bytes of the file itself, for progress; ``on_chunk`` is called
    after every 256 kB, given out or skipped.
    """

    def __init__(
        self,
        path: Path,
        *,
        name: str = "",
        start_line: int = 1,
        max_line_bytes: int = MAX_LINE_BYTES,
        max_ratio: int = MAX_RATIO,
        on_chunk: Callable[[], None] = lambda: None,
    ) -> None:
        self.path = path
        self.name = name or path.name
        self.size = 0
        self._start_line = start_line
        self._max_line_bytes = max_line_bytes
        self._max_ratio = max_ratio
        self._on_chunk = on_chunk
        self._file: io.BufferedReader | None = None
        self._unpacked = 0

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
            head = file.read(8)
            file.seek(0)
            foreign = next((what for magic, what in _FOREIGN.items() if head.startswith(magic)), "")
            if foreign:
                yield self._problem(
                    f"this is {foreign}", "Give JSON lines in UTF-8, plain or compressed with gzip"
                )
                return
            yield from self._lines(self._stream(file, is_gzip=head.startswith(_GZIP)))

    def _stream(self, file: io.BufferedReader, *, is_gzip: bool) -> Iterator[bytes | Problem]:
        """Chunks of the unpacked file; a ``Problem`` at the end where it ends badly."""
        source: gzip.GzipFile | io.BufferedReader = file
        if is_gzip:
            source = igzip.IGzipFile(fileobj=_Sips(file))  # type: ignore[no-untyped-call]
        while True:
            try:
                # Unlike read, read1 gives what was unpacked before the damage.
                chunk = source.read1(CHUNK_BYTES)
            except (EOFError, OSError, zlib.error, _IGZIP_ERROR) as error:
                if isinstance(source, igzip.IGzipFile):
                    source = self._after_what_was_read(file)
                    continue
                is_cut = isinstance(error, EOFError)
                what = "cut off" if is_cut else f"damaged ({error})"
                yield self._problem(
                    f"the gzip file is {what}", "Transfer it again; `gzip -t` must accept it"
                )
                return
            if not chunk:
                return
            self._unpacked += len(chunk)
            if is_gzip and self._is_bomb():
                yield self._problem(
                    f"the gzip file unpacks to more than {self._max_ratio} times its size",
                    "Unpack it first if it really is what you want to import",
                )
                return
            self._on_chunk()
            yield chunk

    def _after_what_was_read(self, file: io.BufferedReader) -> gzip.GzipFile:
        """A reader a third as fast, which gives all that lies before the damage."""
        file.seek(0)
        source, left = gzip.GzipFile(fileobj=file), self._unpacked
        while left:
            left -= len(source.read1(min(left, CHUNK_BYTES)))
        return source

    def _is_bomb(self) -> bool:
        packed = max(self.position, 1)
        return self._unpacked > RATIO_COUNTS_FROM and self._unpacked > self._max_ratio * packed

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
        if not ended_badly:
            yield from self._finish(number, held)

    def _finish(self, number: int, held: "_HeldLine") -> Iterator[Line | Problem]:
        length, data = held.take()
        if number < self._start_line:
            return
        if length > self._max_line_bytes:
            limit = f"{self._max_line_bytes:,}"
            yield self._problem(
                f"the line has {length:,} bytes; the limit is {limit}",
                "Leave this page out or shorten it",
                line=number,
                field=_last_key(data),
            )
            return
        if number == 1:
            data = data.removeprefix(_UTF8_BOM)
        if not data.isspace() and data:
            yield Line(number, data)

    def _problem(
        self, problem: str, fix: str, *, line: int | None = None, field: str = ""
    ) -> Problem:
        return Problem(problem, fix, field=field, file=self.name, line=line)


class _Sips(io.RawIOBase):
    """A file that gives a little at a time, so that its position tells how much was unpacked.

    ISA-L asks for 512 kB at once, in which a bomb has room for 100 MB that look harmless.
    """

    def __init__(self, file: io.BufferedReader) -> None:
        self._file = file

    def readinto(self, buffer: Any) -> int:
        return self._file.readinto(memoryview(buffer)[:SIP_BYTES])


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


def _last_key(data: bytes) -> str:
    """The last object key that begins in ``data``: where in the line something happens."""
    found = None
    for match in _KEY.finditer(data):
        found = match
    return found.group(1).decode() if found else ""


def parse_object(line: Line) -> dict[str, Any]:
    """The JSON object that a line holds.

    Raises ``LineError``, naming the field as well as it can be told, for bytes that are no UTF-8,
    for broken JSON, for JSON nested too deeply and for anything that is no object.
    """
    try:
        value = orjson.loads(line.data)
    except orjson.JSONDecodeError as error:
        raise LineError([_explain(line.data, error)]) from error
    if not isinstance(value, dict):
        raise LineError(
            [Problem("the line is no JSON object", "Put one object in braces on each line")]
        )
    return value


def _explain(data: bytes, error: orjson.JSONDecodeError) -> Problem:
    try:
        text = data.decode()
    except UnicodeDecodeError as wrong:
        return Problem(
            f"byte {wrong.start + 1} of the line ({data[wrong.start]:#04x}) is no UTF-8",
            "Save the file as UTF-8",
            field=_last_key(data[: wrong.start]),
        )
    before = text[: error.pos].encode(errors="replace")
    reason = error.msg.split(":")[0]
    return Problem(
        f"the JSON is broken at character {error.pos + 1} of the line ({reason})",
        "Write the whole example on this line as valid JSON; a file may have been cut off here",
        field=_last_key(before),
    )
