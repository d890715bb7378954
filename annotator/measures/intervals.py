"""95% intervals of everything that is estimated from units drawn independently of each other.

The unit is an example, a judged answer's example or a compared question, never one annotation of
it: annotations of an example belong together. Every interval is made here, by one of five rules:

- ``share_interval``, of ratios of sums from 0 to 1: Wilson's, over the effective number of units;
- ``mean_interval``, of means from 0 on: Student's t of the logarithm, with the cluster-robust
  standard error;
- ``arms_interval``, of the difference of two means whose annotations were drawn at random:
  Student's t with the standard error over examples and annotators;
- ``jackknife_interval``, of coefficients: Student's t with the jackknife's standard error;
- ``bootstrap_interval`` and related ones, of systems' scores, for which a threshold is chosen.

The first four take Student's quantile at Satterthwaite's degrees of freedom, which fall if the
value depends on a few units. If ``benchmarks/coverage`` shows that none of them holds, there is no
interval: the constants below say when.
"""

from typing import Any, NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from annotator.measures.undefined import UndefinedMeasureError

LEAST_UNITS = 10
"""Units that a mean or a coefficient takes."""

LEAST_OF_SHARE = 40
"""Units that a share takes: with fewer, how often any interval holds jumps up and down with the
true share (Brown, Cai and DasGupta 2001).
"""

LEAST_EITHER = 5.0
"""Effective number of units that a share needs with what it counts, and as many without: fewer have
too few possible values. So many have to agree on a rarer value, for a coefficient.
"""

LEAST_DAYS = 28
"""Whole days from which an expected end has an interval."""

LEAST_RESAMPLED = 100
"""Examples that a score takes whose threshold is chosen on them."""

LEAST_FREEDOM = 3.0
"""Degrees of freedom below which a mean or a coefficient hangs on too few of its units."""

LEAST_DIFFERENT = 15.0
"""Effective number of units that differ from the most frequent value, for a coefficient."""

CONFIDENCE = 0.95
_EITHER = "examples or annotators"
_IN_EACH = "examples in each group"
_NOTHING = 1e-12
_DIGITS = 9

Floats = NDArray[np.float64]


class Withheld(NamedTuple):
    """Why there is no interval; if units are missing, how many there are and how many it takes."""

    reason: str
    have: int | None = None
    need: int | None = None


class Interval(NamedTuple):
    """From ``low`` to ``high``, or neither and why."""

    low: float | None
    high: float | None
    withheld: Withheld | None = None


