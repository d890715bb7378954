"""Pace and expected end, of projects whose days depend on each other or don't.

A run is a project of its own: the weeks that are known, then those to come.
"""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np
from numpy.typing import NDArray

from annotator.measures.forecast import forecast_finish, pace_interval
from annotator.measures.intervals import Interval
from benchmarks._coverage_nq import Covered, Rows
from benchmarks._coverage_other import OUT_OF_SCOPE

Means = NDArray[np.float64]
DAYS = 40.0
"""Annotations of a working day, on average."""

_AHEAD, _LONGEST = 20, 400
_RESAMPLES = 400
_FIVE = np.array([1, 1, 1, 1, 1, 0, 0])
_PEOPLE, _STAY = 10, 15
_SPREAD = 0.5
"""Standard deviation of a day's logarithm, where days depend on each other."""


def day_figures() -> Iterator[Covered]:
    """``rate`` and ``finish`` by case. A finish is in days from the one on which 20 average days'
    work is done.
    """
    steady = partial(np.multiply, DAYS)
    yield from _case("a steady week of five days", _FIVE, lambda _, n: steady(np.ones(n)))
    gamma = np.ones(7)
    yield from _case("days that differ widely", gamma, lambda g, n: g.gamma(2, DAYS / 2, n))
    for related in (0.0, 0.5):
        name = f"days related by {related}" if related else "independent days"
        yield from _case(name, _FIVE, partial(_related, related))
    for related in (0.8, 0.9):
        name = f"days related by {related}{OUT_OF_SCOPE}"
        yield from _case(name, _FIVE, partial(_related, related))
    yield from _case(f"people who come and go{OUT_OF_SCOPE}", _FIVE, _people)


def _related(by: float, generator: np.random.Generator, number: int) -> Means:
    """The mean of each day, lognormal; logarithms of following days have this autocorrelation."""
    noise = generator.standard_normal(number)
    noise[1:] *= np.sqrt(1 - by**2)
    for day in range(1, number):
        noise[day] += by * noise[day - 1]
    return np.asarray(DAYS * np.exp(_SPREAD * noise - _SPREAD**2 / 2))


def _people(generator: np.random.Generator, number: int) -> Means:
    """Of ten people half work, each for 15 days on average, and then as long not."""
    here = generator.random(_PEOPLE) < 0.5
    changes = generator.random((number, _PEOPLE)) < 1 / _STAY
    present = here ^ (np.cumsum(changes, axis=0) % 2 == 1)
    return np.asarray(present.sum(axis=1) * 2 * DAYS / _PEOPLE)


def _case(
    name: str, profile: NDArray[np.int64], means: Callable[[np.random.Generator, int], Means]
) -> Iterator[Covered]:
    pace = DAYS * float(profile.mean())

    def days(rows: Rows) -> NDArray[np.int64]:
        draw = np.random.default_rng(rows)
        number = len(rows) + _LONGEST
        return draw.poisson(means(draw, number) * np.resize(profile, number))

    def finish(rows: Rows) -> Interval:
        counts, left = days(rows), int(_AHEAD * pace)
        known, coming = counts[: len(rows)], counts[len(rows) :]
        missing = pace_interval(known)
        if missing.low is None or not known.any():
            return Interval(None, None)
        end = int(np.searchsorted(coming.cumsum(), left))
        found = forecast_finish(
            counts=known, done_today=0, left=left, seed=int(rows[0]), resamples=_RESAMPLES
        )
        high = np.inf if found.high is None else found.high
        return Interval(np.nan if found.low is None else found.low - end, high - end)

    yield Covered(f"rate: {name}", pace, lambda rows: pace_interval(days(rows)[: len(rows)]))
    yield Covered(f"finish, burn_up: {name}", 0, finish)
