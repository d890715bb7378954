"""How much people differ anyway, and what to expect of one, given their earlier outcomes.

A chart over time that expects the same of everybody sooner or later alarms for everybody who is
steady but not average. ``expected_of`` learns what to expect of a person, the sooner the more
people differ; ``ranks_among_earlier`` looks only at their own earlier outcomes, for measures such
as time, in which everybody has a personal level and spread.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from annotator.measures.control_charts import FunnelPoint, Outcomes
from annotator.measures.undefined import UndefinedMeasureError

FEWEST_FOR_OVERDISPERSION = 10


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


def variance_between(points: Sequence[FunnelPoint | None]) -> float:
    """How people's own rates vary, in variances of one outcome: 0 where no more than by chance.

    τ² = (Σ z² - (m - 1)) / (N - Σ n² / N) for m people with n of the N outcomes each, at distances
    z (DerSimonian and Laird 1986, with equal variances), a tenth at either end drawn in as for
    ``overdispersion``. Of fewer than ten people nobody is drawn in.

    >>> from annotator.measures.control_charts import funnel
    >>> points = funnel([30, 50, 70], [100, 100, 100])
    >>> round(variance_between(points), 4)
    0.15
    """
    known = [point for point in points if point is not None]
    totals = np.array([point.total for point in known], dtype=np.float64)
    everything = float(totals.sum())
    room = everything - float((totals**2).sum()) / everything if everything else 0.0
    if room <= 0:
        return 0.0
    distances = _winsorised([point.distance for point in known])
    return max(0.0, (float((distances**2).sum()) - (len(known) - 1)) / room)


def expected_of(outcomes: Outcomes, *, center: float, variance: float) -> NDArray[np.float64]:
    """What each of a person's outcomes is expected to be, given their earlier ones.

    e_t = (p / τ² + Σ_(s<t) y_s) / (1 / τ² + t - 1): of everybody's ``center`` p and the person's
    mean so far, the best guess where people's own rates vary by ``variance`` τ² around p, in
    variances of one outcome. Where they don't vary, that is p throughout.

    >>> expected_of([1.0, 0.0, 0.0], center=0.5, variance=1.0).tolist()
    [0.5, 0.75, 0.5]
    """
    values = np.asarray(outcomes, dtype=np.float64)
    if variance <= 0:
        return np.full(len(values), center)
    earlier = np.concatenate([[0.0], np.cumsum(values)])[: len(values)]
    expected: NDArray[np.float64] = (center / variance + earlier) / (
        1 / variance + np.arange(len(values))
    )
    return expected


def ranks_among_earlier(
    values: Sequence[float] | NDArray[np.float64], kinds: Sequence[int] | NDArray[np.int64]
) -> NDArray[np.float64]:
    """The rank of each value of a sequence among those of its kind up to itself.

    x_t = (R_t - (t + 1) / 2) / sqrt((t² - 1) / 12), where the value is the t-th of its kind and R_t
    its rank among these t, the mean rank among equals; 0 for the first. So x is between -√3 and √3.

    While a person is steady, whatever their distribution, ranks among earlier ones are independent,
    with mean 0 and a variance of 1, or less with equal values (sequential ranks: Barndorff-Nielsen
    1963; in a CUSUM McDonald 1990).

    >>> ranks_among_earlier([5.0, 7.0, 6.0, 9.0], [1, 1, 1, 2]).tolist()
    [0.0, 1.0, 0.0, 0.0]
    """
    earlier: dict[int, list[float]] = {}
    found = np.zeros(len(values))
    given = zip(np.asarray(values).tolist(), np.asarray(kinds).tolist(), strict=True)
    for place, (value, kind) in enumerate(given):
        own = earlier.setdefault(kind, [])
        below, up_to = bisect_left(own, value), bisect_right(own, value)
        own.insert(up_to, value)
        count = len(own)
        if count > 1:
            rank = (below + 1 + up_to + 1) / 2
            found[place] = (rank - (count + 1) / 2) / math.sqrt((count**2 - 1) / 12)
    return found


def _winsorised(distances: Sequence[float]) -> NDArray[np.float64]:
    """In order, with a tenth at either end drawn in to the next ones."""
    ordered = np.sort(np.asarray(distances, dtype=np.float64))
    drawn_in = len(ordered) // 10
    return np.clip(ordered, ordered[drawn_in], ordered[-1 - drawn_in])
