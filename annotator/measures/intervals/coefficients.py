"""Intervals of coefficients, by leaving out each unit in turn."""

import numpy as np

from annotator.measures.intervals.kinds import Floats, Interval
from annotator.measures.intervals.spreads import spread_of, student_half
from annotator.measures.intervals.units import EXAMPLES
from annotator.measures.intervals.withholding import hanging, no_error, too_few


def jackknife_interval(value: float, left_out: Floats, *, units: str = EXAMPLES) -> Interval:
    """For any ``value``, from its values without each unit in turn (Tukey 1958).

    variance = (G - 1)/G Σ (θ_u - mean of θ)²; value ± t √variance, at most 1. One end reaches
    further by the bias, (G - 1)(mean of θ - value) (Quenouille 1956): of few units a coefficient
    comes out too small, and how much too small it is varies too.
    """
    number = len(left_out)
    if few := too_few(number, units):
        return few
    if np.isnan(left_out).any():
        return hanging(units)
    spread = spread_of((number - 1) / number * (left_out.mean() - left_out))
    if gap := no_error(value, spread, units):
        return gap
    half, bias = student_half(spread), (number - 1) * float(left_out.mean() - value)
    return Interval(value - half - max(0.0, bias), min(1.0, value + half + max(0.0, -bias)))
