"""How many of the decisions that a rule for the number of annotations calls settled are right."""

from typing import NamedTuple

from annotator.measures.adaptive_overlap import Rule, answered_posterior, unsettled_decisions
from annotator.measures.answers import NULL
from annotator.measures.intervals import Proportion, proportion
from annotator.measures.overlap_simulation import World, asked_by, drawn_answers, votes_of

EVEN = 0.5


class Kept(NamedTuple):
    """Of the decisions that a rule calls settled when it asks for no more, how many are right:
    whether there is an answer, and which one leads, where there is one.
    """

    name: str
    answered: Proportion
    leader: Proportion


def settled_and_right(world: World, rule: Rule) -> Kept:
    """How many settled decisions are right, once ``rule`` has asked for all that it wants.

    The rule promises that each is right with a probability of at least its confidence. Examples
    with as many annotations as the cap, and unsettled all the same, are not among them.

    Raises ``UndefinedMeasureError`` where nothing is settled.
    """
    asked = asked_by(world, rule)
    answers = drawn_answers(world.draws, asked)
    found = answered_posterior(answers, world.prior, threshold=world.threshold)
    unsettled = unsettled_decisions(answers, world.prior, rule)
    has_answer, settled = world.truth != NULL, ~unsettled.null
    is_right = (found > EVEN) == has_answer
    led = ~unsettled.any & (found > EVEN) & has_answer
    leads = votes_of(world, asked).argmax(axis=1) + 1 == world.truth
    return Kept(
        f"{rule.confidence:g}, at most {rule.cap}",
        proportion(int(is_right[settled].sum()), int(settled.sum())),
        proportion(int(leads[led].sum()), int(led.sum())),
    )
