"""Counting out all ways to draw references from an example's annotations, exactly.

Of N annotations, ``nulls`` are NULL and ``counts`` have the others by answer. k of them are drawn
without replacement, each set of k with the same probability. Everything is an exact fraction.
"""

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

_PATTERNS_KEPT = 4096


class Expected(NamedTuple):
    """Probabilities for one example: what ``evaluation.Outcomes`` has for all."""

    correct: Fraction
    hit: Fraction
    answered: Fraction
    answerable: Fraction


@lru_cache(maxsize=_PATTERNS_KEPT)
def enough_drawn(size: int, non_null: int, drawn: int, beta: int) -> Fraction:
    """P(g ≥ β): at least β of ``drawn`` annotations are among the ``non_null`` of ``size``.

    Σ_{j≥β} C(G, j) C(N-G, k-j) / C(N, k)

    >>> enough_drawn(25, 2, 5, 2)
    Fraction(1, 30)
    """
    ways = sum(comb(non_null, j) * comb(size - non_null, drawn - j) for j in range(beta, drawn + 1))
    return Fraction(ways, comb(size, drawn))


@lru_cache(maxsize=_PATTERNS_KEPT)
def expect_prediction(size: int, non_null: int, same: int, k: int, beta: int) -> Fraction:
    """P(g ≥ β and a reference says what is predicted), where k of ``size`` annotations are drawn.

    Of the ``non_null`` ones, ``same`` say it: Σ_{j≥β} (C(G, j) - C(G-c, j)) C(N-G, k-j) / C(N, k),
    from all draws with j non-null references those in which none says it are subtracted. Where all
    are drawn this is 0 or 1.

    >>> expect_prediction(3, 2, 1, 2, 1), expect_prediction(3, 2, 1, 3, 2)
    (Fraction(2, 3), Fraction(1, 1))
    """
    ways = sum(
        (comb(non_null, j) - comb(non_null - same, j)) * comb(size - non_null, k - j)
        for j in range(beta, k + 1)
    )
    return Fraction(ways, comb(size, k))


def expect_single(nulls: int, counts: tuple[int, ...], k: int, beta: int) -> Expected:
    """One annotation predicts, k of the others are references.

    With G non-null ones, c of which say what is predicted, the hit has probability Σ_{j≥β} (C(G-1,
    j) - C(G-c, j)) C(N-G, k-j) / C(N-1, k): from all draws with j non-null references, those in
    which none says the same are subtracted.

    >>> expect_single(1, (3,), 2, 2).hit
    Fraction(1, 4)
    """
    non_null = sum(counts)
    size = nulls + non_null
    ways = sum(
        count * (comb(non_null - 1, j) - comb(non_null - count, j)) * comb(nulls, k - j)
        for count in counts
        for j in range(beta, k + 1)
    )
    hit = Fraction(ways, size * comb(size - 1, k))
    rejected = Fraction(0)
    if nulls:
        rejected = Fraction(nulls, size) * (1 - enough_drawn(size - 1, non_null, k, beta))
    return Expected(
        hit + rejected,
        hit,
        Fraction(non_null, size),
        enough_drawn(size, non_null, k, beta),
    )


def expect_super(nulls: int, counts: tuple[int, ...], k: int, alpha: int, beta: int) -> Expected:
    """All but the k references predict together: NULL where fewer than α of them are non-null.

    >>> expect_super(0, (3, 1), 2, 1, 2).hit
    Fraction(3, 4)
    """
    non_null = sum(counts)
    size = nulls + non_null
    draws = comb(size, k)
    # With j non-null references, G - j of the predicting ones are non-null.
    answering = range(max(0, k - nulls), min(k, non_null - alpha) + 1)
    hits = popular_ones_drawn(counts, k)
    hit = sum((hits[j] * comb(nulls, k - j) for j in answering if j >= beta), Fraction(0)) / draws
    ways = [comb(non_null, j) * comb(nulls, k - j) for j in range(k + 1)]
    rejected = sum(ways[j] for j in range(min(beta, k + 1)) if non_null - j < alpha)
    return Expected(
        hit + Fraction(rejected, draws),
        hit,
        Fraction(sum(ways[j] for j in answering), draws),
        enough_drawn(size, non_null, k, beta),
    )


@lru_cache(maxsize=_PATTERNS_KEPT)
def popular_ones_drawn(counts: tuple[int, ...], k: int) -> tuple[Fraction, ...]:
    """For j = 0 to k: how many of the draws of j non-null annotations contain l*.

    l* is the most popular of the remaining annotations; each of s + 1 equally popular ones is l* in
    1 / (s + 1) of the cases.

    >>> [str(each) for each in popular_ones_drawn((3, 1), 2)]
    ['0', '3', '9/2']
    """
    hits = [Fraction(0)] * (k + 1)
    for count in set(counts):
        others = list(counts)
        others.remove(count)
        for taken in range(1, min(k, count - 1) + 1):
            for (more, ties), ways in _draws_below(others, count - taken, k - taken).items():
                ways_in_all = counts.count(count) * comb(count, taken) * ways
                hits[taken + more] += Fraction(ways_in_all, ties + 1)
    return tuple(hits)


def _draws_below(others: list[int], most: int, k: int) -> dict[tuple[int, int], int]:
    """Draws of up to k from ``others`` after which none has more than ``most`` left.

    By how many were drawn, and how many answers have exactly ``most`` left.
    """
    below = sum(count for count in others if count < most)
    ways = {(drawn, 0): comb(below, drawn) for drawn in range(min(k, below) + 1)}
    for count in others:
        if count < most:
            continue
        after: dict[tuple[int, int], int] = defaultdict(int)
        for (drawn, ties), number in ways.items():
            for taken in range(count - most, min(count, k - drawn) + 1):
                tied = ties + (count - taken == most)
                after[drawn + taken, tied] += number * comb(count, taken)
        ways = after
    return ways
