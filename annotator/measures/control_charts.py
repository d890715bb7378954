"""When somebody's figures differ from everybody's by more than chance: funnels, CUSUM and EWMA.

A rate from three examples says less than one from three hundred. A funnel asks for each annotator
how far their rate may be from everybody's given how many examples they had; the two charts over
time ask since when it is further away. All three look at single outcomes: yes or no, such as *found
no answer*, or from 0 to 1, such as the share of the others who said the same.

People differ: somebody who is steady, but not as the average is, would sooner or later alarm a
CUSUM that expects the average. ``personal_levels`` says what to expect of a person instead.

Outcomes that are yes or no have the standard deviation sqrt(p (1 - p)). For others pass theirs as
``spread``.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.measures.undefined import UndefinedMeasureError

Outcomes = Sequence[bool] | Sequence[float] | NDArray[np.float64]
"""In their order: yes or no, or from 0 to 1."""
THREE_SIGMA = 3.0
"""Shewhart's distance of control limits: 1 in 370 by chance, for a normal statistic."""
_FIRST_WINDOW = 256
_BISECTIONS = 60


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


class Excursion(NamedTuple):
    """From outcome ``start`` on (inclusive, from 0) a chart strayed, and at ``alarm`` it crossed
    its limit, ``upwards`` (more often than expected) or downwards.
    """

    start: int
    alarm: int
    upwards: bool


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


def cusum(
    outcomes: Outcomes,
    *,
    expected: float | NDArray[np.float64],
    spread: float | None = None,
    allowance: float = 0.5,
    limit: float | tuple[float, float] = 5.0,
) -> list[Excursion]:
    """Where a run of outcomes departs from ``expected`` for good (Page 1954), both ways.

    x_t = (y_t - p) / spread, spread = sqrt(p (1 - p)); with ``spread`` given, p may differ by
    outcome
    up_t = max(0, up_(t-1) + x_t - allowance);  down_t = max(0, down_(t-1) - x_t - allowance)

    An alarm where a sum exceeds ``limit``, or the first of two upwards and the second downwards;
    the excursion began after the sum was last 0, and after the alarm both sums begin at 0 again.
    Half a standard deviation and five of them are the usual choice for a shift of one.

    >>> cusum([True] * 3 + [False] * 12, expected=0.5)
    [Excursion(start=3, alarm=13, upwards=False)]

    Raises ``UndefinedMeasureError`` for an expectation of 0 or 1.
    """
    limits = limit if isinstance(limit, tuple) else (limit, limit)
    residuals = _residuals(outcomes, expected, spread)
    excursions: list[Excursion] = []
    begin, length = 0, _FIRST_WINDOW
    while begin < len(residuals):
        found = _first_alarms(residuals[begin : begin + length], allowance, limits)
        if not found and begin + length < len(residuals):
            length *= 2
            continue
        if not found:
            break
        excursions += [
            Excursion(begin + start, begin + alarm, upwards) for start, alarm, upwards in found
        ]
        begin, length = excursions[-1].alarm + 1, _FIRST_WINDOW
    return excursions


def safe_limits(
    residuals: NDArray[np.float64],
    *,
    outcomes: int,
    allowance: float,
    chance: float,
    weights: NDArray[np.float64] | None = None,
) -> tuple[float, float]:
    """CUSUM limits, up and down, that ``outcomes`` independent draws of ``residuals`` cross with
    a probability of at most ``chance`` in all. ``weights``: how often each is drawn, by default
    equally.

    limit = ln(2 · outcomes / chance) / θ, where θ > 0 solves mean(exp(θ (±x - allowance))) = 1

    A sum that crosses has risen by ``limit`` since one of its ``outcomes`` beginnings; for each
    beginning Lundberg's inequality bounds that by exp(-θ · limit), and half of the chance is for
    either way. Infinite where a sum can't rise.

    For residuals of -1 and 1, as often, and an allowance of 0.5, θ solves cosh θ = exp(θ / 2):

    >>> up, down = safe_limits(np.array([-1.0, 1.0]), outcomes=100, allowance=0.5, chance=0.01)
    >>> round(up, 3), up == down
    (8.126, True)

    Raises ``UndefinedMeasureError`` if the mean residual is beyond the allowance.
    """
    rises = rises_of(residuals, allowance=allowance, weights=weights)
    return limits_for(rises, outcomes=outcomes, chance=chance)


