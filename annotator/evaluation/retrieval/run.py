"""One encoder on one benchmark, from its name to its ranks."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from annotator.evaluation.retrieval.benchmark import Benchmark, Ranking, Scorer, rank_answers
from annotator.evaluation.retrieval.encoders import Bm25Scorer, EncoderScorer, encoder_of
from annotator.evaluation.retrieval.kept_blocks import KeptBlocks
from annotator.evaluation.retrieval.vector_files import VectorFiles

OnDone = Callable[[int], None]
"""Is told how many answers are in the index and questions ranked, both together."""


@dataclass(frozen=True, slots=True)
class Run:
    """How an encoder did, and the seconds it took: for the index, and for a question.

    Blocks that were kept from an earlier run take no time.
    """

    name: str
    ranking: Ranking
    index_seconds: float
    question_seconds: float


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
    killed goes on where it stopped. Raises ``EncoderError`` if the encoder can't be used,
    ``OSError`` where the folder can't be written.
    """
    # Vectors in files are there already, and their files may change.
    kept = KeptBlocks() if vectors else KeptBlocks(keep, (name, *benchmark.texts))
    began = time.perf_counter()
    scorer = _scorer(benchmark, name, vectors, kept, on_done)
    indexed = time.perf_counter()
    answers = len(benchmark.sentences)
    ranking = rank_answers(
        benchmark,
        scorer,
        first=first,
        kept=kept,
        on_block=lambda done: on_done(answers + done),
    )
    ended = time.perf_counter()
    return Run(name, ranking, indexed - began, (ended - indexed) / max(len(benchmark.questions), 1))


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
