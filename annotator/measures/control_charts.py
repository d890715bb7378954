"""Where the rates of steady people would be, and how one moves: funnels and moving averages.

A rate from three examples says less than one from three hundred. A funnel has for each annotator
how far their rate may be from everybody's given how many examples they had. Both charts draw single
outcomes: yes or no, such as *found no answer*, or from 0 to 1, such as the share of the others who
said the same. Who stands out is decided by ``steadiness``.

Outcomes that are yes or no have the standard deviation sqrt(p (1 - p)). For others pass theirs as
``spread``.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.measures.intervals.undefined import UndefinedMeasureError

Outcomes = Sequence[bool] | Sequence[float] | NDArray[np.float64]
"""In their order: yes or no, or from 0 to 1."""
THREE_SIGMA = 3.0
"""Shewhart's distance of control limits: 1 in 370 by chance, for a normal statistic."""
FEWEST_FOR_OVERDISPERSION = 10


class FunnelPoint(NamedTuple):
    """``rate`` of somebody with ``total`` outcomes, and the limits for that many, 0 to 1.

    ``distance`` is in standard deviations from the centre; ``outside`` whether it is beyond the
    limits.
    """

    rate: float
    total: int
    low: float
    high: float
    distance: float
    outside: bool


def funnel(
    counts: Sequence[float],
    totals: Sequence[int],
    *,
    center: float | None = None,
    spread: float | None = None,
    sigmas: float = THREE_SIGMA,
) -> list[FunnelPoint | None]:
    """Each one's rate against ``center``, by default Σ counts / Σ totals (Spiegelhalter 2005).

    limits_n = p ± sigmas · spread / sqrt(n), within 0 and 1; spread = sqrt(p (1 - p))

    For yes and no somebody is outside just when ``center`` is outside Wilson's interval of their
    rate at the same number of sigmas: both say |c - n p| > sigmas · sqrt(n p (1 - p)). None for
    somebody without outcomes.

    >>> point = funnel([20], [100], center=0.1)[0]
    >>> round(point.low, 2), round(point.high, 2), round(point.distance, 2), point.outside
    (0.01, 0.19, 3.33, True)

    Raises ``UndefinedMeasureError`` without outcomes at all, or for a centre of 0 or 1, about
    which nothing can stray; ``ValueError`` for a count that is larger than its total.
    """
    if any(not 0 <= count <= total for count, total in zip(counts, totals, strict=True)):
        raise ValueError("A count is not between 0 and its total.")
    if not sum(totals):
        raise UndefinedMeasureError("nobody has an outcome yet")
    middle = sum(counts) / sum(totals) if center is None else center
    if not 0 < middle < 1:
        raise UndefinedMeasureError("all outcomes are the same, so there is no spread to judge by")
    deviation = _spread(middle) if spread is None else _positive(spread)
    return [
        _point(count, total, middle, deviation, sigmas) if total else None
        for count, total in zip(counts, totals, strict=True)
    ]


def overdispersion(distances: Sequence[float]) -> float:
    """How much more people differ than by chance alone, at least 1.

    φ = Σ z² / n, with a tenth of the distances z at either end drawn in to the next ones
    (Spiegelhalter 2005, section 4.1). A funnel with sqrt(φ) times as many sigmas allows for it.

    Nine at a distance of 2 and one at 20, which is drawn in:

    >>> overdispersion([2.0] * 9 + [20.0])
    4.0

    Raises ``UndefinedMeasureError`` for fewer than ten people, since nobody could be drawn in.
    """
    if len(distances) < FEWEST_FOR_OVERDISPERSION:
        raise UndefinedMeasureError("how people differ anyway is known from ten of them on")
    return max(1.0, float(np.mean(_winsorised(distances) ** 2)))


class Ewma(NamedTuple):
    """A moving average by outcome: ``values`` and the limits ``low`` and ``high`` at each, on the
    scale of the outcomes, 0 to 1.
    """

    values: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]

    def outside(self) -> NDArray[np.bool_]:
        """The outcomes at which the average is beyond its limits."""
        beyond: NDArray[np.bool_] = (self.values < self.low) | (self.values > self.high)
        return beyond


def ewma(
    outcomes: Outcomes,
    *,
    expected: float,
    spread: float | None = None,
    weight: float = 0.1,
) -> Ewma:
    """The exponentially weighted moving average with its limits (Roberts 1959).

    z_t = weight · y_t + (1 - weight) · z_(t-1), z_0 = p
    limits_t = p ± 3 · spread · sqrt(weight / (2 - weight) · (1 - (1 - weight)^(2 t)))

    >>> chart = ewma([True, False], expected=0.5, weight=0.2)
    >>> [round(float(value), 2) for value in chart.values]
    [0.6, 0.48]
    >>> [round(float(value), 3) for value in chart.high]
    [0.8, 0.884]

    Limits are kept within 0 and 1. Raises ``UndefinedMeasureError`` for an expectation of 0 or 1,
    ``ValueError`` for a weight that is not above 0 and at most 1.
    """
    if not 0 < weight <= 1:
        raise ValueError("The weight is above 0 and at most 1.")
    deviation = _spread(expected) if spread is None else _positive(spread)
    values = np.empty(len(outcomes))
    average = expected
    for place, outcome in enumerate(np.asarray(outcomes, dtype=np.float64).tolist()):
        average = weight * outcome + (1 - weight) * average
        values[place] = average
    steps = np.arange(1, len(outcomes) + 1)
    growth = weight / (2 - weight) * (1 - (1 - weight) ** (2 * steps))
    width = THREE_SIGMA * deviation * np.sqrt(growth)
    return Ewma(values, np.maximum(expected - width, 0), np.minimum(expected + width, 1))


def _point(count: float, total: int, middle: float, deviation: float, sigmas: float) -> FunnelPoint:
    error = deviation / math.sqrt(total)
    distance = (count / total - middle) / error
    low = max(0.0, middle - sigmas * error)
    high = min(1.0, middle + sigmas * error)
    return FunnelPoint(count / total, total, low, high, distance, abs(distance) > sigmas)


def _spread(expected: float) -> float:
    if not 0 < expected < 1:
        raise UndefinedMeasureError("an outcome that is certain has no spread to judge by")
    return math.sqrt(expected * (1 - expected))


def _positive(spread: float) -> float:
    if not spread > 0:
        raise UndefinedMeasureError("outcomes that are all the same have no spread to judge by")
    return spread


def _winsorised(distances: Sequence[float]) -> NDArray[np.float64]:
    """In order, with a tenth at either end drawn in to the next ones."""
    ordered = np.sort(np.asarray(distances, dtype=np.float64))
    drawn_in = len(ordered) // 10
    return np.clip(ordered, ordered[drawn_in], ordered[-1 - drawn_in])
