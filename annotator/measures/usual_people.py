"""How steady people differ from each other, fitted to everybody, and each one's levels by that.

Nine in ten people are taken to be steady when the differences between them are fitted, so that
those who need help don't make themselves usual.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import scipy

from annotator.measures.expected_answers import Chances
from annotator.measures.steadiness import Floats, Levels

_STEADY = 0.9
_UNRELATED = np.array([0, 0.01, 0.02, 0.035, 0.05, 0.075, 0.1, 0.14, 0.19, 0.25])
_MEANS = np.geomspace(0.005, 0.1, 12)
_FAR = np.array([0.2, 0.4, 0.7])
_FAR_WEIGHTS = np.log(np.outer([0.45, 0.45, 0.1], [0.3, 0.5, 0.2]).ravel())
"""Of the habits random, none and bad, with each of these shares."""
_PRECISIONS = np.geomspace(5, 3000, 20)
_PACES = np.linspace(-3, 3, 121)
_SPREADS = np.geomspace(0.05, 1.5, 100)
_PACE_SPREAD, _PACE_PEOPLE = 0.3, 3
"""People's paces differ by about a third, which counts as much as three people who show it."""
_DAYS = 5
"""So many days of a person's own count as much as everybody's for how much their days differ."""


class Person(NamedTuple):
    """What ``evidence_of`` takes."""

    steady: Levels
    changed: Levels


def by_answers(people: Sequence[Chances]) -> list[Person]:
    """A level is the share of answers that have nothing to do with the example.

    f(y) = (1 - δ) usual(y) + δ habit(y), with any of the habits of ``Chances``. The δ of steady
    people is exponential, with its likeliest mean.
    """
    usual = [_habits(each, _UNRELATED) for each in people]
    far = [_habits(each, _FAR) for each in people]
    weights = _likeliest(
        [_normed(np.tile(np.log(_WIDTHS) - _UNRELATED / mean, 3)) for mean in _MEANS],
        usual,
        far,
        _FAR_WEIGHTS,
    )
    return [
        Person(Levels(one, weights), Levels(other, _FAR_WEIGHTS))
        for one, other in zip(usual, far, strict=True)
    ]


_WIDTHS = np.gradient(_UNRELATED)


def by_rate(people: Sequence[Floats]) -> list[Person]:
    """A level is a rate of yes; the rates of steady people are Beta, with its likeliest precision
    around everybody's mean.
    """
    said = np.concatenate(people)
    mean = (said.sum() + 0.5) / (len(said) + 1)
    rates = scipy.special.expit(np.linspace(-7, 7, 71))
    logs = np.log(np.stack([1 - rates, rates]))
    likelihoods = [logs[each.astype(np.int64)] for each in people]
    even = np.full(len(rates), -np.log(len(rates)))
    grids = [
        _normed(precision * (mean * logs[1] + (1 - mean) * logs[0])) for precision in _PRECISIONS
    ]
    weights = _likeliest(grids, likelihoods, likelihoods, even)
    return [Person(Levels(each, weights), Levels(each, even)) for each in likelihoods]


class Days(NamedTuple):
    """One person's days: the mean logarithm of active time against everybody's, and how many."""

    means: Floats
    counts: Floats


class Paces(NamedTuple):
    """``changes``: each person against their own days; ``quick``: the chance that a steady person
    takes as little time compared with the others.
    """

    changes: list[Person]
    quick: Floats


