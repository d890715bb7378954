"""Intervals of systems' scores, which are resampled."""

import numpy as np

from annotator.measures.intervals.kinds import Floats, Interval
from annotator.measures.intervals.limits import LEAST_AVERAGED, LEAST_RESAMPLED, NOTHING
from annotator.measures.intervals.shares import FEW, binomial_ends
from annotator.measures.intervals.spreads import normal_quantile
from annotator.measures.intervals.units import EXAMPLES
from annotator.measures.intervals.withholding import alike, too_few


def bootstrap_interval(
    value: float,
    replicates: Floats,
    number: int,
    *,
    most: float | None = 1.0,
    least: int = LEAST_AVERAGED,
    units: str = EXAMPLES,
) -> Interval:
    """For a score of ``number`` examples, or ``units``, from its values on resamples of them (Efron
    1979).

    The standard error is the replicates' standard deviation. A score from 0 to ``most`` has
    the binomial's ends of value (most - value) / variance observations; of so low or high a score
    that these are too few (``FEW``) to tell its variance, at most ``number``. One without a
    greatest value (None) has value ± z standard errors, and not below 0.
    """
    error = _standard_error(value, replicates, too_few(number, units, least), units)
    if isinstance(error, Interval):
        if number < least or most is None or 0 < value < most:
            return error
        low, high = binomial_ends(value / most, number)
        return Interval(most * low, most * high)
    if most is None:
        half = normal_quantile() * error
        return Interval(max(0.0, value - half), value + half)
    share = value / most
    observations = share * (1 - share) / (error / most) ** 2
    if min(share, 1 - share) * observations < FEW:
        observations = min(observations, number) or number
    low, high = binomial_ends(share, observations)
    return Interval(most * low, most * high)


def chosen_interval(
    value: float,
    replicates: Floats,
    number: int,
    *,
    least: int = LEAST_RESAMPLED,
    units: str = EXAMPLES,
) -> Interval:
    """For a share that is the greatest of several, such as F1 at the best threshold.

    Choosing on the examples makes it too great on average; ``optimism`` is subtracted before
    ``bootstrap_interval``.
    """
    chosen = value - optimism(value, replicates)
    return bootstrap_interval(
        min(1.0, max(0.0, chosen)), replicates, number, least=least, units=units
    )


def optimism(value: float, replicates: Floats) -> float:
    """By how much choosing on the same examples makes a score too great, as resamples tell it: the
    mean by which they exceed ``value`` (Efron and Tibshirani 1993, section 10.3).
    """
    return float(np.mean(replicates)) - value


def _standard_error(
    value: float, replicates: Floats, few: Interval | None, units: str
) -> "float | Interval":
    if few:
        return few
    error = float(np.std(replicates, ddof=1))
    return error if error > NOTHING * max(1.0, abs(value)) else alike(units)
