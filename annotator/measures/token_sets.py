"""Answers as sets of tokens: how much two of them share (NQ's short answers).

A short answer is a set of spans, so it is the set of their tokens. Yes, no and NULL are sets of one
special token each: equal to themselves, and without anything in common with any other answer. An
empty set is not an answer and has no measure.

All measures are from the numbers of tokens that two answers share (|A ∩ B|) and that each of them
has, are from 0 to 1, and the same either way round. "to the lungs" and "the lungs" share two tokens
of three and of two.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_SUBSET, _OVERLAP = 2 / 3, 1 / 3


def f1_similarity(
    shared: NDArray[Any], one: NDArray[Any], other: NDArray[Any]
) -> NDArray[np.float64]:
    """F1 of two answers' tokens: 2 |A ∩ B| / (|A| + |B|).

    >>> float(f1_similarity(*np.array([2, 3, 2])))
    0.8
    """
    return np.asarray(2 * shared / (one + other))


def jaccard_similarity(
    shared: NDArray[Any], one: NDArray[Any], other: NDArray[Any]
) -> NDArray[np.float64]:
    """Intersection over union of two answers' tokens: |A ∩ B| / |A ∪ B|.

    >>> round(float(jaccard_similarity(*np.array([2, 3, 2]))), 3)
    0.667
    """
    return np.asarray(shared / (one + other - shared))


def masi_similarity(
    shared: NDArray[Any], one: NDArray[Any], other: NDArray[Any]
) -> NDArray[np.float64]:
    """J · M (Passonneau 2006): Jaccard, less where one answer is only part of the other.

    J = |A ∩ B| / |A ∪ B|; M is 1 for equal sets, 2/3 where one holds the other, 1/3 where they
    overlap, 0 where they share nothing.

    >>> round(float(masi_similarity(*np.array([2, 3, 2]))), 3)
    0.444
    """
    equal = (shared == one) & (shared == other)
    within = (shared == one) | (shared == other)
    monotonicity = np.where(equal, 1, np.where(within, _SUBSET, _OVERLAP))
    return jaccard_similarity(shared, one, other) * monotonicity
