"""When a project will be finished, from how much was done on each of its latest days."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.measures.intervals import LEAST_WEEKS, Interval, mean_interval, too_few
from annotator.measures.intervals.undefined import UndefinedMeasureError

_WEEK = 7

SHORTEST = _WEEK
"""Days: with a week, every weekday has been seen."""

HORIZON = 3653
"""Days, ten years: what takes longer is not worth a date."""

_QUANTILES = (0.025, 0.5, 0.975)
_POINTS = 30
_HAIR = 1e-9


class Expected(NamedTuple):
    """How much is done by the end of ``day``: the median over the resamples and 95% of them."""

    day: int
    median: float
    low: float
    high: float


class Forecast(NamedTuple):
    """Days from today (0) until nothing is left: the median, and 95% of the resamples.

    None if that is more than ``HORIZON`` days. ``course`` is the way there, at up to about 30 days:
    to where 95% of the resamples are done, or where these take too long, to twice the median.
    """

    median: int | None
    low: int | None
    high: int | None
    course: tuple[Expected, ...]


def whole_weeks(counts: Sequence[int] | NDArray[np.int64]) -> NDArray[np.float64]:
    """The latest days as rows of seven, the last row up to yesterday; days before them are left
    out. A column is a weekday.
    """
    done = np.asarray(counts, dtype=np.float64)
    return done[len(done) % _WEEK :].reshape(-1, _WEEK)


def pace_interval(counts: Sequence[int] | NDArray[np.int64]) -> Interval:
    """Of the mean of a day, over whole weeks: what differs by weekday doesn't widen it, and days of
    a week may depend on each other.

    ``mean_interval`` of the weeks' totals. Weeks that are all alike differ by nothing:

    >>> pace_interval([10, 10, 10, 10, 10, 0, 0] * 4)[:2] == (50 / 7, 50 / 7)
    True
    """
    totals = whole_weeks(counts).sum(axis=1)
    if few := too_few(len(totals), "whole weeks", LEAST_WEEKS):
        return few
    if np.ptp(totals) == 0:
        pace = float(totals.mean()) / _WEEK
        return Interval(pace, pace)
    return mean_interval(totals, np.full(len(totals), _WEEK), units="weeks", least=LEAST_WEEKS)


def forecast_finish(
    *,
    counts: Sequence[int] | NDArray[np.int64],
    done_today: int,
    left: int,
    seed: int,
    resamples: int = 2000,
) -> Forecast:
    """The day on which the last of ``left`` will be done, if the coming weeks are like these.

    ``counts``: what was done on each of the latest whole days, the last of them yesterday.
    ``done_today`` is what was done today so far, which is no longer in ``left``.

    In each of ``resamples`` runs, every seven days to come are a whole known week, drawn with
    replacement, so that each weekday brings what it brought and the days of a week stay together.
    ``_paces`` multiplies it. Today brings what it draws beyond ``done_today``. The ends are the
    2.5% and 97.5% quantiles of the runs.

    Ten a day, 25 left: today, tomorrow and the day after.

    >>> forecast_finish(counts=[10] * 7, done_today=0, left=25, seed=1)[:3]
    (2, 2, 2)

    Raises ``UndefinedMeasureError`` with fewer days than a week or if nothing was done on them,
    ``ValueError`` if nothing is left.
    """
    if left < 1:
        raise ValueError("nothing is left to be done")
    if len(counts) < SHORTEST:
        raise UndefinedMeasureError("a forecast needs the days of a week")
    weeks = whole_weeks(counts)
    if not weeks.any():
        raise UndefinedMeasureError("nothing was done on the latest days")
    return _run(
        weeks,
        np.random.default_rng(seed % 2**64),
        resamples,
        done_today=done_today,
        left=left,
        step=max(1, round(left / float(weeks.mean()) / _POINTS)),
    )


class _Paces:
    """How much more or less than a known week a week of each run brings, as a factor.

    The totals' variance is drawn from its posterior, (n - 1) s² / χ² with n - 1 degrees of freedom,
    once a run. A run's level is off by a normal deviate of 1/n of that variance, which makes its
    mean Student's. Drawing among n known weeks has (n - 1)/n of s²; what the drawn variance has
    beyond that is drawn again each week. Both are logarithms, in parts of the mean.
    """

    def __init__(self, totals: NDArray[np.float64], resamples: int, draw: np.random.Generator):
        number, self._draw = len(totals), draw
        relative = float(totals.var(ddof=1)) / float(totals.mean()) ** 2 if number > 1 else 0.0
        variance = relative * (number - 1) / draw.chisquare(max(1, number - 1), resamples)
        known = relative * (number - 1) / number
        self._level = draw.standard_normal(resamples) * np.sqrt(variance / number)
        self._more = np.sqrt(np.maximum(variance - known, 0))

    def next_week(self) -> NDArray[np.float64]:
        """The factor of each run."""
        own = self._draw.standard_normal(len(self._more)) * self._more
        return np.asarray(np.exp(self._level + own))


def _run(
    weeks: NDArray[np.float64],
    generator: np.random.Generator,
    resamples: int,
    *,
    done_today: int,
    left: int,
    step: int,
) -> Forecast:
    paces = _Paces(weeks.sum(axis=1), resamples, generator)
    total = np.zeros(resamples)
    finished = np.full(resamples, HORIZON + 1)
    course: list[Expected] = []
    for day in range(HORIZON + 1):
        if day % _WEEK == 0:
            drawn = weeks[generator.integers(0, len(weeks), resamples)]
            drawn *= paces.next_week()[:, None]
        today = drawn[:, day % _WEEK]
        total += np.maximum(today - done_today, 0) if day == 0 else today
        finished[(total >= left - _HAIR) & (finished > HORIZON)] = day
        is_over = bool((finished <= HORIZON).all())
        is_there = bool(course) and course[-1].low == left
        if not is_there and (day % step == 0 or (finished > HORIZON).mean() < _QUANTILES[0]):
            low, median, high = _quantiles(np.minimum(total, left))
            course.append(Expected(day, float(median), float(low), float(high)))
        if is_over:
            break
    ends = [None if day > HORIZON else int(day) for day in _quantiles(finished)]
    return Forecast(median=ends[1], low=ends[0], high=ends[2], course=_shown(course, ends))


def _shown(course: Sequence[Expected], ends: Sequence[int | None]) -> tuple[Expected, ...]:
    """About ``_POINTS`` of the days. A run that draws only idle days takes for ever, and would
    squeeze everything else into the plot's edge.
    """
    _, median, high = ends
    last = 2 * max(median, SHORTEST) if high is None and median is not None else HORIZON
    known = [each for each in course if each.day <= last]
    return (*known[: -1 : max(1, round(len(known) / _POINTS))], known[-1])


def _quantiles(values: NDArray[Any]) -> NDArray[np.float64]:
    """Values that occur, never between two: a day beyond the horizon has no place to mix in."""
    return np.asarray(np.quantile(values, _QUANTILES, method="inverted_cdf"), dtype=np.float64)
