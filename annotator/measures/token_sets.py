"""Answers as sets of tokens: how much two of them share (NQ's short answers).

A short answer is a set of spans, so it is the set of their tokens. Yes, no and NULL are sets of one
special token each: equal to themselves, and without anything in common with any other answer. An
empty set is not an answer and has no measure.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from collections.abc import Set as AbstractSet
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.measures.undefined import UndefinedMeasureError

Tokens = frozenset[Hashable]
Similarity = Callable[[NDArray[Any], NDArray[Any], NDArray[Any]], NDArray[np.float64]]
"""From the numbers of shared tokens and of the tokens of both answers."""

_SUBSET, _OVERLAP = 2 / 3, 1 / 3


def token_set(
    spans: Iterable[tuple[int, int]], *, yes_no: str = "NONE", page: Hashable = None
) -> Tokens:
    """A short answer's tokens: ``spans`` are first and last (exclusive) token, NULL without any.

    ``page`` distinguishes tokens of different pages, for measures that compare across examples.

    >>> sorted(token_set([(3, 5), (9, 10)]))
    [3, 4, 9]
    >>> token_set([], yes_no="YES"), token_set([])
    (frozenset({'YES'}), frozenset({'NULL'}))

    Raises ``ValueError`` for a span without tokens, and for yes or no together with spans.
    """
    places = list(spans)
    if any(start >= end for start, end in places):
        raise ValueError("a span has at least one token")
    if yes_no != "NONE":
        if places:
            raise ValueError("an answer is yes or no, or it has spans, and not both")
        return frozenset([yes_no])
    tokens = {token for start, end in places for token in range(start, end)}
    if not tokens:
        return frozenset(["NULL"])
    return frozenset(tokens if page is None else {(page, token) for token in tokens})


def token_f1(one: AbstractSet[Hashable], other: AbstractSet[Hashable]) -> float:
    """F1 of two answers' tokens, 0 to 1: 2 |A ∩ B| / (|A| + |B|), the same either way round.

    "to the lungs" and "the lungs" share two tokens of three and of two:

    >>> token_f1(token_set([(7, 10)]), token_set([(8, 10)]))
    0.8

    Raises ``UndefinedMeasureError`` for an empty set.
    """
    return _of_two(f1_similarity, one, other)


def token_iou(one: AbstractSet[Hashable], other: AbstractSet[Hashable]) -> float:
    """Intersection over union of two answers' tokens, 0 to 1: |A ∩ B| / |A ∪ B|.

    >>> round(token_iou(token_set([(7, 10)]), token_set([(8, 10)])), 3)
    0.667

    Raises ``UndefinedMeasureError`` for an empty set.
    """
    return _of_two(jaccard_similarity, one, other)


def masi_distance(one: AbstractSet[Hashable], other: AbstractSet[Hashable]) -> float:
    """1 - J · M (Passonneau 2006), 0 to 1: Jaccard, milder where one answer is part of the other.

    J = |A ∩ B| / |A ∪ B|; M is 1 for equal sets, 2/3 where one holds the other, 1/3 where they
    overlap, 0 where they share nothing.

    >>> round(masi_distance(token_set([(7, 10)]), token_set([(8, 10)])), 3)
    0.556

    Raises ``UndefinedMeasureError`` for an empty set.
    """
    return 1 - _of_two(masi_similarity, one, other)


def f1_similarity(
    shared: NDArray[Any], one: NDArray[Any], other: NDArray[Any]
) -> NDArray[np.float64]:
    """``token_f1`` on arrays of numbers of tokens."""
    return np.asarray(2 * shared / (one + other))


def jaccard_similarity(
    shared: NDArray[Any], one: NDArray[Any], other: NDArray[Any]
) -> NDArray[np.float64]:
    """``token_iou`` on arrays of numbers of tokens."""
    return np.asarray(shared / (one + other - shared))


def masi_similarity(
    shared: NDArray[Any], one: NDArray[Any], other: NDArray[Any]
) -> NDArray[np.float64]:
    """1 - ``masi_distance`` on arrays of numbers of tokens."""
    equal = (shared == one) & (shared == other)
    within = (shared == one) | (shared == other)
    monotonicity = np.where(equal, 1, np.where(within, _SUBSET, _OVERLAP))
    return jaccard_similarity(shared, one, other) * monotonicity


def _of_two(
    similarity: Similarity, one: AbstractSet[Hashable], other: AbstractSet[Hashable]
) -> float:
    _check(one)
    _check(other)
    counts = (len(one & other), len(one), len(other))
    return float(similarity(*(np.asarray(each) for each in counts)))


def _check(tokens: AbstractSet[Hashable]) -> None:
    if not tokens:
        raise UndefinedMeasureError("an answer without tokens shares nothing; NULL is a token")
