"""How well the right sentence is found among all sentences (ReQA, Ahmad et al. 2019, section 3.2).

An index has one entry for each distinct pair of a sentence and its paragraph. A question's scores
rank all entries; equal scores share the mean of their ranks, as ``scipy.stats.rankdata`` has it.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.measures.undefined import UndefinedMeasureError

CUTOFFS = (1, 5, 10)
"""N of the paper's R@N."""

Scores = NDArray[np.float32]


class Ranks(NamedTuple):
    """The best rank of a right entry, and of its paragraph, for each question.

    Ranks count from 1; entries with equal scores have halves.
    """

    sentence: NDArray[np.float64]
    document: NDArray[np.float64]


def best_ranks(scores: Scores, right: Sequence[Sequence[int]]) -> NDArray[np.float64]:
    """The best rank among each question's ``right`` entries; shape (questions,).

    ``scores`` are questions × entries, the greater the better. Of n entries above the best right
    one and m with its score, itself included, its rank is n + (m + 1) / 2. The right one's score is
    taken from ``scores`` themselves: one that was computed apart differs in its last bits.

    >>> best_ranks(np.array([[3, 1, 3, 2]], dtype=np.float32), [[1, 3]]).tolist()
    [3.0]
    >>> best_ranks(np.array([[3, 1, 3, 2]], dtype=np.float32), [[2]]).tolist()
    [1.5]

    Raises ``UndefinedMeasureError`` for a question without a right entry.
    """
    own = np.empty(len(scores), dtype=scores.dtype)
    for row, places in enumerate(right):
        if not len(places):
            raise UndefinedMeasureError("a question without a right answer has no rank")
        own[row] = scores[row, list(places)].max()
    above = np.count_nonzero(scores > own[:, None], axis=1)
    equal = np.count_nonzero(scores == own[:, None], axis=1)
    ranks: NDArray[np.float64] = above + (equal + 1) / 2
    return ranks


def document_scores(scores: Scores, starts: NDArray[np.intp]) -> Scores:
    """The score of each paragraph, that of its best sentence; questions × paragraphs.

    Paragraph p has the entries ``starts[p]`` to ``starts[p + 1]``, the last one those to the end.
    """
    best: Scores = np.maximum.reduceat(scores, starts, axis=1)
    return best


def mean_reciprocal_rank(ranks: NDArray[np.float64]) -> float:
    """MRR = mean of 1 / rank; raises ``UndefinedMeasureError`` without questions.

    >>> mean_reciprocal_rank(np.array([1.0, 2.0, 4.0]))
    0.5833333333333334
    """
    if not len(ranks):
        raise UndefinedMeasureError("without questions there is no mean")
    return float(np.mean(1 / ranks))


def recall_at(ranks: NDArray[np.float64], cutoff: int) -> float:
    """R@N = the share of questions with a right answer among the first N.

    >>> recall_at(np.array([1.0, 2.0, 4.0]), 2)
    0.6666666666666666

    Raises ``UndefinedMeasureError`` without questions.
    """
    if not len(ranks):
        raise UndefinedMeasureError("without questions there is no share")
    return float(np.mean(ranks <= cutoff))


def retrieval_metrics(ranks: NDArray[np.float64]) -> dict[str, float]:
    """MRR and R@N under the paper's names."""
    recalls = {f"r@{cutoff}": recall_at(ranks, cutoff) for cutoff in CUTOFFS}
    return {"mrr": mean_reciprocal_rank(ranks), **recalls}
