"""95% intervals of everything that is estimated from units drawn independently of each other.

The unit is an example, a judged answer's example or a compared question, never one annotation of
it: annotations of an example belong together. Every interval is made here, by one of three rules:

- ``share_interval``, of ratios of sums from 0 to 1: Wilson's, over the effective number of units;
- ``mean_interval``, of means from 0 on: Student's t with the cluster-robust standard error;
- ``jackknife_interval``, of coefficients: Student's t with the jackknife's standard error.

All three take Student's quantile at Satterthwaite's degrees of freedom, which fall where the value
hangs on a few units. With too few units there is no interval. ``benchmarks/coverage`` measures how
often they hold.
"""

from typing import Any, NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from annotator.measures.undefined import UndefinedMeasureError

LEAST_UNITS = 10
"""From fewer units there is no interval."""

LEAST_FREEDOM = 3.0
"""Degrees of freedom below which a mean or a coefficient hangs on too few of its units."""

LEAST_DIFFERENT = 15.0
"""Effective number of units that differ from the most frequent value, for a coefficient."""

CONFIDENCE = 0.95
_NOTHING = 1e-12

Floats = NDArray[np.float64]


class Withheld(NamedTuple):
    """Why there is no interval; how many ``units`` there are, and how many it takes, if more units
    are what is missing.
    """

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


def binomial_ends(count: int, total: int) -> tuple[float, float]:
    """Wilson's interval of ``count`` of ``total``, but for counts of 1 to 3 (of 1 and 2 among up to
    50) and for as many missing from the total the end beside them is Poisson's, as Brown, Cai and
    DasGupta (2001) have it: Wilson's would miss small shares too often.
    """
    low, high = wilson_ends(count / total, total, normal_quantile())
    few = 2 if total <= 50 else 3  # noqa: PLR2004 - theirs
    if 0 < count <= few:
        low = float(scipy.special.gammaincinv(count, 1 - CONFIDENCE)) / total
    if 0 < total - count <= few:
        high = 1 - float(scipy.special.gammaincinv(total - count, 1 - CONFIDENCE)) / total
    return low, high


def share_interval(
    parts: NDArray[Any], wholes: NDArray[Any], *, units: str = "examples"
) -> Interval:
    """Of Σ ``parts`` / Σ ``wholes``, where each unit's part is from 0 to its whole.

    Where each unit has one yes or no it is Wilson's interval. Else it is Wilson's with p (1 - p) /
    variance in place of the number of observations, as for samples of clusters (Korn and Graubard
    1998): variance = G/(G - 1) Σ (a_u - p b_u)² / (Σ b)², over the G units with a whole. At 0 and 1
    the number is G.

    >>> low, high, _ = share_interval(np.array([1] * 82 + [0] * 57), np.ones(139))
    >>> round(low, 3), round(high, 3)
    (0.507, 0.668)
    >>> share_interval(np.array([5, 5, 0]), np.array([5, 5, 5])).withheld
    Withheld(reason='An interval takes 10 examples, and there are 3.', have=3, need=10)

    Raises ``UndefinedMeasureError`` where the wholes are all 0.
    """
    part, whole = _of_units(parts, wholes)
    if few := too_few(len(whole), units):
        return few
    share = min(1.0, float(part.sum() / whole.sum()))
    if share <= _NOTHING or share >= 1 - _NOTHING:
        return Interval(*binomial_ends(round(share) * len(whole), len(whole)))
    if np.all(whole == 1) and np.all((part == 0) | (part == 1)):
        return Interval(*binomial_ends(int(part.sum()), len(whole)))
    spread = _spread((part - share * whole) / whole.sum())
    # As many as there are units in effect with a part, or without, of a rare or a common share.
    either = min(effective_number(part), effective_number(whole - part))
    freedom = min(spread.freedom, 2 * either)
    return _share_with(share, spread._replace(freedom=freedom), units)


def mean_interval(sums: NDArray[Any], counts: NDArray[Any], *, units: str = "examples") -> Interval:
    """Of Σ ``sums`` / Σ ``counts``, a mean of values from 0 on, by unit.

    m ± t √variance, with the variance of ``share_interval``, and not below 0.

    Raises ``UndefinedMeasureError`` where the counts are all 0.
    """
    part, whole = _of_units(sums, counts)
    if few := too_few(len(whole), units):
        return few
    mean = float(part.sum() / whole.sum())
    found = _student(mean, _spread((part - mean * whole) / whole.sum()), units)
    return found if found.low is None else found._replace(low=max(0.0, found.low))


