"""MACE: an annotator either knows the truth or answers by a personal habit."""

from dataclasses import dataclass

import numpy as np
import scipy

from annotator.measures.annotator_models.decisions import (
    Decisions,
    Floats,
    from_logarithms,
    normalised,
    summed,
)
from annotator.measures.seeds import seeded

_SMOOTHING = 0.01
_KNOWING = 0.5
_HABIT, _WEAK_HABIT = 10.0, 1.0


@dataclass(frozen=True, slots=True)
class Mace:
    """Estimates of MACE.

    ``posterior``: units × labels, as Dawid and Skene's. ``competence``: annotators, the probability
    that they don't guess, NaN for somebody without decisions. ``habit``: annotators × labels, what
    they say when they guess. Both are means of the posterior if it is variational.
    ``log_likelihood`` of the best of the restarts.
    """

    posterior: Floats
    competence: Floats
    habit: Floats
    log_likelihood: float


def fit_mace(
    decisions: Decisions,
    *,
    seed: int,
    restarts: int = 10,
    iterations: int = 50,
    variational: bool = True,
    even: bool = True,
) -> Mace:
    """Truths and competences (Hovy, Berg-Kirkpatrick, Vaswani and Hovy 2013, sections 2 and 3).

    p(a_ij = l | T_i = t) = θ_j [[l = t]] + (1 - θ_j) ξ_j(l);  T_i uniform

    ``variational``: their variational Bayes with Beta(0.5, 0.5) for θ and a symmetric
    Dirichlet(10) for ξ; else expectation maximisation with 0.01 / labels added to each count.
    Where labels are not ``even``, which is ours: T_i ~ π, with π the mean of the posteriors with 1
    added to each label's count, and a Dirichlet(1) for ξ. A rare label is then not taken for a
    guess, and what everybody says not for a habit (``benchmarks/annotator_models``).
    Begins ``restarts`` times at parameters drawn with ``seed`` and keeps the likeliest.
    """
    generator = seeded(seed)
    fits = [
        _fit(decisions, generator, iterations=iterations, variational=variational, even=even)
        for _ in range(restarts)
    ]
    # The first among equals, so that the seed alone decides.
    return max(fits, key=lambda fit: fit.log_likelihood)


def _fit(
    decisions: Decisions,
    generator: np.random.Generator,
    *,
    iterations: int,
    variational: bool,
    even: bool,
) -> Mace:
    knows, habit = _drawn(decisions, generator)
    habitual = (_HABIT if even else _WEAK_HABIT) if variational else None
    decided = decisions.decided()
    shares = np.full(decisions.label_count, 1 / decisions.label_count)
    for _ in range(iterations):
        expected, said, posterior, _ = _expect(decisions, knows, habit, shares)
        knows, habit = _maximise(decisions, expected, said, habitual=habitual)
        if not even:
            shares = normalised(posterior[decided].sum(axis=0) + 1)
    expected, said, posterior, log_likelihood = _expect(decisions, knows, habit, shares)
    posterior[~decided] = np.nan
    if habitual is not None:
        knows, habit = expected + _KNOWING, said + habitual
    competence = normalised(knows)[:, 0]
    competence[np.bincount(decisions.annotators, minlength=len(competence)) == 0] = np.nan
    return Mace(posterior, competence, normalised(habit), log_likelihood)


def _drawn(decisions: Decisions, generator: np.random.Generator) -> tuple[Floats, Floats]:
    annotators, labels = decisions.annotator_count, decisions.label_count
    knows = normalised(generator.uniform(1, 1.5, (annotators, 2)))
    return knows, normalised(generator.uniform(1, 1.5, (annotators, labels)))


def _expect(
    decisions: Decisions, knows: Floats, habit: Floats, shares: Floats
) -> tuple[Floats, Floats, Floats, float]:
    """How often each annotator is expected to have known and guessed; what they guessed; the
    posterior; the log-likelihood. ``knows`` has the weights of both, which need not sum to 1;
    ``shares`` are those of the labels among the truths.
    """
    who, labels = decisions.annotators, decisions.label_count
    guessed = knows[who, 1] * habit[who, decisions.labels]
    given = np.repeat(guessed[:, None], labels, axis=1)
    given[np.arange(len(who)), decisions.labels] += knows[who, 0]
    rows = summed(np.log(given), decisions.units, decisions.unit_count) + np.log(shares)
    posterior, sums = from_logarithms(rows)
    true = posterior[decisions.units, decisions.labels]
    # Where the label is not the truth it was a guess; where it is, it may have been one.
    lucky = true * guessed / (guessed + knows[who, 0])
    guess = (1 - true) + lucky
    expected = summed(np.stack([true - lucky, guess], axis=1), who, decisions.annotator_count)
    cells = np.bincount(
        who * labels + decisions.labels,
        weights=guess,
        minlength=decisions.annotator_count * labels,
    )
    said: Floats = cells.reshape(decisions.annotator_count, labels).astype(np.float64)
    return expected, said, posterior, float(sums[decisions.decided()].sum())


def _maximise(
    decisions: Decisions, expected: Floats, said: Floats, *, habitual: float | None
) -> tuple[Floats, Floats]:
    """``habitual`` is the Dirichlet's, or None for expectation maximisation."""
    if habitual is not None:
        return _expected_logarithm(expected + _KNOWING), _expected_logarithm(said + habitual)
    smoothing = _SMOOTHING / decisions.label_count
    return normalised(expected + smoothing), normalised(said + smoothing)


def _expected_logarithm(counts: Floats) -> Floats:
    """exp E[log p] under a Dirichlet with these counts."""
    result: Floats = np.exp(
        scipy.special.digamma(counts) - scipy.special.digamma(counts.sum(axis=1, keepdims=True))
    )
    return result
