"""Vectors from files: ``list_texts`` writes the texts, and somebody encodes them elsewhere."""

import tokenize
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import orjson
from numpy.typing import NDArray

from annotator.foundation.files.published_files import published_file
from annotator.systems.evaluation.models import VectorsOf
from annotator.systems.evaluation.retrieval.benchmark import Benchmark
from annotator.systems.evaluation.retrieval.encoder_error import EncoderError

_MAGIC = b"\x93NUMPY"
_WRONG_HEADER = (
    *(ValueError, TypeError, SyntaxError, LookupError, EOFError, OverflowError),
    *(RecursionError, MemoryError, tokenize.TokenError),
)
"""Errors that NumPy and Python's parser raise for a header with odd words."""

_NUMBERS = "fiu"
"""The kinds of NumPy's types that are real numbers."""


def text_lines(benchmark: Benchmark, part: VectorsOf) -> Iterator[bytes]:
    """All questions or answers, a JSON object a line, in the order of the vectors' rows."""
    if part == VectorsOf.QUESTIONS:
        for text in benchmark.questions:
            yield orjson.dumps({"question": text}) + b"\n"
        return
    for sentence, context in benchmark.answers:
        yield orjson.dumps({"sentence": sentence, "context": context}) + b"\n"


def list_texts(benchmark: Benchmark, folder: Path) -> None:
    """Write questions.jsonl and answers.jsonl.

    Raises ``OSError`` if the folder can't be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for part in VectorsOf:
        with published_file(folder / f"{part}.jsonl") as file:
            file.writelines(text_lines(benchmark, part))


class VectorFiles:
    """An encoder that looks vectors up: row i is that of the benchmark's question or answer i."""

    def __init__(self, benchmark: Benchmark, questions: Path, answers: Path) -> None:
        self._questions = _rows(questions, len(benchmark.questions), "questions")
        self._answers = _rows(answers, len(benchmark.sentences), "answers")
        self._of_question = {text: row for row, text in enumerate(benchmark.questions)}
        self._of_answer = {pair: row for row, pair in enumerate(benchmark.answers)}

    def encode_questions(self, questions: Sequence[str]) -> NDArray[np.float32]:
        """The questions' rows."""
        return _of(self._questions, [self._of_question[text] for text in questions])

    def encode_answers(self, answers: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        """The answers' rows."""
        return _of(self._answers, [self._of_answer[pair] for pair in answers])


def _of(rows: NDArray[np.float32], places: list[int]) -> NDArray[np.float32]:
    return np.asarray(rows[places], dtype=np.float32)


def _rows(path: Path, count: int, kind: str) -> NDArray[np.float32]:
    rows = _array(path)
    is_numeric = rows is not None and rows.dtype.kind in _NUMBERS
    if rows is None or not is_numeric:
        raise EncoderError(
            f"{path.name} is not an array of numbers in .npy format. Save it with numpy.save."
        )
    if rows.ndim != 2 or len(rows) != count:  # noqa: PLR2004 - rows and columns
        raise EncoderError(
            f"{path.name} has the shape {rows.shape}. Give a row for each of the {count:,} {kind}, "
            f"in the order of {kind}.jsonl."
        )
    return rows


def _array(path: Path) -> NDArray[np.float32] | None:
    """The array in a file; None where it is something else. Nothing in it is run."""
    try:
        with path.open("rb") as file:
            if file.read(len(_MAGIC)) != _MAGIC:
                return None
        found: NDArray[np.float32] = np.load(path, mmap_mode="r", allow_pickle=False)
    except OSError as error:
        raise EncoderError(
            f"{path.name} can't be read ({error.strerror}). Check its path."
        ) from error
    except _WRONG_HEADER:
        return None
    return found
