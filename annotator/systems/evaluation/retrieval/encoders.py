"""Scorers of questions against answers: BM25, and encoders of questions and answers.

An encoder is a class without arguments and with two methods:

    class MyEncoder:
        def encode_questions(self, questions: list[str]) -> np.ndarray: ...
        def encode_answers(self, answers: list[tuple[str, str]]) -> np.ndarray: ...

The first gets the texts of questions, the second sentences, each with its paragraph. Both give a
row of float32 for each; the dot product of two rows is their score (ReQA, section 2).
"""

import importlib
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from annotator.measures.bm25 import Bm25Index
from annotator.measures.retrieval import Scores, document_scores
from annotator.systems.evaluation.retrieval.benchmark import Benchmark
from annotator.systems.evaluation.retrieval.encoder_error import EncoderError
from annotator.systems.evaluation.retrieval.kept_blocks import NOTHING_KEPT, KeptBlocks, Make

ENCODE_AT_ONCE = 1_000


class Encoder(Protocol):
    """Turns questions and answers into vectors of one length."""

    def encode_questions(self, questions: list[str]) -> NDArray[np.float32]:
        """A row for each question."""

    def encode_answers(self, answers: list[tuple[str, str]]) -> NDArray[np.float32]:
        """A row for each pair of a sentence and its paragraph."""


class EncoderScorer:
    """Scores by dot products of an encoder's vectors; a paragraph has its best sentence's."""

    def __init__(
        self,
        encoder: Encoder,
        benchmark: Benchmark,
        *,
        kept: KeptBlocks = NOTHING_KEPT,
        on_block: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Encode all answers but the ``kept`` ones; ``on_block`` is told how many are done."""
        self._encoder = encoder
        self._starts = benchmark.starts
        number = len(benchmark.sentences)
        makers = answer_makers(encoder, benchmark)
        blocks = kept.all(makers, lambda done: on_block(min(done * ENCODE_AT_ONCE, number)))
        self._answers = np.concatenate(blocks)

    @property
    def answers(self) -> Scores:
        """The vectors of all answers, a row each."""
        return self._answers

    @property
    def index_bytes(self) -> int:
        """What the answers' vectors take."""
        return self._answers.nbytes

    def score(self, questions: Sequence[str]) -> tuple[Scores, Scores]:
        """Questions × entries, and questions × paragraphs."""
        scores: Scores = self.vectors(questions) @ self._answers.T
        return scores, document_scores(scores, self._starts)

    def vectors(self, questions: Sequence[str]) -> Scores:
        """A row for each question, of the answers' length."""
        encoded = self._encoder.encode_questions(list(questions))
        encoded = _checked(encoded, len(questions), "encode_questions")
        if encoded.shape[1] != self._answers.shape[1]:
            raise EncoderError(
                f"encode_questions gives {encoded.shape[1]} numbers each and encode_answers "
                f"{self._answers.shape[1]}. Give vectors of one length."
            )
        return encoded


def answer_makers(encoder: Encoder, benchmark: Benchmark) -> dict[str, Make]:
    """What encodes each block of answers, by the block's name; they raise ``EncoderError``."""
    answers = benchmark.answers
    return {
        f"answers-{start:08}": partial(
            _encoded_answers, encoder, answers[start : start + ENCODE_AT_ONCE]
        )
        for start in range(0, len(answers), ENCODE_AT_ONCE)
    }


def _encoded_answers(encoder: Encoder, answers: list[tuple[str, str]]) -> NDArray[np.float32]:
    return _checked(encoder.encode_answers(answers), len(answers), "encode_answers")


class Bm25Scorer:
    """BM25 (Robertson and Zaragoza 2009) with the defaults of ``bm25s`` and English stop words.

    Sentences are scored among sentences and paragraphs among paragraphs, as in the paper's Table 3.
    """

    def __init__(self, benchmark: Benchmark) -> None:
        self._sentences = Bm25Index(benchmark.sentences)
        self._paragraphs = Bm25Index(benchmark.paragraphs)

    @property
    def index_bytes(self) -> int:
        """What the two matrices of scores take, without their words."""
        return self._sentences.bytes + self._paragraphs.bytes

    def score(self, questions: Sequence[str]) -> tuple[Scores, Scores]:
        """Questions × entries, and questions × paragraphs."""
        return self._sentences.score(questions), self._paragraphs.score(questions)


def encoder_of(name: str) -> Encoder:
    """The encoder called ``name``: ``minilm``, or ``MODULE:CLASS`` for one of one's own.

    The module is looked for in the working directory, too. Raises ``EncoderError`` if there is no
    such encoder.
    """
    if name == "minilm":
        from annotator.systems.evaluation.retrieval.minilm import MiniLm

        return MiniLm.installed()
    module, found, of_class = name.partition(":")
    if not found or not module or module.startswith(".") or not of_class:
        raise EncoderError(f"There is no encoder {name}. Give bm25, minilm or MODULE:CLASS.")
    return _load(module, of_class)


def _load(module: str, name: str) -> Encoder:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        make = getattr(importlib.import_module(module), name)
    except ImportError as error:
        raise EncoderError(f"{module} can't be imported ({error}). Check its name.") from error
    except AttributeError as error:
        raise EncoderError(f"{module} has no class {name}. Check its name.") from error
    try:
        encoder = make()
    except TypeError as error:
        raise EncoderError(
            f"{name} can't be made ({error}). Give a class that needs no arguments."
        ) from error
    missing = [
        method
        for method in ("encode_questions", "encode_answers")
        if not callable(getattr(encoder, method, None))
    ]
    if missing:
        raise EncoderError(f"{name} has no method {missing[0]}. Add it; docs/retrieval.md has one.")
    loaded: Encoder = encoder
    return loaded


def _checked(vectors: object, count: int, method: str) -> NDArray[np.float32]:
    """The encoder's vectors as float32; raises ``EncoderError`` for another shape or no number."""
    array = np.asarray(vectors, dtype=np.float32)
    if array.ndim != 2 or len(array) != count:  # noqa: PLR2004 - rows and columns
        given = f"{method} gives an array of shape {array.shape} for {count} texts"
        raise EncoderError(f"{given}. Give a row for each.")
    if not np.isfinite(array).all():
        raise EncoderError(f"{method} gives a number that is not finite. Check the encoder.")
    return array