def by_pace(people: Sequence[Days], within: float) -> Paces:
    """A level is the logarithm of active time against everybody's, an observation is a day.

    A day's mean is normal around the level with the variance between the person's days, estimated
    from differences of consecutive days, and ``within``, the variance of an annotation in a day,
    over their number. A person is compared with all others: their levels have Student's
    distribution around the median.
    """
    variances = _variances(people, within)
    levels = np.array([float(np.average(each.means, weights=each.counts)) for each in people])
    found, chances = [], []
    even = np.full(len(_PACES), -np.log(len(_PACES)))
    for place, (days, variance) in enumerate(zip(people, variances, strict=True)):
        likelihoods = -((days.means[:, None] - _PACES) ** 2) / (2 * variance[:, None])
        others = np.delete(levels, place)
        center = float(np.median(others)) if len(others) else 0.0
        spread, freedom = _spread(others - center)
        weights = _normed(
            -(freedom + 1) / 2 * np.log1p(((_PACES - center) / spread) ** 2 / freedom)
        )
        # A level of one's own from the start isn't a change.
        found.append(Person(Levels(likelihoods, weights), Levels(likelihoods, even, weights)))
        shares = days.counts / days.counts.sum()
        error = float((shares**2 * variance).sum())
        distance = (levels[place] - center) / np.sqrt(spread**2 + error)
        chances.append(float(scipy.special.stdtr(freedom, distance)))
    return Paces(found, np.array(chances))


def _variances(people: Sequence[Days], within: float) -> list[Floats]:
    """Of each person's day means."""
    excesses = [_excess(each, within) for each in people]
    steps = [len(each.means) - 1 for each in people]
    shared = max(sum(excesses) / max(sum(steps), 1), 1e-4)
    return [
        max((shared * _DAYS + excess) / (_DAYS + number), shared / 4) + within / days.counts
        for days, excess, number in zip(people, excesses, steps, strict=True)
    ]


def _excess(days: Days, within: float) -> float:
    """The sum of squares of steps from day to day beyond what annotations scatter."""
    expected = within * (1 / days.counts[1:] + 1 / days.counts[:-1]) / 2
    return float(((np.diff(days.means) ** 2) / 2 - expected).sum())


def _spread(distances: Floats) -> tuple[float, float]:
    """The standard deviation between people, of one more person, and its degrees of freedom.

    The likeliest one, if a tenth of the people may take any time. What is assumed of paces adds
    nothing to the freedom, since few people may differ by more.
    """
    steady = (
        _STEADY
        * np.exp(-((distances[:, None] / _SPREADS) ** 2) / 2)
        / (_SPREADS * np.sqrt(2 * np.pi))
    )
    any_time = (1 - _STEADY) / (_PACES[-1] - _PACES[0])
    known = -_PACE_PEOPLE * (np.log(_SPREADS) + (_PACE_SPREAD / _SPREADS) ** 2 / 2)
    likeliest = float(_SPREADS[int((np.log(steady + any_time).sum(axis=0) + known).argmax())])
    count = len(distances)
    return likeliest * np.sqrt(1 + 1 / max(count, 1)), max(count, 1)


def _habits(chances: Chances, shares: Floats) -> Floats:
    """Log-likelihoods by habit and share."""
    return np.hstack([_mixed(chances.usual, habit, shares) for habit in chances[1:]])


def _mixed(usual: Floats, habit: Floats, shares: Floats) -> Floats:
    mixed = (1 - shares) * usual[:, None] + shares * habit[:, None]
    return np.asarray(np.log(np.maximum(mixed, 1e-12)))


def _normed(logarithms: Floats) -> Floats:
    return np.asarray(logarithms - scipy.special.logsumexp(logarithms))


def _likeliest(
    grids: Sequence[Floats], usual: Sequence[Floats], far: Sequence[Floats], even: Floats
) -> Floats:
    """The weights of steady levels that make everybody's observations likeliest."""
    steady = np.array([each.sum(axis=0) for each in usual])
    strayed = scipy.special.logsumexp(np.array([each.sum(axis=0) for each in far]) + even, axis=1)
    fits = [
        np.logaddexp(
            np.log(_STEADY) + scipy.special.logsumexp(steady + weights, axis=1),
            np.log(1 - _STEADY) + strayed,
        ).sum()
        for weights in grids
    ]
    return grids[int(np.argmax(fits))]
