"""Word vectors in GloVe's text format: a word and its numbers to a line, separated by blanks."""

import math
import re
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from annotator.material.formats.lines import Line, LineReader
from annotator.material.formats.problems import FormatError, Problem
from annotator.material.formats.recognised import Wanted
from annotator.systems.readers.model.vocabulary import MOST_WORDS

MOST_NUMBERS = 1024
MAX_LINE_BYTES = 2**16


@dataclass(frozen=True, slots=True)
class WordVectors:
    """A vector, a row of ``rows``, for each word."""

    words: dict[str, int]
    rows: NDArray[np.float32]

    @property
    def size(self) -> int:
        """How many numbers a vector has."""
        return int(self.rows.shape[1])


def read_word_vectors(path: Path) -> WordVectors:
    """The first 100,000 words of a file, plain or gzip; in GloVe's they are the most frequent ones.

    Raises ``FormatError`` for what ``LineReader`` finds, at the first line that isn't a word with
    as many finite numbers as the first line's, in UTF-8, and at a word that appears twice.
    """
    words: dict[str, int] = {}
    rows: list[NDArray[np.float32]] = []
    with LineReader(path, wanted=Wanted.VECTORS, max_line_bytes=MAX_LINE_BYTES) as lines:
        for line in islice(lines, MOST_WORDS):
            if isinstance(line, Problem):
                raise FormatError([line])
            word, row = _read(line, path.name, len(rows[0]) if rows else None)
            if word in words:
                raise _problem(
                    path.name, line.number, f"the word {word} appears twice", "Remove this line"
                )
            words[word] = len(rows)
            rows.append(row)
    if not rows:
        raise _problem(path.name, None, "the file is empty", "Give one in GloVe's text format")
    return WordVectors(words, np.stack(rows))


_CONFLICT = re.compile(r"(?:<{7}|={7}|>{7}|\|{7})(?: [^\d-]|$)")


def _read(line: Line, name: str, size: int | None) -> tuple[str, NDArray[np.float32]]:
    number, fix = line.number, "Write a word and its numbers, separated by blanks"
    try:
        text = line.data.decode().rstrip("\r")
    except UnicodeDecodeError:
        raise _problem(name, number, "this is not UTF-8", "Save the file as UTF-8") from None
    word, *numbers = text.rstrip(" ").split(" ")
    if size is not None and any(map(_is_no_number, numbers[:-size])):
        # GloVe's largest file has some words with blanks in them, such as ". . .".
        word, numbers = " ".join([word, *numbers[:-size]]), numbers[-size:]
    if _CONFLICT.match(text):
        problem = "this is a mark of a conflict that Git left in the file"
        raise _problem(name, number, problem, "Fetch the file again")
    if not word or not numbers:
        raise _problem(name, number, "there is no word with numbers", fix)
    if size is None and word.isdecimal() and len(numbers) == 1 and numbers[0].isdecimal():
        problem = "this is the first line of word2vec's format, not a word's vector"
        raise _problem(name, number, problem, "Remove this line")
    if len(numbers) > MOST_NUMBERS:
        raise _problem(name, number, f"{len(numbers):,} numbers are too many", "Take 1,024 or less")
    if size is not None and len(numbers) != size:
        problem = f"{word} has {len(numbers):,} numbers, the first line has {size:,}"
        raise _problem(name, number, problem, f"Give each word {size:,} numbers")
    try:
        row = [float(each) for each in numbers]
    except ValueError:
        raise _problem(name, number, f"a number of {word} can't be read", fix) from None
    if not all(map(math.isfinite, row)):
        raise _problem(name, number, f"a number of {word} is not finite", fix)
    return word, np.array(row, dtype=np.float32)


def _is_no_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return True
    return False


def _problem(name: str, line: int | None, problem: str, fix: str) -> FormatError:
    return FormatError([Problem(problem, fix, file=name, line=line)])
