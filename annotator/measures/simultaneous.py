"""Intervals of the differences between several systems that hold all at once.

Ten equal systems make 45 pairs. If each interval held in 95% by itself, nearly every leaderboard
would have a pair that looks different. So the greatest |t| of all pairs and metrics on resamples
sets one level for all of them (max-t: Romano and Wolf 2005, *Exact and approximate stepdown methods
for multiple hypothesis testing*, of which this is the first step).
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from annotator.measures.intervals import (
    CONFIDENCE,
    EXAMPLES,
    Interval,
    Withheld,
    normal_quantile,
)
from annotator.measures.intervals.limits import NOTHING
from annotator.measures.intervals.spreads import student_quantile

LEAST_APART = 10.0
"""Effective number of examples on which two systems differ that their difference takes."""

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

_HAIR = 1e-6


class Pairs(NamedTuple):
    """How ``units`` tell systems apart in one metric; systems × systems.

    ``errors``: the standard error of each difference. ``apart``: the effective number of units
    that make it, (Σ e²)² / Σ e⁴ of what each of them adds to it; 0 where none does.
    """

    units: int
    errors: Floats
    apart: Floats

    @property
    def shown(self) -> Flags:
        """Which differences have an interval."""
        return self.apart > LEAST_APART - _HAIR

    def interval(
        self,
        difference: float,
        one: int,
        other: int,
        confidence: float,
        optimism: float = 0.0,
        *,
        of: str = EXAMPLES,
    ) -> Interval:
        """``difference`` ± t standard errors; none where the two differ on too few units, ``of``
        examples or pages.

        ``optimism`` is by how much resamples say that the difference is too great. The interval
        reaches from the end with it to the end without it: of two systems that are right on the
        same examples, that correction varies as much as the difference.

        Student's t has Satterthwaite's degrees of freedom, 2n / (kurtosis - 1): the kurtosis of
        what n units add is n / ``apart``.
        """
        apart = float(self.apart[one, other])
        if not self.shown[one, other]:
            have, need = int(apart + _HAIR), int(LEAST_APART)
            needs = f"An interval needs {need} {of} on which the two differ"
            reason = f"{needs}; there are about {have}." if have else f"{needs}; there are none."
            return Interval(None, None, Withheld(reason, have, need))
        freedom = 2 * apart / max(1 - apart / self.units, _HAIR)
        quantile = student_quantile(min(self.units - 1, freedom), confidence)
        half = quantile * float(self.errors[one, other])
        return Interval(
            difference - half - max(0.0, optimism), difference + half + max(0.0, -optimism)
        )


def pairs_of_means(values: Floats) -> Pairs:
    """Of systems whose scores are means over examples; ``values`` are examples × systems."""
    units = len(values)
    added = (values - values.mean(axis=0)) / units
    variances = _sums_of_squares(added) * units / max(units - 1, 1)
    return _pairs(units, variances, _concentrations(added, variances))


def influences(replicates: Floats, drawn: Iterable[Floats]) -> Floats:
    """The part of each unit in scores, units × scores.

    It is the covariance of a score on resamples with how often they have the unit (the
    infinitesimal jackknife, Efron 2014). ``replicates`` are resamples × scores, ``drawn`` the
    counts in blocks of resamples × units.
    """
    centred, start = replicates - replicates.mean(axis=0), 0
    added: Floats = np.zeros((1, 1))
    for block in drawn:
        part = block.T @ centred[start : start + len(block)] / len(replicates)
        added = added + part if start else part
        start += len(block)
    return added


def pairs_of_resamples(replicates: Floats, added: Floats) -> Pairs:
    """Of scores on resamples, resamples × systems, and their ``influences``.

    From R resamples of a difference with variance V an influence has an error with variance V / R,
    so that Σ e⁴ comes out too great by 6 V² / R + 3 n V² / R².
    """
    resamples, units = len(replicates), len(added)
    variances = _sums_of_squares(replicates - replicates.mean(axis=0)) / (resamples - 1)
    variances *= units / max(units - 1, 1)
    excess = 6 / resamples + 3 * units / resamples**2
    return _pairs(units, variances, _concentrations(added, variances) - excess)


def joint_confidence(metrics: Sequence[tuple[Floats, Pairs]]) -> float:
    """The confidence of each single interval at which all hold at once in ``CONFIDENCE``.

    For each metric the scores on resamples, resamples × systems, and its pairs; those without an
    interval don't count. Never less than ``CONFIDENCE``.

    >>> two = np.random.default_rng(1).standard_normal((1000, 2))
    >>> joint_confidence([(two, pairs_of_means(two))] * 3) < 0.96  # thrice the same
    True
    """
    greatest: Floats = np.zeros(1)
    for replicates, pairs in metrics:
        centred = replicates - replicates.mean(axis=0)
        for one in range(1, replicates.shape[1]):
            others = np.flatnonzero(pairs.shown[one, :one])
            less = centred[:, others] - centred[:, [one]]
            errors = np.sqrt((less**2).sum(axis=0) / (len(less) - 1))
            if len(others):
                greatest = np.maximum(greatest, np.abs(less / errors).max(axis=1))
    quantile = max(float(np.quantile(greatest, CONFIDENCE)), normal_quantile())
    return float(1 - 2 * scipy.special.ndtr(-quantile))


def confidence_for(comparisons: int) -> float:
    """The confidence of each of so many intervals at which all hold at once in ``CONFIDENCE``,
    whatever they have to do with each other (Bonferroni).

    >>> round(confidence_for(10), 6)
    0.995
    """
    return 1 - (1 - CONFIDENCE) / max(comparisons, 1)


def _pairs(units: int, variances: Floats, concentrations: Floats) -> Pairs:
    apart = 1 / np.clip(concentrations, 1 / units, 1.0)
    return Pairs(units, np.sqrt(variances), np.where(variances > NOTHING**2, apart, 0.0))


def _sums_of_squares(columns: Floats) -> Floats:
    """Σ (a - b)² over rows, of each pair of columns."""
    return np.array([((columns - one[:, None]) ** 2).sum(axis=0) for one in columns.T])


def _concentrations(added: Floats, variances: Floats) -> Floats:
    """Σ (a - b)⁴ / variance² over rows, of each pair of columns."""
    squares = added**2
    own, cubes = (squares**2).sum(axis=0), (squares * added).T @ added
    fourth = own[:, None] + own - 4 * (cubes + cubes.T) + 6 * squares.T @ squares
    return np.asarray(fourth / np.where(variances > NOTHING**2, variances, np.inf) ** 2)
