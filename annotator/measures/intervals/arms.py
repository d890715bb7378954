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
from annotator.measures.intervals.spreads import Spread, effective_number, student_half, sums_by
from annotator.measures.intervals.two_way import EITHER, two_way_spreads
from annotator.measures.intervals.withholding import alike, no_error, one_sided, too_few
from annotator.measures.undefined import UndefinedMeasureError

_IN_EACH = "examples in each group"


def arms_interval(
    values: Floats,
    treated: NDArray[np.bool_],
    examples: NDArray[np.int64],
    annotators: NDArray[np.int64],
) -> Interval:
    """Of the mean of ``values``, one an annotation, where ``treated`` less the mean elsewhere.

    Which annotations are treated was drawn at random, for each by itself: d ± t √variance. From
    what each annotation adds to the difference, the variance is V = V over examples + E, where
    E ≥ 0 is the excess of that over annotators above that over annotations: annotators respond
    differently. The degrees of freedom are Satterthwaite's of the sum,
    V² / (V_examples² / f_examples + E² / f_annotators). There is none where either group has fewer
    than ``LEAST_OF_GROUP`` examples.

    Raises ``UndefinedMeasureError`` if one of the two has no annotation.
    """
    if treated.all() or not treated.any():
        raise UndefinedMeasureError("there is nothing to compare")
    added = np.zeros(len(values))
    for arm, sign in ((treated, 1), (~treated, -1)):
        if few := too_few(len(np.unique(examples[arm])), _IN_EACH, LEAST_OF_GROUP):
            return few
        added[arm] = sign * (values[arm] - values[arm].mean()) / np.count_nonzero(arm)
    difference = float(values[treated].mean() - values[~treated].mean())
    spreads = two_way_spreads(added, examples, annotators)
    if isinstance(spreads, Interval):
        return spreads
    one, other, both = spreads
    excess = max(0.0, other.variance - both.variance)
    variance = one.variance + excess
    if variance <= NOTHING:
        return alike(EITHER)
    freedom = variance**2 / (one.variance**2 / one.freedom + excess**2 / other.freedom)
    spread = Spread(variance, freedom)
    if gap := no_error(difference, spread, EITHER):
        return gap
    half = student_half(spread)
    return Interval(difference - half, difference + half)


def share_arms_interval(
    chosen: NDArray[np.bool_],
    treated: NDArray[np.bool_],
    examples: NDArray[np.int64],
    annotators: NDArray[np.int64],
) -> Interval:
    """``arms_interval`` of the difference of two shares, within -1 and 1.

    There is none where either has fewer than ``LEAST_OF_SHARES`` examples, or fewer than
    ``LEAST_EITHER`` of them, in effect, with what is counted or without.
    """
    if treated.all() or not treated.any():
        raise UndefinedMeasureError("there is nothing to compare")
    for arm in (treated, ~treated):
        part, whole = sums_by(examples[arm], chosen[arm], np.ones(np.count_nonzero(arm)))
        if few := too_few(len(whole), _IN_EACH, LEAST_OF_SHARES):
            return few
        either = min(effective_number(part), effective_number(whole - part))
        if either < LEAST_EITHER - NOTHING:
            return one_sided(either, "examples")
    found = arms_interval(chosen.astype(np.float64), treated, examples, annotators)
    if found.low is None or found.high is None:
        return found
    return Interval(max(-1.0, found.low), min(1.0, found.high))
