"""Which answer is the most popular of many independent annotations, with what probability.

The number of annotations with each answer is multinomial. What is wanted is a coefficient of a
product of truncated exponential series, one for each other answer; a tie of s + 1 answers weighs
1/(s + 1) = ∫ u^s du, which Gauss and Legendre's rule has exactly. All terms are positive, so that
nothing cancels.
"""

from functools import reduce
from math import factorial

import numpy as np
from numpy.typing import NDArray

Series = NDArray[np.float64]
"""Examples × coefficients of x⁰ to x^draws."""


def plurality_chances(
    null: NDArray[np.float64],
    shares: NDArray[np.float64],
    rest: NDArray[np.float64],
    others: NDArray[np.int64],
    *,
    draws: int,
    least: int,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """P(at least ``least`` of ``draws`` are non-null, and this answer leads), equals sharing alike.

    For n examples: ``null`` is NULL's probability, ``shares`` (n × K) are the named answers' and
    ``rest`` that of each of ``others`` further ones. Returns the chances of the named (n × K) and
    of each of the rest (n). They sum to P(at least ``least`` are non-null), if ``least`` is at
    least 1.

    Two annotations, answers with 0.5, 0.3 and NULL with 0.2: the first leads alone in 0.25 + 0.2
    of the cases, and half of the ties (0.3) are its own:

    >>> none = np.zeros(1)
    >>> shares = np.array([[0.5, 0.3]])
    >>> plurality_chances(
    ...     np.array([0.2]), shares, none, none.astype(int), draws=2, least=1
    ... )[0].round(3).tolist()
    [[0.6, 0.36]]
    """
    named = np.zeros(shares.shape)
    of_rest = np.zeros(len(null))
    for count in range(1, draws + 1):
        nodes, weights = np.polynomial.legendre.leggauss(draws // count // 2 + 1)
        for tie, weight in zip((nodes + 1) / 2, weights / 2, strict=True):
            factors = [_up_to(column, count, tie, draws) for column in shares.T]
            noise = _up_to(rest, count, tie, draws)
            rivals = _powers(noise, others)
            for place, share in enumerate(shares.T):
                against = reduce(_times, factors[:place] + factors[place + 1 :], rivals)
                named[:, place] += weight * _leading(null, share, count, against, least)
            one_less = _powers(noise, np.maximum(others - 1, 0))
            against = reduce(_times, factors, one_less)
            of_rest += weight * _leading(null, rest, count, against, least)
    return named, np.where(others > 0, of_rest, 0)


def _up_to(share: NDArray[np.float64], count: int, tie: float, draws: int) -> Series:
    """Σ_{b<count} (share·x)^b / b! + tie · (share·x)^count / count!"""
    series = np.zeros((len(share), draws + 1))
    for taken in range(min(count, draws) + 1):
        series[:, taken] = share**taken / factorial(taken)
    series[:, count] *= tie
    return series


def _leading(
    null: NDArray[np.float64],
    share: NDArray[np.float64],
    count: int,
    against: Series,
    least: int,
) -> NDArray[np.float64]:
    """The answer has ``count`` of the annotations, its rivals what ``against`` allows."""
    draws = against.shape[1] - 1
    total = np.zeros(len(null))
    for non_null in range(max(least, count), draws + 1):
        ways = factorial(draws) / (factorial(count) * factorial(draws - non_null))
        total += ways * null ** (draws - non_null) * against[:, non_null - count]
    return share**count * total


def _times(one: Series, other: Series) -> Series:
    width = one.shape[1]
    product = np.zeros_like(one)
    for power in range(width):
        product[:, power:] += one[:, power, None] * other[:, : width - power]
    return product


def _powers(series: Series, exponents: NDArray[np.int64]) -> Series:
    """Each row to its own exponent, by squaring."""
    product = np.zeros_like(series)
    product[:, 0] = 1
    left = exponents.copy()
    while left.any():
        product = np.where((left % 2 == 1)[:, None], _times(product, series), product)
        series = _times(series, series)
        left //= 2
    return product
