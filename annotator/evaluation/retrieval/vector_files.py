"""Vectors from files: ``list_texts`` writes the texts, and somebody encodes them elsewhere."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import orjson
from numpy.typing import NDArray

from annotator.evaluation.retrieval.benchmark import Benchmark
from annotator.evaluation.retrieval.encoders import EncoderError
from annotator.files.published_files import published_file

QUESTIONS, ANSWERS = "questions.jsonl", "answers.jsonl"


def list_texts(benchmark: Benchmark, folder: Path) -> None:
    """Write all questions and answers, a JSON object a line, in the order of the vectors' rows.

    Raises ``OSError`` if the folder can't be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with published_file(folder / QUESTIONS) as file:
        file.writelines(orjson.dumps({"question": text}) + b"\n" for text in benchmark.questions)
    with published_file(folder / ANSWERS) as file:
        for sentence, context in benchmark.answers:
            file.write(orjson.dumps({"sentence": sentence, "context": context}) + b"\n")


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
    try:
        rows = np.load(path, mmap_mode="r", allow_pickle=False)
    except OSError as error:
        raise EncoderError(f"{path} can't be read ({error.strerror}). Check its path.") from error
    except ValueError as error:
        raise EncoderError(
            f"{path} is not an array in .npy format. Save it with numpy.save."
        ) from error
    if not isinstance(rows, np.ndarray) or rows.ndim != 2 or len(rows) != count:  # noqa: PLR2004
        shape = getattr(rows, "shape", "no array")
        raise EncoderError(
            f"{path} has the shape {shape}. Give a row for each of the {count:,} {kind}; --list "
            "writes them in order."
        )
    found: NDArray[np.float32] = rows
    return found
