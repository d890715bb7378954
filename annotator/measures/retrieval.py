"""How well the right sentence is found among all sentences (ReQA, Ahmad et al. 2019, section 3.2).

An index has one entry for each distinct pair of a sentence and its paragraph. A question's scores
rank all entries; equal scores share the mean of their ranks, as ``scipy.stats.rankdata`` has it.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.measures.intervals.undefined import UndefinedMeasureError

CUTOFFS = (1, 5, 10)
"""N of the paper's R@N."""

Scores = NDArray[np.float32]
Floats = NDArray[np.float64]


class Ranks(NamedTuple):
    """The best rank of a right entry, and of its paragraph, for each question.

    Ranks count from 1; entries with equal scores have halves.
    """

    sentence: Floats
    document: Floats


def best_ranks(scores: Scores, right: Sequence[Sequence[int]]) -> Floats:
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
    ranks: Floats = above + (equal + 1) / 2
    return ranks


def first_entries(scores: Scores, count: int) -> NDArray[np.intp]:
    """The ``count`` entries with the greatest scores, in order; shape (questions, count).

    Of equal scores the earlier entry comes first; among those that share the last place, any may be
    chosen.

    >>> first_entries(np.array([[3, 1, 3, 2]], dtype=np.float32), 3).tolist()
    [[0, 2, 3]]
    """
    if not count:
        return np.empty((len(scores), 0), dtype=np.intp)
    some = np.sort(np.argpartition(-scores, count - 1, axis=1)[:, :count], axis=1)
    order = np.argsort(-np.take_along_axis(scores, some, axis=1), axis=1, kind="stable")
    return np.take_along_axis(some, order, axis=1)


def document_scores(scores: Scores, starts: NDArray[np.intp]) -> Scores:
    """The score of each paragraph, that of its best sentence; questions × paragraphs.

    Paragraph p has the entries ``starts[p]`` to ``starts[p + 1]``, the last one to the end.
    """
    best: Scores = np.maximum.reduceat(scores, starts, axis=1)
    return best


def by_question(ranks: Floats) -> dict[str, Floats]:
    """What each question adds to the paper's figures, which are the means over questions.

    MRR = mean of 1 / rank; R@N = share of questions with a right answer among the first N. Shape
    (questions,) each.

    >>> found = by_question(np.array([1.0, 2.0, 8.0]))
    >>> found["mrr"].tolist(), found["r@5"].tolist()
    ([1.0, 0.5, 0.125], [1.0, 1.0, 0.0])

    Raises ``UndefinedMeasureError`` without questions.
    """
    found = recalls(ranks, CUTOFFS)
    return {"mrr": 1 / ranks, **{f"r@{cutoff}": share for cutoff, share in found.items()}}


def recalls(ranks: Floats, cutoffs: Sequence[int]) -> dict[int, Floats]:
    """1 for each question with a rank of at most N and 0 for others, by N; shape (questions,) each.

    Raises ``UndefinedMeasureError`` without questions.
    """
    if not len(ranks):
        raise UndefinedMeasureError("without questions there is nothing to measure")
    return {cutoff: (ranks <= cutoff).astype(np.float64) for cutoff in cutoffs}