class Proportion(NamedTuple):
    """``value`` = ``count`` / ``total``, 0 to 1, with its interval, if there is one."""

    value: float
    low: float | None
    high: float | None
    count: int  # type: ignore[assignment]  # tuple.count
    total: int
    withheld: Withheld | None = None


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
    Withheld(reason='An interval takes 40 examples, and there are 3.', have=3, need=40)

    Raises ``UndefinedMeasureError`` if the wholes are all 0.
    """
    part, whole = _of_units(parts, wholes)
    if few := too_few(len(whole), units, LEAST_OF_SHARE):
        return few
    # As many as there are units in effect with a part, or without, of a rare or a common share.
    having, lacking = effective_number(part), effective_number(whole - part)
    either = min(having, lacking)
    if either < LEAST_EITHER - _NOTHING:
        return _one_sided(either, units)
    share = float(part.sum() / whole.sum())
    if np.all(whole == whole[0]) and np.all((part == 0) | (part == whole)):
        number = float(len(whole))
    else:
        spread = _spread((part - share * whole) / whole.sum())
        if spread.variance <= _NOTHING * share * (1 - share):
            return _alike(units)
        widened = _student_quantile(min(spread.freedom, 2 * either)) / normal_quantile()
        number = share * (1 - share) / (widened**2 * spread.variance)
    return Interval(_low_end(share, number, having), 1 - _low_end(1 - share, number, lacking))


def _low_end(share: float, number: float, having: float) -> float:
    """Wilson's lower end of ``share`` of ``number`` observations, given that there is an interval.

    It takes ``LEAST_EITHER`` units in effect that have it, and there are ``having``. A share that
    is usually too rare for that has an interval just where it came up often by chance. So the tail
    beyond the end is 2.5% of the chance that a share as low as the end has an interval at all:
    that of a binomial with as many observations as weigh ``LEAST_EITHER`` units, or more.
    """
    least = share * number * LEAST_EITHER / having
    low, shown = share, 1.0
    while True:
        further = wilson_ends(share, number, normal_quantile(1 - (1 - CONFIDENCE) * shown))[0]
        if low - further <= _NOTHING:
            return further
        low, shown = further, float(scipy.special.betainc(least, number - least + 1, further))


def mean_interval(sums: NDArray[Any], counts: NDArray[Any], *, units: str = "examples") -> Interval:
    """Of Σ ``sums`` / Σ ``counts``, a mean of values from 0 on, by unit.

    m exp(± t √variance / m), with the variance of ``share_interval``: means of times and of numbers
    are skewed, their logarithms hardly.

    Raises ``UndefinedMeasureError`` if the counts are all 0.
    """
    part, whole = _of_units(sums, counts)
    if few := too_few(len(whole), units):
        return few
    mean = float(part.sum() / whole.sum())
    return _of_mean(mean, _spread((part - mean * whole) / whole.sum()), units)


def two_way_interval(
    values: Floats, examples: NDArray[np.int64], annotators: NDArray[np.int64]
) -> Interval:
    """Of the mean of ``values`` from 0 on, one an annotation, for other examples and annotators.

    Both are drawn: the variance is that over examples plus that over annotators less that over
    annotations, which both count (Cameron, Gelbach and Miller 2011), and no less than either. The
    degrees of freedom are the lesser of the two, and fewer than there are of each in effect.

    Raises ``UndefinedMeasureError`` without values.
    """
    if not len(values):
        raise UndefinedMeasureError("there is nothing to take a mean of")
    mean = float(np.mean(values))
    spreads = _two_way_spreads((values - mean) / len(values), examples, annotators)
    if isinstance(spreads, Interval):
        return spreads
    one, other, both = spreads
    variance = max(one.variance + other.variance - both.variance, one.variance, other.variance)
    ones = np.ones(len(values))
    effective = (effective_number(sums_by(of, ones)[0]) for of in (examples, annotators))
    freedom = min(one.freedom, other.freedom, *(number - 1 for number in effective))
    return _of_mean(mean, Spread(variance, freedom), _EITHER)


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
    than ``LEAST_UNITS`` examples.

    Raises ``UndefinedMeasureError`` if one of the two has no annotation.
    """
    if treated.all() or not treated.any():
        raise UndefinedMeasureError("there is nothing to compare")
    added = np.zeros(len(values))
    for arm, sign in ((treated, 1), (~treated, -1)):
        if few := too_few(len(np.unique(examples[arm])), _IN_EACH):
            return few
        added[arm] = sign * (values[arm] - values[arm].mean()) / np.count_nonzero(arm)
    difference = float(values[treated].mean() - values[~treated].mean())
    spreads = _two_way_spreads(added, examples, annotators)
    if isinstance(spreads, Interval):
        return spreads
    one, other, both = spreads
    excess = max(0.0, other.variance - both.variance)
    variance = one.variance + excess
    if variance <= _NOTHING:
        return _alike(_EITHER)
    freedom = variance**2 / (one.variance**2 / one.freedom + excess**2 / other.freedom)
    spread = Spread(variance, freedom)
    if gap := _no_error(difference, spread, _EITHER):
        return gap
    half = _student_half(spread)
    return Interval(difference - half, difference + half)


def share_arms_interval(
    chosen: NDArray[np.bool_],
    treated: NDArray[np.bool_],
    examples: NDArray[np.int64],
    annotators: NDArray[np.int64],
) -> Interval:
    """``arms_interval`` of the difference of two shares, within -1 and 1.

    There is none where either has fewer than ``LEAST_OF_SHARE`` examples, or fewer than
    ``LEAST_EITHER`` of them, in effect, with what is counted or without.
    """
    if treated.all() or not treated.any():
        raise UndefinedMeasureError("there is nothing to compare")
    for arm in (treated, ~treated):
        part, whole = sums_by(examples[arm], chosen[arm], np.ones(np.count_nonzero(arm)))
        if few := too_few(len(whole), _IN_EACH, LEAST_OF_SHARE):
            return few
        either = min(effective_number(part), effective_number(whole - part))
        if either < LEAST_EITHER - _NOTHING:
            return _one_sided(either, "examples")
    found = arms_interval(chosen.astype(np.float64), treated, examples, annotators)
    if found.low is None or found.high is None:
        return found
    return Interval(max(-1.0, found.low), min(1.0, found.high))


