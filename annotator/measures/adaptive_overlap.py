"""How many annotations an example needs: more where its answer is unsettled, fewer where it is not.

An annotation is taken as a draw from the example's own distribution p(l | q, d) (NQ paper, section
4.1). Three decisions are asked about: whether the page has an answer at all, which long answer most
would choose, which short one. A decision is settled when the posterior of its outcome, given the
annotations so far, is at least as large as the project demands. This rule is ours; no paper has it.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from annotator.measures.answers import AnswerCounts
from annotator.measures.intervals.undefined import UndefinedMeasureError

_LEAST, _MOST = 1e-2, 1e3
_EVEN = 0.5
"""Jeffreys' prior for which of two answers more people choose."""


class BetaPrior(NamedTuple):
    """How μ, the share of annotators who find an answer, differs between a project's examples."""

    a: float
    b: float

    @property
    def mean(self) -> float:
        """The expected μ of an example without annotations."""
        return self.a / (self.a + self.b)


class Unsettled(NamedTuple):
    """For each example, whether it is unsettled that the page has an answer (``null``), and which
    answer most would choose (``leader``; never if the page likely has none, or nobody has found one
    yet).
    """

    null: NDArray[np.bool_]
    leader: NDArray[np.bool_]

    @property
    def any(self) -> NDArray[np.bool_]:
        """Either."""
        return self.null | self.leader


@dataclass(frozen=True, slots=True)
class Rule:
    """When to stop asking.

    An example gets at least ``least`` annotations and at most ``cap``, and no more than it has
    once the posterior of each decision is at least ``confidence``. The page has an answer where μ
    is above ``threshold``: 0.4 is what two of five annotators come to (section 4.4, footnote 9).
    """

    confidence: float = 0.9
    threshold: float = 0.4
    least: int = 1
    cap: int = 9

    def __post_init__(self) -> None:
        if not _EVEN < self.confidence < 1:
            raise ValueError("The confidence is above 0.5 and below 1.")
        if not 0 < self.threshold < 1:
            raise ValueError("The threshold is between 0 and 1.")
        if not 1 <= self.least <= self.cap:
            raise ValueError("Ask for at least 1 annotation, and for no more than the cap.")


def fit_prior(nulls: NDArray[np.int64], sizes: NDArray[np.int64]) -> BetaPrior:
    """The Beta distribution of μ under which a project's annotations are likeliest.

    max over a, b of Σ_i log BetaBinomial(n_i - nulls_i; n_i, a, b)

    Only examples with two annotations or more say how μ varies. Both parameters stay between 0.01
    and 1000. Raises ``UndefinedMeasureError`` if no example has two.
    """
    # SciPy's larger parts take a second to load, which every web process and command would spend.
    from scipy.optimize import minimize

    several = sizes > 1
    if not several.any():
        raise UndefinedMeasureError("no example has two annotations yet")
    pairs = np.column_stack([(sizes - nulls)[several], nulls[several]])
    distinct, weights = np.unique(pairs, axis=0, return_counts=True)

    def surprise(logarithms: NDArray[np.float64]) -> float:
        a, b = np.exp(logarithms)
        likelihoods = scipy.special.betaln(
            a + distinct[:, 0], b + distinct[:, 1]
        ) - scipy.special.betaln(a, b)
        return -float(weights @ likelihoods)

    bounds = [(np.log(_LEAST), np.log(_MOST))] * 2
    found = minimize(surprise, np.zeros(2), bounds=bounds, method="L-BFGS-B")
    a, b = np.exp(found.x)
    return BetaPrior(float(a), float(b))


def answered_posterior(
    answers: AnswerCounts, prior: BetaPrior, *, threshold: float
) -> NDArray[np.float64]:
    """P(μ > threshold | annotations) of each example: the Beta posterior's tail.

    Without annotations the prior's. With a uniform prior and one non-null annotation μ has density
    2 μ, so that P(μ > 0.4) = 1 - 0.16:

    >>> one = AnswerCounts(np.array([0]), np.array([[1]]))
    >>> answered_posterior(one, BetaPrior(1, 1), threshold=0.4).round(2).tolist()
    [0.84]
    """
    a, b = prior.a + answers.non_nulls, prior.b + answers.nulls
    tail: NDArray[np.float64] = 1 - scipy.special.betainc(a, b, threshold)
    return tail


def leading_posterior(answers: AnswerCounts) -> NDArray[np.float64]:
    """The probability that more people would choose the most popular answer than the second.

    P(p₁ > p₂ | c₁, c₂) = 1 - I_½(c₁ + ½, c₂ + ½), where c₂ is 0 if there is no second; ½ if nobody
    has chosen any.

    >>> both = AnswerCounts(np.array([0, 0]), np.array([[1, 0], [2, 2]]))
    >>> leading_posterior(both).round(3).tolist()
    [0.818, 0.5]
    """
    columns = answers.counts.shape[1]
    first = answers.counts[:, 0] if columns else np.zeros(len(answers))
    second = answers.counts[:, 1] if columns > 1 else np.zeros(len(answers))
    tail: NDArray[np.float64] = 1 - scipy.special.betainc(first + _EVEN, second + _EVEN, 0.5)
    return tail


def further_annotations(
    long_answers: AnswerCounts,
    short_answers: AnswerCounts,
    rule: Rule,
    *,
    long_prior: BetaPrior,
    short_prior: BetaPrior,
) -> NDArray[np.int64]:
    """How many annotations of each example to ask for now: 1 while a decision is unsettled.

    Both have the same examples in the same order, with the same number of annotations each. Below
    ``rule.least``, as many as are missing; at ``rule.cap``, none. Which answer leads matters only
    if the page likely has one.
    """
    sizes = long_answers.sizes
    of_long = unsettled_decisions(long_answers, long_prior, rule)
    of_short = unsettled_decisions(short_answers, short_prior, rule)
    wanted = np.where(of_long.any | of_short.any, 1, 0)
    wanted = np.maximum(wanted, rule.least - sizes)
    return np.asarray(np.where(sizes >= rule.cap, 0, wanted), dtype=np.int64)


def unsettled_decisions(answers: AnswerCounts, prior: BetaPrior, rule: Rule) -> Unsettled:
    """Which decisions about long answers, or about short ones, are unsettled in each example."""
    answered = answered_posterior(answers, prior, threshold=rule.threshold)
    is_null = answered <= 1 - rule.confidence
    is_open = ~is_null & (answered < rule.confidence)
    leads = leading_posterior(answers) >= rule.confidence
    # Which answer leads doesn't matter while it is unsettled whether there is one and nobody has
    # any.
    is_asked = ~is_null & (~is_open | (answers.non_nulls > 0))
    return Unsettled(null=np.asarray(is_open), leader=np.asarray(is_asked & ~leads))