def two_way_interval(
    values: Floats, examples: NDArray[np.int64], annotators: NDArray[np.int64]
) -> Interval:
    """Of the mean of ``values`` from 0 on, one an annotation, for other examples and annotators.

    Both are drawn: the variance is that over examples plus that over annotators less that over
    annotations, which both count (Cameron, Gelbach and Miller 2011), and no less than either. The
    degrees of freedom are the lesser of the two.

    Raises ``UndefinedMeasureError`` without values.
    """
    ones = np.ones(len(values))
    every = np.arange(len(values))
    mean = float(np.mean(values)) if len(values) else np.nan
    spreads = []
    for of, units in ((examples, "examples"), (annotators, "annotators"), (every, "annotations")):
        part, whole = _of_units(*sums_by(of, values, ones))
        if few := too_few(len(whole), units):
            return few
        spreads.append(_spread((part - mean * whole) / whole.sum()))
    one, other, both = spreads
    variance = max(one.variance + other.variance - both.variance, one.variance, other.variance)
    freedom = min(one.freedom, other.freedom)
    found = _student(mean, Spread(variance, freedom), "examples or annotators")
    return found if found.low is None else found._replace(low=max(0.0, found.low))


def jackknife_interval(
    value: float, left_out: Floats, *, units: str = "examples", share: bool = False
) -> Interval:
    """Of any ``value``, from what it is without each of its units in turn (Tukey 1958).

    variance = (G - 1)/G Σ (θ_u - mean of θ)². With ``share`` the ends are Wilson's, as in
    ``share_interval``; else value ± t √variance, at most 1.
    """
    if few := too_few(len(left_out), units):
        return few
    if np.isnan(left_out).any():
        return _hanging(units)
    number = len(left_out)
    spread = _spread((number - 1) / number * (left_out.mean() - left_out))
    if not share:
        found = _student(value, spread, units)
        return found if found.high is None else found._replace(high=min(1.0, found.high))
    if value <= _NOTHING or value >= 1 - _NOTHING:
        return Interval(*binomial_ends(round(value) * number, number))
    return _share_with(value, spread, units)


def proportion(count: int, total: int, *, units: str = "examples") -> Proportion:
    """``count`` of ``total`` units with Wilson's interval.

    Raises ``UndefinedMeasureError`` where ``total`` is 0.
    """
    if total == 0:
        raise UndefinedMeasureError("a proportion of nothing has no interval")
    found = too_few(total, units) or Interval(*binomial_ends(count, total))
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


def too_few(number: int, units: str = "examples") -> Interval | None:
    """No interval, where there are fewer than ``LEAST_UNITS``."""
    if number >= LEAST_UNITS:
        return None
    are = "is 1" if number == 1 else f"are {number}"
    reason = f"An interval takes {LEAST_UNITS} {units}, and there {are}."
    return Interval(None, None, Withheld(reason, number, LEAST_UNITS))


def too_alike(different: Floats, units: str = "examples") -> Interval | None:
    """No interval of a coefficient, where too few units differ from the most frequent value.

    ``different`` is each unit's share of ratings that do: as (Σ d)² / Σ d² units in effect (Kish).
    """
    return None if effective_number(different) >= LEAST_DIFFERENT else _hanging(units)


def effective_number(amounts: Floats) -> float:
    """(Σ a)² / Σ a²: as many equal amounts would weigh as much (Kish 1965); 0 for none."""
    squares = float(np.sum(amounts**2))
    return float(amounts.sum()) ** 2 / squares if squares > 0 else 0.0


def normal_quantile(confidence: float = CONFIDENCE) -> float:
    """z, so that ``confidence`` of a normal distribution lies between -z and z."""
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


def _share_with(share: float, spread: Spread, units: str) -> Interval:
    if spread.variance <= _NOTHING * share * (1 - share):
        return _alike(units)
    number = share * (1 - share) / spread.variance
    return Interval(*wilson_ends(share, number, _student_quantile(spread.freedom)))


def _student(value: float, spread: Spread, units: str) -> Interval:
    if spread.variance <= _NOTHING * max(1.0, value**2):
        return _alike(units)
    if spread.freedom < LEAST_FREEDOM:
        return _hanging(units)
    half = _student_quantile(spread.freedom) * spread.variance**0.5
    return Interval(value - half, value + half)


def _student_quantile(freedom: float) -> float:
    return float(scipy.special.stdtrit(freedom, (1 + CONFIDENCE) / 2))


def _hanging(units: str) -> Interval:
    return Interval(None, None, Withheld(f"Too few {units} make the difference for an interval."))


def _alike(units: str) -> Interval:
    return Interval(None, None, Withheld(f"All {units} are alike, so they say nothing of others."))
