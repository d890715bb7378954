"""How strongly observations in their order speak for a change, or for somebody unlike the others.

Everybody is steady until the observations say otherwise: a steady person has one level throughout,
and levels differ between people. The evidence compares that with a change to another level, which
may have been there from the start. A level is a share of yes, a pace, or a share of answers that
the question has no part in; each kind has the likelihood of every observation at every level.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

HALF_LIFE = 50
"""Half of the later changes come within so many observations."""


class Levels(NamedTuple):
    """Log-likelihoods of n observations, n × levels, and the logarithm of each level's weight.

    ``first`` weighs levels that somebody has from the start; by default as ``weights``.
    """

    likelihoods: Floats
    weights: Floats
    first: Floats | None = None


class Evidence(NamedTuple):
    """The evidence as a natural logarithm, and the observation from 0 with which a change most
    likely ``start``ed. A ``start`` of 0 isn't a change, but a level unlike the others'.
    """

    strength: float
    start: int


def evidence_of(steady: Levels, changed: Levels) -> Evidence:
    """How much all observations speak against a steady person.

    E = Σ_τ w_τ P(y_1 … y_(τ-1)) Σ_g a_g f_g(y_τ) … f_g(y_n) / P(y_1 … y_n), and w_τ for τ > n

    P is the probability with a level drawn by the weights of ``steady``, a_g those of ``changed``,
    w_1 = ½ and w_τ = ½ · 50 / ((48 + τ)(49 + τ)) for the observation τ at which the level changes.
    These are Bayes factors whose mean is 1 for every n if the person is steady, so they reach x in
    at most 1 of x people, however often one looks while n grows (Ville 1939; Shiryaev 1963).

    Two sides of a coin, and a change to heads alone: after three heads the factor is 8 if it was so
    from the start, 4 and 2 if later, and 1 for what may come:

    >>> half, heads = np.log(np.full((3, 1), 0.5)), np.zeros((3, 1))
    >>> found = evidence_of(Levels(half, np.zeros(1)), Levels(heads, np.zeros(1)))
    >>> round(math.exp(found.strength), 3), found.start
    (4.539, 0)
    """
    count = len(steady.likelihoods)
    so_far = steady.likelihoods.cumsum(axis=0)
    usual = np.concatenate([[0.0], _log_sum(steady.weights + so_far[:-1])])
    all_usual = float(_log_sum(steady.weights + so_far[-1]))
    to_end = changed.likelihoods[::-1].cumsum(axis=0)[::-1]
    weights = np.tile(changed.weights, (count, 1))
    if changed.first is not None:
        weights[0] = changed.first
    parts = _beginnings(count) + usual + _log_sum(weights + to_end) - all_usual
    to_come = math.log(0.5 * HALF_LIFE) - math.log(HALF_LIFE + count - 1)
    strength = float(_log_sum(np.append(parts, to_come)))
    return Evidence(strength, int(parts.argmax()))


def _beginnings(count: int) -> Floats:
    """The logarithm of the chance that the change comes at each of ``count`` observations."""
    later = np.arange(count, dtype=np.float64) + HALF_LIFE
    return np.concatenate(
        [[math.log(0.5)], math.log(0.5 * HALF_LIFE) - np.log(later[:-1] * later[1:])]
    )[:count]


def _log_sum(values: Floats) -> Floats:
    """The logarithm of the sum of exponentials over the last axis."""
    highest = values.max(axis=-1, keepdims=True)
    total: Floats = np.log(np.exp(values - highest).sum(axis=-1)) + highest[..., 0]
    return total
