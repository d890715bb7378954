"""One encoder on one benchmark, from its name to its ranks."""

import hashlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from annotator.systems.evaluation.retrieval.benchmark import (
    Benchmark,
    Ranking,
    Scorer,
    rank_answers,
)
from annotator.systems.evaluation.retrieval.encoders import (
    Bm25Scorer,
    EncoderScorer,
    encoder_of,
)
from annotator.systems.evaluation.retrieval.kept_blocks import KeptBlocks
from annotator.systems.evaluation.retrieval.vector_files import VectorFiles

OnDone = Callable[[int], None]
"""Is told how many answers are in the index and questions ranked, both together."""


@dataclass(frozen=True, slots=True)
class Run:
    """How an encoder did, the seconds it took for the index and for a question, and the bytes of
    the index.

    Blocks of an earlier run, or of another process, count with the seconds that they took.
    """

    name: str
    ranking: Ranking
    index_seconds: float
    question_seconds: float
    index_bytes: int


def run_encoder(
    benchmark: Benchmark,
    name: str,
    *,
    vectors: tuple[Path, Path] | None = None,
    keep: Path | None = None,
    first: int = 0,
    on_done: OnDone = lambda _: None,
) -> Run:
    """Rank all questions by the encoder ``name``, or by ``vectors`` of questions and answers.

    The ranking has the ``first`` entries of each question. With ``keep``, a folder, a run that was
    killed goes on where it stopped.

    Raises ``EncoderError`` if the encoder can't be used, ``OSError`` if the folder can't be
    written.
    """
    kept = kept_blocks(keep, benchmark, name, vectors=vectors) if keep else KeptBlocks()
    clock = _Clock(kept)
    scorer = _scorer(benchmark, name, vectors, kept, on_done)
    index_seconds = clock.lap()
    answers = len(benchmark.sentences)

    def on_block(done: int) -> None:
        on_done(answers + done)

    ranking = rank_answers(benchmark, scorer, first=first, kept=kept, on_block=on_block)
    seconds = clock.lap() / max(len(benchmark.questions), 1)
    return Run(name, ranking, index_seconds, seconds, scorer.index_bytes)


def kept_blocks(
    folder: Path, benchmark: Benchmark, name: str, *, vectors: tuple[Path, Path] | None = None
) -> KeptBlocks:
    """What a run by the encoder ``name`` keeps in ``folder``."""
    return KeptBlocks(folder, _parts(benchmark, name, vectors))


class _Clock:
    """Tells seconds, with those that blocks took in an earlier run."""

    def __init__(self, kept: KeptBlocks) -> None:
        self._kept = kept
        self._last = self._now()

    def lap(self) -> float:
        """Since the last time it was asked."""
        before, self._last = self._last, self._now()
        return self._last - before

    def _now(self) -> float:
        return time.perf_counter() + self._kept.spared


def _parts(benchmark: Benchmark, name: str, vectors: tuple[Path, Path] | None) -> Iterator[str]:
    """What blocks come from: the encoder, its files if it has any, and all texts."""
    yield name
    for path in vectors or ():
        if path.exists():
            with path.open("rb") as file:
                yield hashlib.file_digest(file, "sha256").hexdigest()
    yield from benchmark.texts


def _scorer(
    benchmark: Benchmark,
    name: str,
    vectors: tuple[Path, Path] | None,
    kept: KeptBlocks,
    on_done: OnDone,
) -> Scorer:
    if name == "bm25" and not vectors:
        return Bm25Scorer(benchmark)
    encoder = VectorFiles(benchmark, *vectors) if vectors else encoder_of(name)
    return EncoderScorer(encoder, benchmark, kept=kept, on_block=on_done)