def jackknife_interval(
    value: float, left_out: Floats, *, units: str = "examples", share: bool = False
) -> Interval:
    """For any ``value``, from its values without each unit in turn (Tukey 1958).

    variance = (G - 1)/G Σ (θ_u - mean of θ)²; value ± t √variance, at most 1. A ``share`` is a mean
    over units, whose values follow from leaving them out; it has the ``share_interval`` of these.
    """
    number = len(left_out)
    if few := too_few(number, units, LEAST_OF_SHARE if share else LEAST_UNITS):
        return few
    if np.isnan(left_out).any():
        return _hanging(units)
    if share:
        own = np.round(number * value - (number - 1) * left_out, _DIGITS)
        return share_interval(np.clip(own, 0, 1), np.ones(number), units=units)
    spread = _spread((number - 1) / number * (left_out.mean() - left_out))
    if gap := _no_error(value, spread, units):
        return gap
    half = _student_half(spread)
    return Interval(value - half, min(1.0, value + half))


def bootstrap_interval(
    value: float, replicates: Floats, number: int, *, most: float | None = 1.0
) -> Interval:
    """For a score of ``number`` examples, from its values on resamples of them (Efron 1979).

    The standard error is the replicates' standard deviation. A score from 0 to ``most`` has
    Wilson's ends with value (most - value) / variance instead of the number of observations; one
    without a greatest value (None) has value ± z standard errors, and not below 0.
    """
    error = _standard_error(value, replicates, number)
    if isinstance(error, Interval):
        return error
    if most is None:
        half = normal_quantile() * error
        return Interval(max(0.0, value - half), value + half)
    share = value / most
    if share <= _NOTHING or share >= 1 - _NOTHING:
        return _alike("examples")
    low, high = wilson_ends(share, share * (1 - share) / (error / most) ** 2, normal_quantile())
    return Interval(most * low, most * high)


def chosen_interval(value: float, replicates: Floats, number: int) -> Interval:
    """For a share that is the greatest of several, such as F1 at the best threshold.

    Choosing on the examples makes it too great on average, by about as much as the replicates
    exceed ``value``; that is subtracted before ``bootstrap_interval``.
    """
    bias = float(np.mean(replicates)) - value
    return bootstrap_interval(min(1.0, max(0.0, value - bias)), replicates, number)


def difference_interval(value: float, replicates: Floats, number: int) -> Interval:
    """Of the difference of two scores on the same examples: value ± z standard errors."""
    error = _standard_error(value, replicates, number)
    if isinstance(error, Interval):
        return error
    half = normal_quantile() * error
    return Interval(value - half, value + half)


def _standard_error(value: float, replicates: Floats, number: int) -> "float | Interval":
    if number < LEAST_RESAMPLED:
        reason = f"An interval takes {LEAST_RESAMPLED} examples, and there are {number}."
        return Interval(None, None, Withheld(reason, number, LEAST_RESAMPLED))
    error = float(np.std(replicates, ddof=1))
    return error if error > _NOTHING * max(1.0, abs(value)) else _alike("examples")


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


def sums_by(units_of: NDArray[np.int64], *columns: NDArray[Any]) -> list[Floats]:
    """The sum of each column over the rows of each unit; units in ascending order."""
    names, places = np.unique(units_of, return_inverse=True)
    return [
        np.bincount(places, weights=column, minlength=len(names)).astype(np.float64)
        for column in columns
    ]


def too_few(number: int, units: str = "examples", least: int = LEAST_UNITS) -> Interval | None:
    """No interval, where there are fewer than ``least``."""
    if number >= least:
        return None
    are = "is 1" if number == 1 else f"are {number}"
    reason = f"An interval takes {least} {units}, and there {are}."
    return Interval(None, None, Withheld(reason, number, least))


