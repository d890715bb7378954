"""Intervals of shares and other ratios of sums from 0 to 1: Wilson's, over units."""

from typing import Any

import numpy as np
import scipy
from numpy.typing import NDArray

from annotator.measures.intervals.kinds import Interval, Proportion
from annotator.measures.intervals.limits import CONFIDENCE, LEAST_EITHER, LEAST_OF_SHARE, NOTHING
from annotator.measures.intervals.spreads import (
    effective_number,
    normal_quantile,
    of_units,
    spread_of,
    student_quantile,
    sums_by,
)
from annotator.measures.intervals.withholding import alike, one_sided, too_few
from annotator.measures.undefined import UndefinedMeasureError

_SURELY = 0.99
"""Chance of an interval from which a share is not too rare for Wilson's."""


def wilson_ends(share: float, number: float, quantile: float) -> tuple[float, float]:
    """The score interval (Wilson 1927) of ``share``, 0 to 1, of ``number`` observations.

    With z the ``quantile``: (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n)
    """
    middle = share + quantile**2 / (2 * number)
    half = quantile * np.sqrt(share * (1 - share) / number + quantile**2 / (4 * number**2))
    scale = 1 + quantile**2 / number
    # The ends are exact at 0 and 1, which rounding would miss by a hair.
    low = 0.0 if share <= 0 else max(0.0, float((middle - half) / scale))
    high = 1.0 if share >= 1 else min(1.0, float((middle + half) / scale))
    return low, high


def share_interval(
    parts: NDArray[Any], wholes: NDArray[Any], *, units: str = "examples"
) -> Interval:
    """Of Σ ``parts`` / Σ ``wholes``, where each unit's part is from 0 to its whole.

    It is Wilson's with p (1 - p) / variance instead of the number of observations, as for samples
    of clusters (Korn and Graubard 1998): variance = G/(G - 1) Σ (a_u - p b_u)² / (Σ b)², over the G
    units with a whole. If each unit has one yes or no, it is Wilson's own, of G. Where a share is
    just frequent enough to be shown, the end towards 0 (or 1) is further out (``_low_end``).

    >>> low, high, _ = share_interval(np.array([1] * 82 + [0] * 57), np.ones(139))
    >>> round(low, 3), round(high, 3)
    (0.507, 0.668)
    >>> share_interval(np.array([5, 5, 0]), np.array([5, 5, 5])).withheld
    Withheld(reason='An interval needs 40 examples; there are 3.', have=3, need=40)

    Raises ``UndefinedMeasureError`` if the wholes are all 0.
    """
    part, whole = of_units(parts, wholes)
    if few := too_few(len(whole), units, LEAST_OF_SHARE):
        return few
    # As many as there are units in effect with a part, or without, of a rare or a common share.
    having, lacking = effective_number(part), effective_number(whole - part)
    either = min(having, lacking)
    if either < LEAST_EITHER - NOTHING:
        return one_sided(either, units)
    share = float(part.sum() / whole.sum())
    if np.all(whole == whole[0]) and np.all((part == 0) | (part == whole)):
        number = plain = float(len(whole))
    else:
        spread = spread_of((part - share * whole) / whole.sum())
        if spread.variance <= NOTHING * share * (1 - share):
            return alike(units)
        widened = student_quantile(min(spread.freedom, 2 * either)) / normal_quantile()
        plain = share * (1 - share) / spread.variance
        number = plain / widened**2
    return Interval(
        _low_end(share, number, having, plain), 1 - _low_end(1 - share, number, lacking, plain)
    )


def _low_end(share: float, number: float, having: float, plain: float) -> float:
    """The lower end of ``share`` of ``number`` observations, given that there is an interval.

    It takes ``LEAST_EITHER`` units in effect that have it, and there are ``having``: as a binomial
    of ``number``, at least as many that do. A rare share has an interval just where it came up
    often by chance, and never where it came up so seldom that the upper end would miss it. So of
    P, the chance that a share as low as the end has an interval, 5% can lie beyond the end, less
    what the upper end still misses: 2.5%, of which the 1 - P without an interval have their part.
    The tail is that of Jeffreys' interval, since a rare share's is far from normal. Where the share
    is ``_SURELY`` shown, the end is Wilson's.

    Student's quantile has made ``number`` smaller than the ``plain`` one, for spreads that are too
    small by chance. A rare share that came up often by chance has a great spread, so only as much
    of that counts as the share is sure to be shown.
    """
    wilson = wilson_ends(share, number, normal_quantile())[0]
    surely = _shown(wilson, share * number / having, number)
    if surely > _SURELY:
        return wilson
    number = plain * (number / plain) ** surely
    count = share * number

    def excess(end: float) -> float:
        tail = scipy.special.betainc(count + 0.5, number - count + 0.5, end)
        shown = _shown(end, count / having, number)
        upper = max(0.0, (1 - CONFIDENCE) / 2 - (1 - shown))
        return float(tail - (1 - CONFIDENCE) * shown + upper)

    # SciPy's larger parts take a second to load, which every web process and command would spend.
    from scipy.optimize import brentq

    below = wilson
    while excess(below) > 0:
        below /= 2
    return float(brentq(excess, below, share, xtol=NOTHING))


def _shown(share: float, each: float, number: float) -> float:
    """Chance of an interval of a ``share`` of ``number`` observations, ``each`` per unit."""
    least = LEAST_EITHER * each
    return float(scipy.special.betainc(least, number - least + 1, share))


def proportion(count: int, total: int, *, units: str = "examples") -> Proportion:
    """``count`` of ``total`` units with Wilson's interval.

    Raises ``UndefinedMeasureError`` if ``total`` is 0.
    """
    if total == 0:
        raise UndefinedMeasureError("a proportion of nothing has no interval")
    chosen = np.arange(total) < count
    found = share_interval(chosen, np.ones(total), units=units)
    return Proportion(count / total, found.low, found.high, count, total, found.withheld)


def clustered_proportion(
    chosen: NDArray[np.bool_],
    units_of: NDArray[np.int64],
    among: NDArray[np.bool_] | None = None,
    *,
    units: str = "examples",
) -> Proportion:
    """How many of the annotations are ``chosen``, with the interval over their examples.

    ``units_of`` is each one's example, by any number; with ``among`` only those count.

    Raises ``UndefinedMeasureError`` without annotations.
    """
    if among is not None:
        chosen, units_of = chosen[among], units_of[among]
    parts, wholes = sums_by(units_of, chosen, np.ones(len(chosen)))
    found = share_interval(parts, wholes, units=units)
    count, total = int(np.count_nonzero(chosen)), len(chosen)
    return Proportion(count / total, found.low, found.high, count, total, found.withheld)


def opposite(share: Proportion) -> Proportion:
    """What is left of the whole, with the interval turned round."""
    low, high = (None if end is None else 1 - end for end in (share.high, share.low))
    left = share.total - share.count
    return Proportion(1 - share.value, low, high, left, share.total, share.withheld)
