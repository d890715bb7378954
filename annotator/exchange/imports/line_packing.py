"""The work of a pool process on lines of a file: parse, verify and pack each of them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from annotator.exchange.imports.packed_question import PackedQuestion
from annotator.material.formats.lines import Line, parse_object
from annotator.material.formats.problems import FormatError, Problem

CHUNK_BYTES = 2**17
CHUNK_LINES = 32

Packing = Callable[[dict[str, Any], Path | None], PackedQuestion]
"""Makes a line's object ready to be stored; ``FormatError`` when it is not an example. The path is
the folder of the files that the object names, None for an upload. Can be pickled."""


@dataclass(frozen=True, slots=True)
class PackedLine:
    """A line's example, and the fields that the format doesn't know."""

    question: PackedQuestion
    unknown: tuple[str, ...]


Outcome = PackedLine | tuple[Problem, ...]
"""The result of a line: an example, or what is wrong with it, not placed yet."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Entries of a file that follow each other: lines, and problems among them."""

    entries: tuple[Line | Problem, ...]
    folder: Path | None

    @property
    def size(self) -> int:
        """How many bytes the lines have."""
        return sum(len(entry.data) for entry in self.entries if isinstance(entry, Line))


@dataclass(frozen=True, slots=True)
class LinePacking:
    """The work of a pool: a chunk's outcomes, None for each problem of it."""

    packing: Packing
    known_fields: frozenset[str]

    def __call__(self, chunk: Chunk) -> list[Outcome | None]:
        """Pack each of the chunk's lines."""
        return [
            self._outcome(entry, chunk.folder) if isinstance(entry, Line) else None
            for entry in chunk.entries
        ]

    def pack(self, line: Line, folder: Path | None) -> PackedLine:
        """Pack a line. Raises ``FormatError``."""
        value = parse_object(line)
        question = self.packing(value, folder)
        return PackedLine(question, tuple(sorted(value.keys() - self.known_fields)))

    def _outcome(self, line: Line, folder: Path | None) -> Outcome:
        try:
            return self.pack(line, folder)
        except FormatError as error:
            return error.problems


def chunks_of(entries: Iterator[Line | Problem], folder: Path | None) -> Iterator[Chunk]:
    """The entries in pieces: a small page is not a message's worth."""
    gathered: list[Line | Problem] = []
    size = 0
    for entry in entries:
        gathered.append(entry)
        size += len(entry.data) if isinstance(entry, Line) else 0
        if size >= CHUNK_BYTES or len(gathered) >= CHUNK_LINES:
            yield Chunk(tuple(gathered), folder)
            gathered, size = [], 0
    if gathered:
        yield Chunk(tuple(gathered), folder)


def placed(problems: Sequence[Problem], *, file: str, line: int) -> list[Problem]:
    """The problems of a line, with their place."""
    return [problem.at(file=file, line=line) for problem in problems]
