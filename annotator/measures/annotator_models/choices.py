"""Choices among options that differ from unit to unit, such as a page's candidates.

Candidates belong to one page, so an annotator can't have a table of confusions for them. What can
be estimated is how often they choose the right one; otherwise they choose any option with the same
probability. That is MACE with one even habit for all (Hovy and others 2013; their model of a pure
spammer).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotator.measures.annotator_models.decisions import Floats, Integers
from annotator.measures.intervals.undefined import UndefinedMeasureError

_BOUND = 1e-6
"""How close a competence comes to 0 and 1, so that no answer is impossible."""


@dataclass(frozen=True, slots=True)
class Choices:
    """Estimates for choices. Pair *p* is the option ``options[p]`` of the unit ``units[p]``, each
    that somebody chose, once, in order.

    ``posterior``: pairs, the probability that it is the right one; the rest to 1 for a unit belongs
    to options that nobody chose (``unchosen``, units). ``competence``: annotators, NaN without
    choices.
    """

    units: Integers
    options: Integers
    posterior: Floats
    unchosen: Floats
    competence: Floats
    log_likelihood: float
    converged: bool


def estimate_choices(
    units: Integers,
    annotators: Integers,
    options: Integers,
    option_counts: Integers,
    *,
    annotator_count: int,
    iterations: int = 200,
    tolerance: float = 1e-8,
) -> Choices:
    """Which option is right for each unit, and how often each annotator knows it.

    p(a_ij = o | T_i = t) = θ_j [[o = t]] + (1 - θ_j) / n_i;  T_i uniform over the n_i options

    The first three arrays have one choice in each row; ``option_counts`` is n_i by unit, such as
    the page's candidates and NULL. By expectation maximisation from θ = 0.8. Raises
    ``UndefinedMeasureError`` without choices, ``ValueError`` for an option out of bounds.
    """
    if not len(units):
        raise UndefinedMeasureError("nobody has chosen anything yet")
    if (options < 0).any() or (options >= option_counts[units]).any():
        raise ValueError("A chosen option is not among its unit's.")
    widest = int(option_counts.max())
    pairs, pair_of = np.unique(units * widest + options, return_inverse=True)
    pair_units, pair_options = pairs // widest, pairs % widest
    competence = np.full(annotator_count, 0.8)
    before, converged = -np.inf, False
    shape = _Shape(units, annotators, pair_of, pair_units, option_counts)
    for _ in range(iterations):
        posterior, unchosen, knew, log_likelihood = _expect(shape, competence)
        counts = np.bincount(annotators, minlength=annotator_count)
        known = np.bincount(annotators, weights=knew, minlength=annotator_count)
        with np.errstate(invalid="ignore"):
            competence = np.clip(known / counts, _BOUND, 1 - _BOUND)
        if log_likelihood - before < tolerance * len(units):
            converged = True
            break
        before = log_likelihood
    return Choices(
        pair_units, pair_options, posterior, unchosen, competence, log_likelihood, converged
    )


@dataclass(frozen=True, slots=True)
class _Shape:
    units: Integers
    annotators: Integers
    pair_of: NDArray[np.intp]
    pair_units: Integers
    option_counts: Integers


def _expect(shape: _Shape, competence: Floats) -> tuple[Floats, Floats, Floats, float]:
    """Posterior by pair, of the options that nobody chose, of having known by choice, and the
    log-likelihood.
    """
    many = shape.option_counts.astype(np.float64)
    guessed = (1 - competence[shape.annotators]) / many[shape.units]
    ratio = 1 + competence[shape.annotators] / guessed
    # Relative to everybody guessing, so only those who chose an option count for it.
    rows = np.bincount(shape.pair_of, weights=np.log(ratio), minlength=len(shape.pair_units))
    largest = np.zeros(len(many))
    np.maximum.at(largest, shape.pair_units, rows)
    weights = np.exp(rows - largest[shape.pair_units])
    chosen = np.bincount(shape.pair_units, weights=weights, minlength=len(many))
    different = np.bincount(shape.pair_units, minlength=len(many))
    rest = (many - different) * np.exp(-largest)
    total = chosen + rest
    posterior = weights / total[shape.pair_units]
    knew = posterior[shape.pair_of] * (1 - 1 / ratio)
    seen = different > 0
    unchosen = np.where(seen, rest / total, np.nan)
    log_likelihood = (
        float((np.log(total) + largest - np.log(many))[seen].sum()) + np.log(guessed).sum()
    )
    return posterior, unchosen, knew, float(log_likelihood)
