"""When a project will be finished, from how much was done on each of its latest days."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.measures.undefined import UndefinedMeasureError

SHORTEST = 7
"""Days: with a week, every weekday has been seen."""

HORIZON = 3653
"""Days, ten years: what takes longer is not worth a date."""

_SATURDAY = 5
_QUANTILES = (0.025, 0.5, 0.975)
_POINTS = 30


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


def forecast_finish(
    *,
    counts: Sequence[int] | NDArray[np.int64],
    today: int,
    done_today: int,
    left: int,
    seed: int,
    resamples: int = 2000,
) -> Forecast:
    """The day on which the last of ``left`` will be done, if work continues at its pace.

    ``counts``: what was done on each of the latest whole days, the last of them yesterday.
    ``today`` is a weekday, 0 for Monday; ``done_today`` is what was done today so far, which is no
    longer in ``left``.

    In each of ``resamples`` runs, days are drawn again with replacement, working days (Monday to
    Friday) and weekends separately, which models how little is known of the pace. Then each day to
    come is a random one of those drawn, of its own kind, which models how days differ. Today brings
    what it draws beyond ``done_today``. The ends are the 2.5% and 97.5% quantiles of the runs.

    Ten a day, 25 left: today, tomorrow and the day after.

    >>> forecast_finish(counts=[10] * 7, today=0, done_today=0, left=25, seed=1)[:3]
    (2, 2, 2)

    Raises ``UndefinedMeasureError`` with fewer days than a week or if nothing was done on them,
    ``ValueError`` if nothing is left.
    """
    if left < 1:
        raise ValueError("nothing is left to be done")
    done = np.asarray(counts, dtype=np.int64)
    if len(done) < SHORTEST:
        raise UndefinedMeasureError("a forecast needs the days of a week")
    if not done.any():
        raise UndefinedMeasureError("nothing was done on the latest days")
    generator = np.random.default_rng(seed % 2**64)
    weekdays = (today - np.arange(len(done), 0, -1)) % 7
    pools = [
        _draw_again(done[(weekdays >= _SATURDAY) == weekend], resamples, generator)
        for weekend in (False, True)
    ]
    return _run(
        pools,
        generator,
        today=today,
        done_today=done_today,
        left=left,
        step=max(1, round(left / float(done.mean()) / _POINTS)),
    )


def _draw_again(
    counts: NDArray[np.int64], resamples: int, generator: np.random.Generator
) -> NDArray[np.int64]:
    """``resamples`` rows of ``counts``, with replacement: three fewer than there are, of less than
    twelve a quarter fewer. As many as there are would vary too little; the mean of n - 3 has the
    variance of Student's t with n - 1 degrees of freedom.
    """
    number = len(counts) - min(3, len(counts) // 4)
    return counts[generator.integers(0, len(counts), (resamples, number))]


def _run(
    pools: Sequence[NDArray[np.int64]],
    generator: np.random.Generator,
    *,
    today: int,
    done_today: int,
    left: int,
    step: int,
) -> Forecast:
    resamples = len(pools[0])
    rows = np.arange(resamples)
    total = np.zeros(resamples, dtype=np.int64)
    finished = np.full(resamples, HORIZON + 1)
    course: list[Expected] = []
    for day in range(HORIZON + 1):
        pool = pools[(today + day) % 7 >= _SATURDAY]
        drawn = pool[rows, generator.integers(0, pool.shape[1], resamples)]
        total += np.maximum(drawn - done_today, 0) if day == 0 else drawn
        finished[(total >= left) & (finished > HORIZON)] = day
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


def _quantiles(values: NDArray[np.int64]) -> NDArray[np.float64]:
    """Values that occur, never between two: a day beyond the horizon has no place to mix in."""
    return np.quantile(values, _QUANTILES, method="inverted_cdf")
