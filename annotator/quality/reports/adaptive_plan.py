"""Which examples of a project need further annotations: the plan, from arrays alone."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotator.measures.adaptive_overlap import BetaPrior, Rule, fit_prior, unsettled_decisions
from annotator.measures.answers import count_coded
from annotator.quality.reports.agreement_sample import USUAL_SHARE
from annotator.quality.reports.context import ExampleColumns
from annotator.quality.reports.natural_questions_columns import NaturalQuestionsColumns

ENOUGH = 30
"""Examples with two annotations from which on the prior is the project's own."""

EVEN = BetaPrior(1, 1)
"""What is taken before: μ may be anything."""

REASONS = (
    "whether the page has a long answer",
    "which long answer",
    "whether the page has a short answer",
    "which short answer",
)
"""What may be unsettled: bit 0 of ``AdaptivePlan.unsettled``, bit 1 and so on."""


@dataclass(frozen=True, slots=True)
class Adaptation:
    """A project's choice: up to ``cap`` annotations, ``step`` more at a time, until each posterior
    is at least ``confidence`` (0 to 1). A ``sample_share`` of the examples gets ``cap`` in any
    case (``agreement_sample``).
    """

    cap: int
    step: int = 1
    confidence: float = 0.9
    sample_share: float = USUAL_SHARE

    @property
    def rule(self) -> Rule:
        """The measure's rule; an example's first annotations are its overlap."""
        return Rule(confidence=self.confidence, cap=self.cap)


@dataclass(frozen=True, slots=True, eq=False)
class AdaptivePlan:
    """For each example with annotations, ordered by key: how many it has and is to have
    (``annotations``, ``overlap``), what is ``unsettled`` as bits of ``REASONS``, and how many it
    should have (``wanted``: its overlap if nothing more is asked for). Those that are ``sampled``
    should have the cap, settled or not.
    """

    example: NDArray[np.int64]
    annotations: NDArray[np.int64]
    overlap: NDArray[np.int64]
    unsettled: NDArray[np.int64]
    wanted: NDArray[np.int64]
    sampled: NDArray[np.bool_]
    long_prior: BetaPrior
    short_prior: BetaPrior

    @property
    def asks(self) -> NDArray[np.bool_]:
        """Where more is to be asked for now."""
        return self.wanted > self.overlap


def plan_further(
    given: NaturalQuestionsColumns, examples: ExampleColumns, adaptation: Adaptation
) -> AdaptivePlan:
    """What to ask for, given the annotations that count.

    The agreement sample is to have the cap. Elsewhere nothing is asked for where an example is
    settled, has the cap already, or waits for annotations that it is to have anyway; so a plan that
    was carried out asks for nothing until they came.
    Annotations of examples that are not among ``examples`` count for nothing.
    """
    known = np.isin(given.example, examples.example)
    keys, places = np.unique(given.example[known], return_inverse=True)
    rows = np.searchsorted(examples.example, keys)
    overlap, sampled = examples.overlap[rows].astype(np.int64), examples.sampled[rows]
    long = count_coded(places, given.long[known].astype(np.int64), number=len(keys))
    short = count_coded(places, given.short[known].astype(np.int64), number=len(keys))
    long_prior = prior_of(long.nulls, long.sizes)
    short_prior = prior_of(short.nulls, short.sizes)
    of_long = unsettled_decisions(long, long_prior, adaptation.rule)
    of_short = unsettled_decisions(short, short_prior, adaptation.rule)
    bits = (of_long.null, of_long.leader, of_short.null, of_short.leader)
    unsettled = sum((mask.astype(np.int64) << bit for bit, mask in enumerate(bits)), np.int64(0))
    sizes = long.sizes
    more = (unsettled > 0) & (sizes >= overlap)
    target = np.where(more, np.minimum(sizes + adaptation.step, adaptation.cap), overlap)
    target[sampled] = adaptation.cap
    return AdaptivePlan(
        example=keys,
        annotations=sizes,
        overlap=overlap,
        unsettled=np.asarray(unsettled),
        wanted=np.maximum(target, overlap),
        sampled=sampled,
        long_prior=long_prior,
        short_prior=short_prior,
    )


def prior_of(nulls: NDArray[np.int64], sizes: NDArray[np.int64]) -> BetaPrior:
    """The project's own prior if enough examples have two annotations, else ``EVEN``.

    ``nulls`` of each example's annotations, of which there are ``sizes``.
    """
    return fit_prior(nulls, sizes) if (sizes > 1).sum() >= ENOUGH else EVEN


def reason_of(unsettled: int) -> str:
    """Why more is asked for, for people: a sentence."""
    open_ones = [reason for bit, reason in enumerate(REASONS) if unsettled >> bit & 1]
    return f"Not settled yet: {', '.join(open_ones)}."
