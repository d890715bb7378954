"""The values of measures for endless examples and annotations: the truth for estimates.

All examples have the same probability, which replaces the paper's p(q, d), and so have the
annotators of the pool; each annotation is independent of all others (NQ paper, section 4.1 and
footnote 10). Everything is exact except for rounding.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from annotator.measures.evaluation import BETA, Outcomes
from annotator.measures.human_bounds import ALPHA, PREDICTORS, REFERENCES
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.quality.simulation.model.annotators import Annotator, Traits, traits_at
from annotator.quality.simulation.model.examples import NO_SHORT, SPANS, YES, Examples
from tests.quality.simulation.pluralities import plurality_chances


@dataclass(frozen=True, slots=True, eq=False)
class AnswerDistribution:
    """p(answer | example) for n examples: NULL's, n × K named ones', and the rest's.

    ``others`` answers of an example aren't named, and each has probability ``rest``: the
    candidates that only habit comes to. null + Σ shares + others · rest = 1.
    """

    null: NDArray[np.float64]
    shares: NDArray[np.float64]
    rest: NDArray[np.float64]
    others: NDArray[np.int64]

    def mu(self) -> NDArray[np.float64]:
        """The true μ of each example: 1 - p(NULL)."""
        return 1 - self.null


def long_distribution(
    examples: Examples, pool: Sequence[Annotator], *, position: int = 0
) -> AnswerDistribution:
    """Of long answers, the options named; each annotator at their ``position``-th annotation."""
    traits = _traits(pool, position)
    known = float(traits.ability.mean())
    by_habit = float(traits.habitual_long.mean())
    rest = by_habit / examples.candidates
    options = known * examples.mu[:, None] * examples.long_shares
    return AnswerDistribution(
        known * (1 - examples.mu) + (1 - known) - by_habit,
        options + rest[:, None],
        rest,
        examples.candidates - examples.options.shape[1],
    )


def short_distribution(
    examples: Examples, pool: Sequence[Annotator], *, position: int = 0
) -> AnswerDistribution:
    """Of short answers: yes, no, and the sets of spans in each option named, in this order."""
    traits = _traits(pool, position)
    known = float(traits.ability.mean())
    by_habit = float((traits.habitual_long * (1 - traits.null_bias)).mean())
    rest = by_habit / (examples.candidates * examples.span_sets)
    chosen = examples.mu[:, None, None] * examples.long_shares[:, :, None] * examples.short_shares
    without = 1 - examples.mu + chosen[:, :, NO_SHORT].sum(axis=1)
    spans = chosen[:, :, SPANS:].reshape(len(examples), -1)
    return AnswerDistribution(
        known * without + (1 - known) - by_habit,
        np.column_stack(
            [known * chosen[:, :, YES:SPANS].sum(axis=1), known * spans + rest[:, None]]
        ),
        rest,
        (examples.candidates - examples.options.shape[1]) * examples.span_sets,
    )


def bad_probability(
    examples: Examples, pool: Sequence[Annotator], *, position: int = 0
) -> NDArray[np.float64]:
    """That an annotation calls the question bad, of each example."""
    traits = _traits(pool, position)
    by_habit = float(((1 - traits.ability) * traits.bad_rate).mean())
    return float(traits.ability.mean()) * examples.bad + by_habit


def true_precision(answers: AnswerDistribution, correct: NDArray[np.float64]) -> float:
    """Ψ = Σ p(l, q, d | L ≠ NULL) π(l, q, d), π being the probability in ``correct`` (n × K).

    What isn't named is wrong. Raises ``UndefinedMeasureError`` if all answers are NULL.
    """
    answered = float(answers.mu().sum())
    if answered <= 0:
        raise UndefinedMeasureError("where all answers are NULL there is no precision")
    return float((answers.shares * correct).sum()) / answered


def true_alpha(answers: AnswerDistribution) -> float:
    """Krippendorff's α, nominal, if every answer except NULL belongs to one page.

    α = 1 - (1 - mean Σ_c p_c²) / (1 - (mean p_NULL)²): among endless examples no two share an
    answer other than NULL. Raises ``UndefinedMeasureError`` if all answers are NULL.
    """
    expected = 1 - float(answers.null.mean()) ** 2
    if expected <= 0:
        raise UndefinedMeasureError("where all answers are NULL there is no disagreement to expect")
    same = answers.null**2 + (answers.shares**2).sum(axis=1) + answers.others * answers.rest**2
    return 1 - (1 - float(same.mean())) / expected


def true_alpha_of_two(probability: NDArray[np.float64]) -> float:
    """Krippendorff's α of a decision with two values, one of which has ``probability`` (n).

    α = 1 - mean 2 p (1 - p) / (2 p̄ (1 - p̄)). Raises ``UndefinedMeasureError`` if everybody always
    decides the same.
    """
    mean = float(probability.mean())
    if not 0 < mean < 1:
        raise UndefinedMeasureError("where all decide alike there is no disagreement to expect")
    return 1 - float((probability * (1 - probability)).mean()) / (mean * (1 - mean))


def true_single(
    answers: AnswerDistribution, *, references: int = REFERENCES, beta: int = BETA
) -> Outcomes:
    """The expected outcome of one annotation against ``references`` others, of each example.

    Its ``precision()``, ``recall()`` and ``f1()`` are those of ``human_bounds.single_annotator``.
    """
    return _outcomes(
        answers, answers.shares, answers.rest, answers.mu(), references=references, beta=beta
    )


def true_super(
    answers: AnswerDistribution,
    *,
    alpha: int = ALPHA,
    references: int = REFERENCES,
    predictors: int = PREDICTORS,
    beta: int = BETA,
) -> Outcomes:
    """The expected outcome of the super-annotator (section 5.2), as ``human_bounds`` defines it."""
    named, rest = plurality_chances(
        answers.null, answers.shares, answers.rest, answers.others, draws=predictors, least=alpha
    )
    answering = _at_least(answers.null, alpha, predictors)
    return _outcomes(answers, named, rest, answering, references=references, beta=beta)


def _traits(pool: Sequence[Annotator], position: int) -> Traits:
    return traits_at(pool, np.arange(len(pool)), np.full(len(pool), position))


def _outcomes(
    answers: AnswerDistribution,
    named: NDArray[np.float64],
    rest: NDArray[np.float64],
    answered: NDArray[np.float64],
    *,
    references: int,
    beta: int,
) -> Outcomes:
    """From the probabilities that each answer is predicted, independently of the references."""
    answerable = _at_least(answers.null, beta, references)
    hits = (named * _seen(answers, answers.shares, references, beta)).sum(axis=1)
    hits += answers.others * rest * _seen(answers, answers.rest[:, None], references, beta)[:, 0]
    return Outcomes(hits + (1 - answered) * (1 - answerable), hits, answered, answerable)


def _seen(
    answers: AnswerDistribution, shares: NDArray[np.float64], references: int, beta: int
) -> NDArray[np.float64]:
    """P(at least β references are non-null and one of them is the answer with this share)."""
    null = answers.null[:, None]
    return _of_non_null(1 - null, null, beta, references) - _of_non_null(
        np.maximum(1 - null - shares, 0), null, beta, references
    )


def _at_least(null: NDArray[np.float64], least: int, draws: int) -> NDArray[np.float64]:
    return _of_non_null(1 - null, null, least, draws)


def _of_non_null(
    share: NDArray[np.float64], null: NDArray[np.float64], least: int, draws: int
) -> NDArray[np.float64]:
    """Σ_{j≥least} C(draws, j) share^j null^(draws-j)."""
    terms = [comb(draws, j) * share**j * null ** (draws - j) for j in range(least, draws + 1)]
    return np.asarray(np.sum(terms, axis=0))
