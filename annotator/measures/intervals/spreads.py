"""How far an estimate varies, from what each of its units adds to it."""

from typing import Any, NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from annotator.measures.intervals.kinds import Floats
from annotator.measures.intervals.limits import CONFIDENCE, NOTHING
from annotator.measures.intervals.undefined import UndefinedMeasureError


def sums_by(units_of: NDArray[np.int64], *columns: NDArray[Any]) -> list[Floats]:
    """The sum of each column over the rows of each unit; units in ascending order."""
    names, places = np.unique(units_of, return_inverse=True)
    return [
        np.bincount(places, weights=column, minlength=len(names)).astype(np.float64)
        for column in columns
    ]


def of_units(parts: NDArray[Any], wholes: NDArray[Any]) -> tuple[Floats, Floats]:
    """Both as floats, of the units with a whole.

    Raises ``UndefinedMeasureError`` if there are none.
    """
    part, whole = (np.asarray(each, dtype=np.float64) for each in (parts, wholes))
    counted = whole > 0
    if not counted.any():
        raise UndefinedMeasureError("there is nothing to take a share of")
    return part[counted], whole[counted]


def effective_number(amounts: Floats) -> float:
    """(Σ a)² / Σ a²: as many equal amounts would weigh as much (Kish 1965); 0 for none."""
    squares = float(np.sum(amounts**2))
    return float(amounts.sum()) ** 2 / squares if squares > 0 else 0.0


class Spread(NamedTuple):
    """The variance of an estimate, and how many degrees of freedom it is known with."""

    variance: float
    freedom: float


def spread_of(influences: Floats) -> Spread:
    """From what each unit adds to the estimate, which sums to 0.

    The degrees of freedom are Satterthwaite's of a sum of squares: 2G / (kurtosis - 1), at most
    G - 1.
    """
    number = len(influences)
    squares = influences**2
    total = float(squares.sum())
    if total <= NOTHING**2:
        return Spread(0.0, number - 1)
    kurtosis = number * float(np.sum(squares**2)) / total**2
    freedom = min(number - 1, 2 * number / max(kurtosis - 1, NOTHING))
    return Spread(number / (number - 1) * total, freedom)


def added_spread(one: Spread, other: Spread) -> Spread:
    """Of the sum of two independent parts, with Satterthwaite's degrees of freedom."""
    total = one.variance + other.variance
    if not one.variance or not other.variance:
        return one if one.variance else other
    parts = one.variance**2 / one.freedom + other.variance**2 / other.freedom
    return Spread(total, total**2 / parts)


def normal_quantile(confidence: float = CONFIDENCE) -> float:
    """z, so that ``confidence`` of a normal distribution is between -z and z."""
    return float(scipy.special.ndtri((1 + confidence) / 2))


def student_quantile(freedom: float, confidence: float = CONFIDENCE) -> float:
    """As ``normal_quantile``, of Student's distribution."""
    return float(scipy.special.stdtrit(freedom, (1 + confidence) / 2))


def student_half(spread: Spread) -> float:
    """Half of the width of Student's interval."""
    return float(student_quantile(spread.freedom) * spread.variance**0.5)
