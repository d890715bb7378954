"""Dawid and Skene's model: every annotator has a table of what they say for each truth."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotator.measures.annotator_models.decisions import (
    Decisions,
    Floats,
    from_logarithms,
    normalised,
    summed,
)

_LEAST = 1e-10
"""What an estimated probability is at least, so that one odd answer can't rule a truth out."""


@dataclass(frozen=True, slots=True)
class DawidSkene:
    """Estimates of Dawid and Skene's model.

    ``posterior``: units × labels, the probability that each label is the true one; NaN for a unit
    that nobody decided about. ``confusion``: annotators × truths × labels, what they say for each
    truth. ``prior``: labels. ``ability``: annotators, the probability that they say what is true,
    Σ_t prior_t confusion_tt; NaN for somebody without decisions. ``log_likelihood`` of the
    decisions under these estimates; ``converged``: whether it stopped growing after ``iterations``.
    """

    posterior: Floats
    confusion: Floats
    prior: Floats
    ability: Floats
    log_likelihood: float
    iterations: int
    converged: bool


def fit_dawid_skene(
    decisions: Decisions, *, iterations: int = 200, tolerance: float = 1e-8
) -> DawidSkene:
    """Truths and abilities by expectation maximisation (Dawid and Skene 1979, section 3).

    p(T_i = t | …) ∝ π_t Π_j θ_j(t, a_ij);  θ_j(t, l) ∝ Σ_i p(T_i = t) [[a_ij = l]]

    Begins with the shares of votes. Stops when the log-likelihood per decision grows by less than
    ``tolerance``. Estimates of zero are raised to 1e-10. What an annotator says where a truth has
    no estimated chance of having come to them is uniform.
    """
    decided = decisions.decided()
    posterior = normalised(decisions.votes())
    before, converged, number = -np.inf, False, 0
    while number < iterations and not converged:
        number += 1
        prior, confusion = _maximise(decisions, posterior, decided)
        posterior, log_likelihood = _expect(decisions, prior, confusion, decided)
        converged = log_likelihood - before < tolerance * len(decisions.units)
        before = log_likelihood
    ability = np.einsum("jtt,t->j", confusion, prior)
    ability[np.bincount(decisions.annotators, minlength=decisions.annotator_count) == 0] = np.nan
    posterior[~decided] = np.nan
    return DawidSkene(posterior, confusion, prior, ability, log_likelihood, number, converged)


def _maximise(
    decisions: Decisions, posterior: Floats, decided: NDArray[np.bool_]
) -> tuple[Floats, Floats]:
    prior = posterior[decided].mean(axis=0)
    labels, annotators = decisions.label_count, decisions.annotator_count
    cells = decisions.annotators * labels + decisions.labels
    counts = summed(posterior[decisions.units], cells, annotators * labels)
    confusion = normalised(counts.reshape(annotators, labels, labels).transpose(0, 2, 1))
    return prior, np.maximum(confusion, _LEAST)


def _expect(
    decisions: Decisions, prior: Floats, confusion: Floats, decided: NDArray[np.bool_]
) -> tuple[Floats, float]:
    said = np.log(confusion[decisions.annotators, :, decisions.labels])
    rows = np.log(np.maximum(prior, _LEAST)) + summed(said, decisions.units, decisions.unit_count)
    posterior, sums = from_logarithms(rows)
    return posterior, float(sums[decided].sum())
