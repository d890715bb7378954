"""Intervals of means of which both the examples and the annotators were drawn."""

import numpy as np
from numpy.typing import NDArray

from annotator.measures.intervals.kinds import Floats, Interval
from annotator.measures.intervals.means import of_mean
from annotator.measures.intervals.spreads import Spread, effective_number, spread_of, sums_by
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.intervals.units import Clusters
from annotator.measures.intervals.withholding import too_few


def either(units: Clusters) -> str:
    """The units and the annotators together, in words."""
    return f"{units.name} or annotators"


def two_way_interval(values: Floats, units: Clusters, annotators: NDArray[np.int64]) -> Interval:
    """Of the mean of ``values`` from 0 on, one an annotation, for other units and annotators.

    Both are drawn: the variance is that over units plus that over annotators less that over
    annotations, which both count (Cameron, Gelbach and Miller 2011), and no less than either. The
    degrees of freedom are the lesser of the two, and fewer than there are of each in effect.

    Raises ``UndefinedMeasureError`` without values.
    """
    if not len(values):
        raise UndefinedMeasureError("there is nothing to take a mean of")
    mean = float(np.mean(values))
    spreads = two_way_spreads((values - mean) / len(values), units, annotators)
    if isinstance(spreads, Interval):
        return spreads
    one, other, both = spreads
    variance = max(one.variance + other.variance - both.variance, one.variance, other.variance)
    ones = np.ones(len(values))
    effective = (effective_number(sums_by(of, ones)[0]) for of in (units.of, annotators))
    freedom = min(one.freedom, other.freedom, *(number - 1 for number in effective))
    return of_mean(mean, Spread(variance, freedom), either(units))


def two_way_spreads(
    influences: Floats, units: Clusters, annotators: NDArray[np.int64]
) -> "tuple[Spread, Spread, Spread] | Interval":
    """Over units, annotators and annotations, from what each annotation adds to the estimate; no
    interval where one of them has too few.
    """
    every = np.arange(len(influences))
    spreads = []
    ways = (units, Clusters(annotators, "annotators"), Clusters(every, "annotations"))
    for way in ways:
        [added] = way.sums(influences)
        if few := too_few(len(added), way.name):
            return few
        spreads.append(spread_of(added))
    one, other, both = spreads
    return one, other, both