class Rises(NamedTuple):
    """θ of ``safe_limits`` for the sum ``up`` and the one ``down``; None if it can't rise."""

    up: float | None
    down: float | None


def rises_of(
    residuals: NDArray[np.float64],
    *,
    allowance: float,
    weights: NDArray[np.float64] | None = None,
) -> Rises:
    """What ``safe_limits`` needs of the residuals, the same for everybody who draws from them.

    Raises ``UndefinedMeasureError`` if the mean residual is beyond the allowance.
    """
    drawn = np.ones(len(residuals)) if weights is None else weights
    shares = drawn / drawn.sum()
    return Rises(*(_exponent(residuals * sign - allowance, shares) for sign in (1, -1)))


def limits_for(rises: Rises, *, outcomes: int, chance: float) -> tuple[float, float]:
    """The ``safe_limits``, up and down, of somebody with this many ``outcomes``."""
    needed = math.log(2 * max(outcomes, 1) / chance)
    up, down = rises
    return needed / up if up else math.inf, needed / down if down else math.inf


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


def _first_alarms(
    residuals: NDArray[np.float64], allowance: float, limits: tuple[float, float]
) -> list[Excursion]:
    """The first outcome at which a sum crosses its limit, of sums that begin at 0 here.

    Both may cross at once, the upper one first.
    """
    found = []
    for upwards, limit in ((True, limits[0]), (False, limits[1])):
        walk = np.concatenate(
            [[0.0], np.cumsum((residuals if upwards else -residuals) - allowance)]
        )
        crossed = np.flatnonzero(walk - np.minimum.accumulate(walk) > limit)
        if len(crossed):
            alarm = int(crossed[0])
            # The last time that the sum was 0, which is where the walk was lowest.
            lowest = walk[: alarm + 1]
            start = alarm - int(np.argmin(lowest[::-1]))
            found.append(Excursion(start, alarm - 1, upwards))
    first = min((one.alarm for one in found), default=None)
    return [one for one in found if one.alarm == first]


def _exponent(steps: NDArray[np.float64], shares: NDArray[np.float64]) -> float | None:
    """θ > 0 with Σ shares · exp(θ steps) = 1; None if no step goes up."""
    if float(shares @ steps) >= 0:
        raise UndefinedMeasureError("the outcomes are not what was expected to begin with")
    highest = float(steps.max())
    if highest <= 0:
        return None

    def growth(theta: float) -> float:
        shifted = theta * (steps - highest)
        return theta * highest + math.log(float(shares @ np.exp(shifted)))

    low, high = 0.0, 1.0
    while growth(high) < 0:
        low, high = high, high * 2
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        low, high = (middle, high) if growth(middle) < 0 else (low, middle)
    return low


def _point(count: float, total: int, middle: float, deviation: float, sigmas: float) -> FunnelPoint:
    error = deviation / math.sqrt(total)
    distance = (count / total - middle) / error
    low = max(0.0, middle - sigmas * error)
    high = min(1.0, middle + sigmas * error)
    return FunnelPoint(count / total, total, low, high, distance, abs(distance) > sigmas)


def _residuals(
    outcomes: Outcomes, expected: float | NDArray[np.float64], spread: float | None
) -> NDArray[np.float64]:
    deviation = _spread(float(expected)) if spread is None else _positive(spread)
    residuals: NDArray[np.float64] = (np.asarray(outcomes, dtype=np.float64) - expected) / deviation
    return residuals


def _spread(expected: float) -> float:
    if not 0 < expected < 1:
        raise UndefinedMeasureError("an outcome that is certain has no spread to judge by")
    return math.sqrt(expected * (1 - expected))


def _positive(spread: float) -> float:
    if not spread > 0:
        raise UndefinedMeasureError("outcomes that are all the same have no spread to judge by")
    return spread
