"""Intervals of means from 0 on, over units."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.measures.intervals.kinds import Floats, Interval
from annotator.measures.intervals.limits import LEAST_OF_MEANS, LEAST_UNITS
from annotator.measures.intervals.spreads import (
    Spread,
    of_units,
    spread_of,
    student_half,
)
from annotator.measures.intervals.units import EXAMPLES, Clusters, summed
from annotator.measures.intervals.withholding import no_error, too_few


def mean_interval(
    sums: NDArray[Any],
    counts: NDArray[Any],
    *,
    units: str | Clusters = EXAMPLES,
    least: int = LEAST_OF_MEANS,
) -> Interval:
    """Of Σ ``sums`` / Σ ``counts``, a mean of values from 0 on. A row is a unit unless ``units``
    says otherwise.

    m exp(± t √variance / m), with the variance of ``share_interval``: means of times and of numbers
    are skewed, their logarithms hardly.

    Raises ``UndefinedMeasureError`` if the counts are all 0.
    """
    (sums, counts), name = summed(units, sums, counts)
    part, whole = of_units(sums, counts)
    if few := too_few(len(whole), name, least, of=len(counts)):
        return few
    mean = float(part.sum() / whole.sum())
    return of_mean(mean, spread_of((part - mean * whole) / whole.sum()), name)


def of_mean(mean: float, spread: Spread, units: str) -> Interval:
    """Student's interval of the logarithm of a ``mean`` above 0."""
    if gap := no_error(mean, spread, units):
        return gap
    factor = float(np.exp(student_half(spread) / mean))
    return Interval(mean / factor, mean * factor)


def influence_interval(
    value: float, influences: Floats, *, units: str = "examples", least: int = LEAST_UNITS
) -> Interval:
    """Of any ``value``, from what each unit adds to it, which sums to 0: value ± t √variance."""
    if few := too_few(len(influences), units, least):
        return few
    spread = spread_of(influences)
    if gap := no_error(value, spread, units):
        return gap
    half = student_half(spread)
    return Interval(value - half, value + half)
