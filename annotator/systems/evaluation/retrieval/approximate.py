"""Ranking by an approximate index, for more answers than an exact product can take.

Answers are put into as many lists as the square root of their number, by the nearest of as many
centres (k-means). A question is compared with the answers of the ``probes`` lists whose centres
have the greatest dot products with it (faiss' IVF, Johnson et al. 2019). It needs faiss:
``make faiss``.
"""

import importlib.util
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.measures.retrieval import CUTOFFS, Floats, Ranks, Scores, first_entries
from annotator.systems.evaluation.retrieval.benchmark import BLOCK, Benchmark, Ranking
from annotator.systems.evaluation.retrieval.encoder_error import EncoderError
from annotator.systems.evaluation.retrieval.encoders import EncoderScorer

DEPTH = 100
"""Entries that are looked for: a right one beyond them has no rank."""

PROBES = 64

SAMPLE = 1_000
"""So many questions are ranked exactly too, to tell what is lost."""

SEED = 1
NOBODY = -1
"""The entry where an index found fewer than it was asked for."""


class Loss(NamedTuple):
    """What an approximate index loses on ``questions`` that were also ranked exactly.

    ``kept`` is, by N, the mean share of the exact first N that it has among its own first N.
    """

    questions: int
    kept: dict[int, float]


class ApproximateIndex:
    """The lists; ``search`` finds entries by the greatest dot products."""

    def __init__(self, answers: Scores, *, probes: int = PROBES) -> None:
        """Build it over rows of ``answers``. Raises ``EncoderError`` without faiss."""
        if importlib.util.find_spec("faiss") is None:
            raise EncoderError("--approximate needs faiss, which is not installed: make faiss")
        import faiss

        lists = max(1, round(len(answers) ** 0.5))
        self._index = faiss.index_factory(
            answers.shape[1], f"IVF{lists},Flat", faiss.METRIC_INNER_PRODUCT
        )
        self._index.cp.seed = SEED
        # Few answers for each centre are fine here.
        self._index.cp.min_points_per_centroid = 1
        rows = np.ascontiguousarray(answers)
        self._index.train(rows)
        self._index.add(rows)
        self._index.nprobe = min(probes, lists)

    def search(self, questions: Scores, depth: int = DEPTH) -> tuple[Scores, NDArray[np.intp]]:
        """Scores and entries, the greatest first; (questions, depth), ``NOBODY`` for none."""
        found: tuple[Any, Any] = self._index.search(np.ascontiguousarray(questions), depth)
        return found


def rank_approximately(
    benchmark: Benchmark,
    scorer: EncoderScorer,
    index: ApproximateIndex,
    *,
    first: int = 0,
    on_block: Callable[[int], None] = lambda _: None,
) -> Ranking:
    """As ``rank_answers``, among the entries that the index finds; a right one that it doesn't find
    has the rank ∞, so that it adds 0 to MRR and to R@N.
    """
    depth = min(DEPTH, len(benchmark.sentences))
    ranks: list[Floats] = []
    entries = []
    for start in range(0, len(benchmark.questions), BLOCK):
        questions = benchmark.questions[start : start + BLOCK]
        scores, found = index.search(scorer.vectors(questions), depth)
        right = benchmark.right[start : start + BLOCK]
        by_entry = [_ranks_of(benchmark, *row) for row in zip(scores, found, right, strict=True)]
        ranks.append(np.array(by_entry))
        entries.append(found[:, :first])
        on_block(start + len(questions))
    sentence, document = np.concatenate(ranks).T
    return Ranking(Ranks(sentence, document), np.concatenate(entries))


def _ranks_of(
    benchmark: Benchmark, scores: Scores, found: NDArray[np.intp], right: Sequence[int]
) -> tuple[float, float]:
    """The rank of the best right entry among those found, and of the best right paragraph."""
    there = found != NOBODY
    scores, found = scores[there], found[there]
    places = benchmark.paragraph_of[found]
    # The best entry of each paragraph comes first: scores descend.
    _, best = np.unique(places, return_index=True)
    paragraphs = benchmark.paragraph_of[list(right)]
    return (
        _rank(scores, np.isin(found, list(right))),
        _rank(scores[best], np.isin(places[best], paragraphs)),
    )


def _rank(scores: Scores, is_right: NDArray[np.bool_]) -> float:
    if not is_right.any():
        return np.inf
    own = scores[is_right].max()
    return float(np.count_nonzero(scores > own) + (np.count_nonzero(scores == own) + 1) / 2)


def measured_loss(benchmark: Benchmark, scorer: EncoderScorer, index: ApproximateIndex) -> Loss:
    """What the index loses, by ranking ``SAMPLE`` questions exactly too."""
    chosen = np.random.default_rng(SEED).permutation(len(benchmark.questions))[:SAMPLE]
    shared = {cutoff: 0 for cutoff in CUTOFFS if cutoff <= len(benchmark.sentences)}
    for start in range(0, len(chosen), BLOCK):
        places = chosen[start : start + BLOCK]
        vectors = scorer.vectors([benchmark.questions[place] for place in places])
        exact = first_entries(vectors @ scorer.answers.T, max(shared))
        _, found = index.search(vectors, max(shared))
        for cutoff in shared:
            shared[cutoff] += sum(
                len(np.intersect1d(one, other))
                for one, other in zip(exact[:, :cutoff], found[:, :cutoff], strict=True)
            )
    kept = {cutoff: number / cutoff / len(chosen) for cutoff, number in shared.items()}
    return Loss(len(chosen), kept)
