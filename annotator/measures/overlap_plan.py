"""What each number of annotations of an example would give, before they are collected.

Examples and annotators are those of ``overlap_simulation``. From k annotations of each of E
examples follow how well agreement would be known and how often the consensus would be right.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import scipy
from numpy.typing import NDArray

from annotator.measures.answers import NULL
from annotator.measures.intervals import Proportion
from annotator.measures.overlap_simulation import World, compare_rules

NUMBERS = (1, 2, 3, 5, 7, 10, 25)
LEAST_GAIN = 0.01
"""Of examples: a further annotation of each that makes fewer right is not worth its cost."""

FEWEST = 2
"""Examples that an interval takes."""


class Expected(NamedTuple):
    """For ``number`` annotations of each example: the share of pairs that would agree on the long
    answer, how wide its 95% interval would be (both None for one annotation, which has no pair),
    and how many simulated examples got a right consensus.
    """

    number: int
    agreement: float | None
    width: float | None
    correct: Proportion


def expect(world: World, *, examples: int, numbers: Sequence[int] = NUMBERS) -> list[Expected]:
    """What each number of annotations of ``examples`` examples would give.

    width = 2 t · s / √E, where s is the standard deviation of a simulated example's share of
    agreeing pairs and t Student's 97.5% quantile with E - 1 degrees of freedom; at most 1. Raises
    ``ValueError`` for fewer than two examples.
    """
    if examples < FEWEST:
        raise ValueError("An interval over examples takes two of them.")
    costs = compare_rules(world, [], fixed=tuple(numbers))
    quantile = float(scipy.special.stdtrit(examples - 1, 0.975))
    found = []
    for number, cost in zip(numbers, costs, strict=True):
        agreement = width = None
        if number > 1:
            shares = agreeing_pairs(world, number)
            agreement = float(shares.mean())
            width = min(1.0, 2 * quantile * float(shares.std(ddof=1)) / examples**0.5)
        found.append(Expected(number, agreement, width, cost.correct))
    return found


def agreeing_pairs(world: World, number: int) -> NDArray[np.float64]:
    """Of each example, the share of pairs among its first ``number`` annotations with the same
    long answer; NULL is one.
    """
    first = world.draws[:, :number]
    counts = [(first == each).sum(axis=1) for each in range(NULL, int(world.draws.max()) + 1)]
    agreeing = sum(count * (count - 1) for count in counts)
    return np.asarray(agreeing / (number * (number - 1)), dtype=np.float64)


def recommend(found: Sequence[Expected]) -> int:
    """The least number from two on after which a further annotation makes fewer than one in a
    hundred consensus answers right.

    The gain is the next number's, and later ones', divided by the annotations between them: the
    largest counts. With one annotation agreement can't be measured.
    """
    several = [each for each in found if each.number > 1]
    for place, each in enumerate(several):
        later = several[place + 1 :]
        gains = [
            (other.correct.value - each.correct.value) / (other.number - each.number)
            for other in later
        ]
        if max(gains, default=0) < LEAST_GAIN:
            return each.number
    raise ValueError("Name a number of at least two.")


def people_needed(seconds: float, *, hours_a_week: float, weeks: float, number: int) -> int:
    """How many people can give ``seconds`` of active time in ``weeks``, each ``hours_a_week``; at
    least ``number``, since nobody annotates an example twice.
    """
    each = hours_a_week * weeks * 3600
    if each <= 0:
        raise ValueError("People need time.")
    return max(number, int(np.ceil(seconds / each)))
