"""Ratings as numbers, so that measures run on arrays."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

MISSING = -1
"""The code of a rating that wasn't given."""


@dataclass(frozen=True, slots=True, eq=False)
class CodedRatings:
    """``codes`` is units × raters; a code's value is ``values[code]``, or it is ``MISSING``."""

    codes: NDArray[np.int64]
    values: tuple[Hashable, ...]

    def __len__(self) -> int:
        return len(self.codes)

    def take(self, units: NDArray[np.intp]) -> "CodedRatings":
        """The ratings of ``units``, in that order; a unit may come more than once."""
        return CodedRatings(self.codes[units], self.values)


Ratings = Sequence[Sequence[Hashable | None]] | CodedRatings
"""Units × raters. None is a missing rating; NULL is an answer, so it needs a value of its own."""


def code_ratings(ratings: Ratings) -> CodedRatings:
    """``ratings`` with a number for each distinct value, in the order in which they come.

    Rows may differ in length where it doesn't matter who rated; the rest counts as missing.

    >>> code_ratings([["yes", "no"], [None, "yes"]]).codes.tolist()
    [[0, 1], [-1, 0]]
    """
    if isinstance(ratings, CodedRatings):
        return ratings
    numbers: dict[Hashable, int] = {}
    codes = np.full((len(ratings), max(map(len, ratings), default=0)), MISSING, dtype=np.int64)
    for unit, row in enumerate(ratings):
        for rater, value in enumerate(row):
            if value is not None:
                codes[unit, rater] = numbers.setdefault(value, len(numbers))
    return CodedRatings(codes, tuple(numbers))


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """How many raters of a unit gave each value that it got; a unit without ratings has no cell.

    Cell ``i`` says that ``counts[i]`` raters of unit ``units[i]`` gave value ``values[i]``.
    ``sizes[unit]`` is how many rated the unit. Sparse, since an answer's value may occur on one
    page alone, and there are as many values as pages then.
    """

    units: NDArray[np.int64]
    values: NDArray[np.int64]
    counts: NDArray[np.int64]
    sizes: NDArray[np.int64]

    def at_least(self, size: int) -> "Tally":
        """Only units that at least ``size`` raters rated; units are numbered anew."""
        kept = self.sizes >= size
        numbers = np.cumsum(kept) - 1
        cells = kept[self.units]
        return Tally(
            numbers[self.units[cells]], self.values[cells], self.counts[cells], self.sizes[kept]
        )

    def per_unit(self, cells: NDArray[Any]) -> NDArray[np.float64]:
        """The sum of ``cells`` (a number for each cell) for each unit."""
        sums = np.bincount(self.units, weights=cells, minlength=len(self.sizes))
        return sums.astype(np.float64)


def tally(ratings: Ratings) -> Tally:
    """``ratings`` counted by unit and value.

    >>> counted = tally([["yes", "yes", "no"], [None, None, "no"]])
    >>> counted.counts.tolist(), counted.sizes.tolist()
    ([2, 1, 1], [3, 1])
    """
    coded = code_ratings(ratings)
    units, raters = np.nonzero(coded.codes != MISSING)
    given = coded.codes[units, raters]
    width = max(len(coded.values), 1)
    keys, counts = np.unique(units * width + given, return_counts=True)
    sizes = np.bincount(units, minlength=len(coded.codes))
    return Tally(keys // width, keys % width, counts.astype(np.int64), sizes.astype(np.int64))
