"""Intervals of shares and other ratios of sums from 0 to 1: the binomial's, over units."""

from typing import Any

import numpy as np
import scipy
from numpy.typing import NDArray

from annotator.measures.intervals.kinds import Floats, Interval, Proportion
from annotator.measures.intervals.limits import CONFIDENCE, LEAST_PEOPLE, NOTHING
from annotator.measures.intervals.spreads import (
    Spread,
    added_spread,
    effective_number,
    normal_quantile,
    of_units,
    spread_of,
    student_quantile,
    sums_by,
)
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.intervals.units import EXAMPLES, Clusters, summed
from annotator.measures.intervals.withholding import few_people, too_few

FEW = 5.0
"""Effective number of units with something, or without, below which a share counts as rare."""


def binomial_ends(
    share: float, number: float, *, confidence: float = CONFIDENCE
) -> tuple[float, float]:
    """The ends of an interval of ``share``, 0 to 1, of ``number`` observations, whole or not.

    A true share is within if neither tail of its binomial beyond what was observed has less than
    (1 - confidence) / 2. The observed number itself counts half to a tail (mid-P, Lancaster 1961).
    Where fewer than ``FEW`` observations are on one side, it counts in full, which is the interval
    of Clopper and Pearson (1934): an interval of a rare share holds in far more or far fewer than
    95%, and this one mostly in more.

    None of 20, by the rule of three about 3/20, in full 1 - 0.025^(1/20):

    >>> [round(end, 3) for end in binomial_ends(0, 20)]
    [0.0, 0.168]
    """
    count = share * number
    own = 1.0 if min(count, number - count) < FEW - NOTHING else 0.5
    return (
        _low_end(share, number, own, (1 - confidence) / 2),
        1 - _low_end(1 - share, number, own, (1 - confidence) / 2),
    )


def _low_end(share: float, number: float, own: float, tail: float) -> float:
    """From which true share on as many as observed, ``own`` part of these, have the ``tail``."""
    if share <= 0:
        return 0.0
    count, rest = share * number, max(0.0, (1 - share) * number)

    def beyond(end: float) -> float:
        more = float(scipy.special.betainc(count + 1, rest, end)) if rest > 0 else 0.0
        return own * float(scipy.special.betainc(count, rest + 1, end)) + (1 - own) * more - tail

    # SciPy's larger parts take a second to load, which every web process and command would spend.
    from scipy.optimize import brentq

    return float(brentq(beyond, 0, share, xtol=NOTHING))


def share_interval(
    parts: NDArray[Any], wholes: NDArray[Any], *, units: str | Clusters = EXAMPLES
) -> Interval:
    """Of Σ ``parts`` / Σ ``wholes``, where each part is from 0 to its whole. A row is a unit unless
    ``units`` says otherwise.

    It is the binomial's (``binomial_ends``) with the effective number of observations, as for
    samples of clusters (Korn and Graubard 1998): ``_effective_observations``. If each unit has one
    yes or no, that is the number of units. Where ``units`` have people, it is for others of these
    too: ``_excess_of_people``.

    >>> low, high, _ = share_interval(np.array([1] * 82 + [0] * 57), np.ones(139))
    >>> round(low, 3), round(high, 3)
    (0.507, 0.669)
    >>> share_interval(np.array([5, 5, 0]), np.array([5, 5, 5])).withheld
    Withheld(reason='An interval needs 10 examples; there are 3.', have=3, need=10)

    Raises ``UndefinedMeasureError`` if the wholes are all 0.
    """
    (part, whole), name = summed(units, parts, wholes)
    number = len(whole)
    part, whole = of_units(part, whole)
    if few := too_few(len(whole), name, of=number):
        return few
    share = min(1.0, float(part.sum() / whole.sum()))
    excess = Spread(0.0, np.inf)
    if isinstance(units, Clusters) and units.people is not None:
        influences = (parts - share * wholes) / whole.sum()
        found = _excess_of_people(influences, wholes, units.of, units.people)
        if isinstance(found, Interval):
            return found
        excess = found
    return Interval(*binomial_ends(share, _effective_observations(part, whole, share, excess)))