def too_alike(
    different: Floats, agreeing: Floats | None, units: str = "examples"
) -> Interval | None:
    """No interval of a coefficient, where too few units differ from the most frequent value, or
    agree on another one: most samples of few lack those that carry the coefficient.

    ``different`` is each unit's share of ratings that do, ``agreeing`` that of pairs (None for AC₁,
    which doesn't hang on them): as (Σ d)² / Σ d² units in effect (Kish).
    """
    enough = effective_number(different) >= LEAST_DIFFERENT
    if agreeing is not None:
        enough &= effective_number(agreeing) >= LEAST_EITHER
    return None if enough else _hanging(units)


def effective_number(amounts: Floats) -> float:
    """(Σ a)² / Σ a²: as many equal amounts would weigh as much (Kish 1965); 0 for none."""
    squares = float(np.sum(amounts**2))
    return float(amounts.sum()) ** 2 / squares if squares > 0 else 0.0


def normal_quantile(confidence: float = CONFIDENCE) -> float:
    """z, so that ``confidence`` of a normal distribution is between -z and z."""
    return float(scipy.special.ndtri((1 + confidence) / 2))


class Spread(NamedTuple):
    """The variance of an estimate, and how many degrees of freedom it is known with."""

    variance: float
    freedom: float


def _of_units(parts: NDArray[Any], wholes: NDArray[Any]) -> tuple[Floats, Floats]:
    part, whole = (np.asarray(each, dtype=np.float64) for each in (parts, wholes))
    counted = whole > 0
    if not counted.any():
        raise UndefinedMeasureError("there is nothing to take a share of")
    return part[counted], whole[counted]


def _spread(influences: Floats) -> Spread:
    """From what each unit adds to the estimate, which sums to 0.

    The degrees of freedom are Satterthwaite's of a sum of squares: 2G / (kurtosis - 1), at most
    G - 1.
    """
    number = len(influences)
    squares = influences**2
    total = float(squares.sum())
    if total <= _NOTHING**2:
        return Spread(0.0, number - 1)
    kurtosis = number * float(np.sum(squares**2)) / total**2
    freedom = min(number - 1, 2 * number / max(kurtosis - 1, _NOTHING))
    return Spread(number / (number - 1) * total, freedom)


def _two_way_spreads(
    influences: Floats, examples: NDArray[np.int64], annotators: NDArray[np.int64]
) -> "tuple[Spread, Spread, Spread] | Interval":
    """Over examples, annotators and annotations, from what each annotation adds to the estimate; no
    interval where one of them has too few.
    """
    every = np.arange(len(influences))
    spreads = []
    for of, units in ((examples, "examples"), (annotators, "annotators"), (every, "annotations")):
        [added] = sums_by(of, influences)
        if few := too_few(len(added), units):
            return few
        spreads.append(_spread(added))
    one, other, both = spreads
    return one, other, both


def _of_mean(mean: float, spread: Spread, units: str) -> Interval:
    if gap := _no_error(mean, spread, units):
        return gap
    factor = float(np.exp(_student_half(spread) / mean))
    return Interval(mean / factor, mean * factor)


def _no_error(value: float, spread: Spread, units: str) -> Interval | None:
    if spread.variance <= _NOTHING * max(1.0, value**2):
        return _alike(units)
    return _hanging(units) if spread.freedom < LEAST_FREEDOM else None


def _student_half(spread: Spread) -> float:
    return float(_student_quantile(spread.freedom) * spread.variance**0.5)


def _student_quantile(freedom: float) -> float:
    return float(scipy.special.stdtrit(freedom, (1 + CONFIDENCE) / 2))


def _one_sided(either: float, units: str) -> Interval:
    need, have = int(LEAST_EITHER), int(either + _NOTHING)
    are = "is 1" if have == 1 else f"are {have}"
    reason = f"An interval takes {need} {units} with it and {need} without, and of one there {are}."
    return Interval(None, None, Withheld(reason, have, need))


def _hanging(units: str) -> Interval:
    return Interval(None, None, Withheld(f"Too few {units} make the difference for an interval."))


def _alike(units: str) -> Interval:
    return Interval(None, None, Withheld(f"All {units} are alike, so they say nothing of others."))
