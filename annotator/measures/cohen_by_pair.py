"""Cohen's kappa (1960) of every two annotators of a project at once."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class CohenByPair(NamedTuple):
    """By pair of annotators: how many units both decided (``shared``), the share of those with the
    same value, and Cohen's κ, NaN if both always gave one and the same value. A pair that shares
    nothing has NaN in both.
    """

    shared: NDArray[np.int64]
    agreement: NDArray[np.float64]
    kappa: NDArray[np.float64]


def cohen_by_pair(
    pair: NDArray[Any], one: NDArray[Any], other: NDArray[Any], *, count: int
) -> CohenByPair:
    """Agreement beyond chance of each of ``count`` pairs of annotators, -1 to 1.

    Row *n* says that the first annotator of ``pair[n]`` gave a unit the value ``one[n]`` and the
    second ``other[n]``: whole numbers, equal just where the values are, on all units.

    κ = (n Σ [[a_i = b_i]] - Σ_c n_a(c) n_b(c)) / (n² - Σ_c n_a(c) n_b(c))

    >>> found = cohen_by_pair(np.zeros(4, int), np.array([1, 1, 0, 1]), np.array([1, 1, 0, 0]),
    ...                       count=1)
    >>> float(found.agreement[0]), float(found.kappa[0])
    (0.75, 0.5)
    """
    shared = np.bincount(pair, minlength=count)
    same = np.bincount(pair[one == other], minlength=count)
    values = np.unique(np.concatenate([one, other]), return_inverse=True)[1]
    width = int(values.max(initial=0)) + 1
    by_first, firsts = np.unique(pair * width + values[: len(one)], return_counts=True)
    by_second, seconds = np.unique(pair * width + values[len(one) :], return_counts=True)
    both, at_first, at_second = np.intersect1d(
        by_first, by_second, assume_unique=True, return_indices=True
    )
    products = firsts[at_first] * seconds[at_second]
    chance = np.bincount(both // width, weights=products, minlength=count)
    squares = shared.astype(np.float64) ** 2
    agreement, kappa = np.full(count, np.nan), np.full(count, np.nan)
    np.divide(same, shared, out=agreement, where=shared > 0)
    np.divide(same * shared - chance, squares - chance, out=kappa, where=squares > chance)
    return CohenByPair(shared.astype(np.int64), agreement, kappa)