def _excess_of_people(
    influences: Floats, wholes: NDArray[Any], units: NDArray[Any], people: NDArray[Any]
) -> Spread | Interval:
    """By how much the variance over people exceeds that over what one of them did in one unit, from
    what each row adds to the share: people differ by so much. It takes ``LEAST_PEOPLE`` in effect.

    With the parts w of all that people did, their variance is Σ a² Σ w² / Σ w² (1 - 2w + Σ w²): the
    share is nearer to those who did more.
    """
    counted = wholes > 0
    people, rows = people[counted], influences[counted]
    weights = sums_by(people, wholes[counted])[0] / wholes.sum()
    effective = effective_number(weights)
    if round(effective) < LEAST_PEOPLE:
        return few_people(len(weights), round(effective))
    [added] = sums_by(people, rows)
    concentration = 1 / effective
    seen = float(np.sum(weights**2 * (1 - 2 * weights + concentration)))
    variance = float(np.sum(added**2)) * concentration / seen
    cells = np.unique(np.stack([units[counted], people]), axis=1, return_inverse=True)[1]
    over_cells = spread_of(sums_by(cells.ravel(), rows)[0])
    excess = max(0.0, variance - over_cells.variance)
    return Spread(excess, min(spread_of(added).freedom, effective - 1))


def _effective_observations(part: Floats, whole: Floats, share: float, excess: Spread) -> float:
    """How many independent observations would make ``share`` vary as much as it does.

    n = p (1 - p) / variance, with variance = G/(G - 1) Σ (a_u - p b_u)² / (Σ b)² over the G units;
    divided by (t / z)², since that variance is an estimate, with Satterthwaite's degrees of
    freedom, at most twice the effective number of units with a part, or without.

    Of units with something, or without, fewer than ``FEW`` in effect tell too little of how they
    differ. Nothing varies more than one yes or no of each unit, so there n is at most the effective
    number of units, (Σ b)² / Σ b², and just that if they are all alike. The ``excess`` of people
    is added to the variance.
    """
    units = effective_number(whole)
    one_each = np.all(whole == whole[0]) and np.all((part == 0) | (part == whole))
    if one_each and not excess.variance:
        return units
    either = min(effective_number(part), effective_number(whole - part))
    spread = added_spread(spread_of((part - share * whole) / whole.sum()), excess)
    if spread.variance <= NOTHING * share * (1 - share):
        return units
    widened = student_quantile(min(spread.freedom, 2 * either)) / normal_quantile()
    number = share * (1 - share) / spread.variance
    return float((min(number, units) if either < FEW - NOTHING else number) / widened**2)


def proportion(count: int, total: int, *, units: str = EXAMPLES) -> Proportion:
    """``count`` of ``total`` units with the binomial's interval.

    Raises ``UndefinedMeasureError`` if ``total`` is 0.
    """
    if total == 0:
        raise UndefinedMeasureError("a proportion of nothing has no interval")
    chosen = np.arange(total) < count
    found = share_interval(chosen, np.ones(total), units=units)
    return Proportion(count / total, found.low, found.high, count, total, found.withheld)


def clustered_proportion(
    chosen: NDArray[np.bool_],
    units: Clusters,
    among: NDArray[np.bool_] | None = None,
) -> Proportion:
    """How many of the rows are ``chosen``, with the interval over their ``units``; with ``among``
    only those count.

    Raises ``UndefinedMeasureError`` without annotations.
    """
    if among is not None:
        chosen, units = chosen[among], units.take(among)
    found = share_interval(chosen, np.ones(len(chosen)), units=units)
    count, total = int(np.count_nonzero(chosen)), len(chosen)
    return Proportion(count / total, found.low, found.high, count, total, found.withheld)


def opposite(share: Proportion) -> Proportion:
    """What is left of the whole, with the interval turned round."""
    low, high = (None if end is None else 1 - end for end in (share.high, share.low))
    left = share.total - share.count
    return Proportion(1 - share.value, low, high, left, share.total, share.withheld)
