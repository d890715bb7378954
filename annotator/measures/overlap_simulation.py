"""The cost of a rule for the number of annotations, and how often its consensus is right.

Examples are drawn by the model of ``adaptive_overlap``: μ from a Beta distribution, the long
answers of an example by popularity, annotators as independent draws. The truth is the consensus of
endless annotators.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.measures.adaptive_overlap import BetaPrior, Rule, further_annotations
from annotator.measures.answers import NULL, AnswerCounts
from annotator.measures.intervals import Proportion, proportion
from annotator.measures.seeds import seeded

PUBLISHED_MU = BetaPrior(0.35, 0.36)
"""How μ differs between the papers' questions: about half of the annotations null, most examples
near 0 or 1 (section 4.4, Figure 4).
"""

_OPTIONS = 4
"""How many long answers of an example are distinguished; more than three are uncommon (section
4.4).
"""


class Cost(NamedTuple):
    """``mean_annotations`` of an example, and how many of ``correct.total`` came out right."""

    name: str
    mean_annotations: float
    correct: Proportion


@dataclass(frozen=True, slots=True)
class World:
    """``draws``: examples × cap, the long answers that annotators would give in turn (``NULL`` or
    1 to 4); ``truth``: the answer that most would choose, or ``NULL`` where μ isn't above the
    threshold.
    """

    draws: NDArray[np.int64]
    truth: NDArray[np.int64]
    threshold: float
    prior: BetaPrior


def draw_world(
    prior: BetaPrior,
    *,
    examples: int,
    cap: int,
    threshold: float,
    seed: int,
    concentration: float = 5.0,
) -> World:
    """Examples with a known truth, and what ``cap`` annotators say of each.

    The shares of the long answers are Dirichlet with weights concentration · (0.83, 0.13, 0.03,
    0.01), after the published shares of the most popular and the two most popular (83%, 96%).
    """
    generator = seeded(seed)
    mu = generator.beta(prior.a, prior.b, examples)
    weights = concentration * np.array([0.83, 0.13, 0.03, 0.01])
    shares = generator.dirichlet(weights, examples)
    bounds = shares.cumsum(axis=1)
    choices = 1 + (generator.random((examples, cap, 1)) > bounds[:, None, :-1]).sum(axis=2)
    answered = generator.random((examples, cap)) < mu[:, None]
    truth = np.where(mu > threshold, 1 + shares.argmax(axis=1), NULL)
    return World(np.where(answered, choices, NULL), truth, threshold, prior)


def compare_rules(world: World, rules: list[Rule], *, fixed: tuple[int, ...]) -> list[Cost]:
    """The cost of each fixed number of annotations, then of each rule, on one world."""
    costs = [_cost(f"{number} each", world, np.full(len(world.truth), number)) for number in fixed]
    return costs + [
        _cost(f"{rule.confidence:g}, at most {rule.cap}", world, asked_by(world, rule))
        for rule in rules
    ]


def asked_by(world: World, rule: Rule) -> NDArray[np.int64]:
    """How many annotations each example has when the rule asks for no more."""
    asked = np.zeros(len(world.truth), dtype=np.int64)
    open_examples = np.arange(len(asked))
    while len(open_examples):
        answers = drawn_answers(world.draws[open_examples], asked[open_examples])
        wanted = further_annotations(
            answers, answers, rule, long_prior=world.prior, short_prior=world.prior
        )
        asked[open_examples] += wanted
        open_examples = open_examples[wanted > 0]
    return asked


def drawn_answers(draws: NDArray[np.int64], asked: NDArray[np.int64]) -> AnswerCounts:
    """The first ``asked`` answers of each example, counted."""
    given = np.arange(draws.shape[1]) < asked[:, None]
    each = [((draws == code) & given).sum(axis=1) for code in range(_OPTIONS + 1)]
    counts = -np.sort(-np.column_stack(each[1:]), axis=1)
    return AnswerCounts(np.asarray(each[NULL]), counts)


def _cost(name: str, world: World, asked: NDArray[np.int64]) -> Cost:
    consensus = _consensus(world, asked)
    right = proportion(int((consensus == world.truth).sum()), len(asked))
    return Cost(name, float(asked.mean()), right)


def _consensus(world: World, asked: NDArray[np.int64]) -> NDArray[np.int64]:
    """The most popular long answer if more than the threshold's share found one, else NULL; among
    equally popular ones the first on the page.
    """
    votes = votes_of(world, asked)
    answered = votes.sum(axis=1) > world.threshold * asked
    return np.asarray(np.where(answered, 1 + votes.argmax(axis=1), NULL))


def votes_of(world: World, asked: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many gave each example each long answer: examples × options."""
    given = np.arange(world.draws.shape[1]) < asked[:, None]
    return np.column_stack(
        [((world.draws == code) & given).sum(axis=1) for code in range(1, _OPTIONS + 1)]
    )
