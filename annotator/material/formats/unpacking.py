"""The content of a file, unpacked where it is gzip, in bounded memory."""

import gzip
import io
import zlib
from collections.abc import Callable, Iterator
from typing import Any, cast

from isal import igzip, isal_zlib

from annotator.material.formats.problems import FormatError, Problem
from annotator.material.formats.recognised import GZIP, HEAD_BYTES, Wanted, refuse_content

CHUNK_BYTES = 2**18
SIP_BYTES = 2**15
# NQ's files compress by a factor of 10 to 30. Deflate itself cannot do more than 1,032.
MAX_RATIO = 200
RATIO_COUNTS_FROM = 16 * 2**20
MAX_FILE_BYTES = 512 * 2**20

# Its stubs call the class an exception.
_IGZIP_ERROR = cast("type[Exception]", isal_zlib.IsalError)


class UnpackedChunks:
    """Chunks of what is in ``file``; gzip is recognised by its first bytes.

    Iterating ends with a ``Problem`` if the file is a pipe or not what is ``wanted``, or is
    truncated or damaged gzip or a compression bomb. With ``is_part``, gzip may end early.
    ``on_chunk`` is called after every 256 kB.
    """

    def __init__(
        self,
        file: io.BufferedIOBase,
        *,
        wanted: Wanted,
        max_ratio: int = MAX_RATIO,
        is_part: bool = False,
        on_chunk: Callable[[], None] = lambda: None,
    ) -> None:
        self._file = file
        self._wanted = wanted
        self._max_ratio = max_ratio
        self._is_part = is_part
        self._on_chunk = on_chunk
        self._unpacked = 0

    def __iter__(self) -> Iterator[bytes | Problem]:
        if not self._file.seekable():
            yield Problem("this is not a file", "Save what it delivers to a file, and give that")
            return
        head = self._file.read(HEAD_BYTES)
        self._file.seek(0)
        if head.startswith(GZIP):
            yield from self._gzip_chunks()
        elif foreign := refuse_content(head, wanted=self._wanted):
            yield foreign
        else:
            while chunk := self._file.read1(CHUNK_BYTES):
                self._on_chunk()
                yield chunk

    def _gzip_chunks(self) -> Iterator[bytes | Problem]:
        source: gzip.GzipFile = igzip.IGzipFile(fileobj=_Sips(self._file))  # type: ignore[no-untyped-call]
        while True:
            try:
                # Unlike read, read1 returns what was unpacked before the damage.
                chunk = source.read1(CHUNK_BYTES)
            except (EOFError, OSError, zlib.error, _IGZIP_ERROR) as error:
                if isinstance(source, igzip.IGzipFile):
                    source = self._after_what_was_read()
                    continue
                is_cut = isinstance(error, EOFError)
                if is_cut and self._is_part:
                    return
                what = "truncated" if is_cut else f"damaged ({error})"
                yield Problem(
                    f"the gzip file is {what}", "Transfer it again; `gzip -t` must accept it"
                )
                return
            if not chunk:
                return
            foreign = None if self._unpacked else refuse_content(chunk, wanted=self._wanted)
            self._unpacked += len(chunk)
            if problem := foreign or self._bomb():
                yield problem
                return
            self._on_chunk()
            yield chunk

    def _after_what_was_read(self) -> gzip.GzipFile:
        """A reader a third as fast, which returns everything before the damage."""
        self._file.seek(0)
        source, left = gzip.GzipFile(fileobj=self._file), self._unpacked
        while left:
            left -= len(source.read1(min(left, CHUNK_BYTES)))
        return source

    def _bomb(self) -> Problem | None:
        packed = max(self._file.tell(), 1)
        if self._unpacked <= max(RATIO_COUNTS_FROM, self._max_ratio * packed):
            return None
        return Problem(
            f"the gzip file unpacks to more than {self._max_ratio} times its size",
            "Unpack it first if you really want to import it",
        )


class _Sips(io.RawIOBase):
    """A file that returns a little at a time, so that its position shows how much was unpacked.

    ISA-L asks for 512 kB at once, which a bomb can fill with 100 MB that look harmless.
    """

    def __init__(self, file: io.BufferedIOBase) -> None:
        self._file = file

    def readinto(self, buffer: Any) -> int:
        return self._file.readinto(memoryview(buffer)[:SIP_BYTES])


def read_unpacked(
    file: io.BufferedIOBase, *, name: str, wanted: Wanted, max_bytes: int = MAX_FILE_BYTES
) -> bytes:
    """All that is in ``file``, unpacked; ``name`` is how problems call it.

    Raises ``FormatError`` for what ``UnpackedChunks`` finds, and above ``max_bytes``.
    """
    content = io.BytesIO()
    for chunk in UnpackedChunks(file, wanted=wanted):
        if isinstance(chunk, Problem):
            raise FormatError([chunk.at(file=name, line=None)])
        content.write(chunk)
        if content.tell() > max_bytes:
            problem = f"the file has more than {max_bytes:,} bytes, the limit"
            fix = "Split it, one part for each split of the data"
            raise FormatError([Problem(problem, fix, file=name)])
    return content.getvalue()
