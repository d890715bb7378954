"""Intervals of coefficients, by leaving out each unit in turn."""

import numpy as np

from annotator.measures.intervals.kinds import Floats, Interval
from annotator.measures.intervals.limits import LEAST_FREEDOM
from annotator.measures.intervals.spreads import spread_of, student_half
from annotator.measures.intervals.units import EXAMPLES
from annotator.measures.intervals.withholding import hanging, no_error, too_few


def jackknife_interval(
    value: float, left_out: Floats, *, units: str = EXAMPLES, freedom: float = LEAST_FREEDOM
) -> Interval:
    """For any ``value``, from its values without each unit in turn (Tukey 1958).

    variance = (G - 1)/G Σ (θ_u - mean of θ)²; value ± t √variance, at most 1. It takes so many
    degrees of ``freedom``.
    """
    number = len(left_out)
    if few := too_few(number, units):
        return few
    if np.isnan(left_out).any():
        return hanging(units)
    spread = spread_of((number - 1) / number * (left_out.mean() - left_out))
    if gap := no_error(value, spread, units, freedom):
        return gap
    half = student_half(spread)
    return Interval(value - half, min(1.0, value + half))
