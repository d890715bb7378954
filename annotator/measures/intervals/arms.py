"""Intervals of differences of two groups that were drawn at random."""

import numpy as np
from numpy.typing import NDArray

from annotator.measures.intervals.kinds import Floats, Interval
from annotator.measures.intervals.limits import (
    LEAST_EITHER,
    LEAST_OF_GROUP,
    LEAST_OF_SHARES,
    NOTHING,
)
from annotator.measures.intervals.spreads import Spread, effective_number, student_half
from annotator.measures.intervals.two_way import either, two_way_spreads
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.intervals.units import Clusters
from annotator.measures.intervals.withholding import alike, no_error, one_sided, too_few

Strata = NDArray[np.int64]
"""Of each annotation, by any number, the draw it belongs to."""


def comparable(treated: NDArray[np.bool_], strata: Strata) -> NDArray[np.bool_]:
    """Annotations of strata that have both treated and other ones."""
    return np.isin(strata, strata[treated]) & np.isin(strata, strata[~treated])


def arms_difference(values: Floats, treated: NDArray[np.bool_], strata: Strata) -> float:
    """The mean of ``values`` where ``treated`` less the mean elsewhere, within each of ``strata``.

    Strata with n₁ and n₀ annotations weigh n₁ n₀ / (n₁ + n₀), as in a regression with a constant
    for each: whether an annotation is treated is drawn with another chance in each, and times
    change too, so the means of all would mix up the two.

    Raises ``UndefinedMeasureError`` if no stratum has both.
    """
    parts = _parts(values, treated, strata)
    return float(sum(weight * difference for weight, difference, _ in parts))


def _parts(
    values: Floats, treated: NDArray[np.bool_], strata: Strata
) -> list[tuple[float, float, Floats]]:
    """Of each stratum its weight, the difference, and what each annotation adds to that."""
    found = []
    for stratum in np.unique(strata[comparable(treated, strata)]):
        difference, added, numbers = 0.0, np.zeros(len(values)), []
        for is_arm, sign in ((treated, 1), (~treated, -1)):
            arm = is_arm & (strata == stratum)
            mean, number = values[arm].mean(), np.count_nonzero(arm)
            difference += sign * float(mean)
            added[arm] = sign * (values[arm] - mean) / number
            numbers.append(number)
        found.append((numbers[0] * numbers[1] / sum(numbers), difference, added))
    if not found:
        raise UndefinedMeasureError("there is nothing to compare")
    total = sum(weight for weight, *_ in found)
    return [(weight / total, difference, added) for weight, difference, added in found]


def arms_interval(
    values: Floats,
    treated: NDArray[np.bool_],
    units: Clusters,
    annotators: NDArray[np.int64],
    strata: Strata | None = None,
) -> Interval:
    """Of ``arms_difference``, of ``values`` one an annotation; all one stratum by default.

    Which annotations are treated was drawn at random, for each by itself: d ± t √variance. From
    what each annotation adds to the difference, the variance is V = V over units + E, where
    E ≥ 0 is the excess of that over annotators above that over annotations: annotators respond
    differently. The degrees of freedom are Satterthwaite's of the sum,
    V² / (V_units² / f_units + E² / f_annotators). There is none where either group has fewer
    than ``LEAST_OF_GROUP`` units.

    Raises ``UndefinedMeasureError`` if no stratum has both.
    """
    strata = np.zeros(len(values), dtype=np.int64) if strata is None else strata
    parts = _parts(values, treated, strata)
    among = comparable(treated, strata)
    for arm in (treated & among, ~treated & among):
        if few := too_few(units.take(arm).number, _in_each(units), LEAST_OF_GROUP):
            return few
    difference = float(sum(weight * each for weight, each, _ in parts))
    added = np.sum([weight * each for weight, _, each in parts], axis=0)[among]
    spreads = two_way_spreads(added, units.take(among), annotators[among])
    if isinstance(spreads, Interval):
        return spreads
    one, other, both = spreads
    excess = max(0.0, other.variance - both.variance)
    variance = one.variance + excess
    if variance <= NOTHING:
        return alike(either(units))
    freedom = variance**2 / (one.variance**2 / one.freedom + excess**2 / other.freedom)
    spread = Spread(variance, freedom)
    if gap := no_error(difference, spread, either(units)):
        return gap
    half = student_half(spread)
    return Interval(difference - half, difference + half)


def share_arms_interval(
    chosen: NDArray[np.bool_],
    treated: NDArray[np.bool_],
    units: Clusters,
    annotators: NDArray[np.int64],
    strata: Strata | None = None,
) -> Interval:
    """``arms_interval`` of the difference of two shares, within -1 and 1.

    There is none where either has fewer than ``LEAST_OF_SHARES`` units, or fewer than
    ``LEAST_EITHER`` of them, in effect, with what is counted or without.
    """
    strata = np.zeros(len(chosen), dtype=np.int64) if strata is None else strata
    among = comparable(treated, strata)
    if not among.any():
        raise UndefinedMeasureError("there is nothing to compare")
    for arm in (treated & among, ~treated & among):
        part, whole = units.take(arm).sums(chosen[arm], np.ones(np.count_nonzero(arm)))
        if few := too_few(len(whole), _in_each(units), LEAST_OF_SHARES):
            return few
        fewer = min(effective_number(part), effective_number(whole - part))
        if fewer < LEAST_EITHER - NOTHING:
            return one_sided(fewer, units.name)
    found = arms_interval(chosen.astype(np.float64), treated, units, annotators, strata)
    if found.low is None or found.high is None:
        return found
    return Interval(max(-1.0, found.low), min(1.0, found.high))


def _in_each(units: Clusters) -> str:
    return f"{units.name} in each group"
