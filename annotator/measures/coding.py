"""Ratings as numbers, so that measures run on arrays."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

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
"""Units × raters. None is a missing rating; NULL is an answer, so it needs a value."""


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
