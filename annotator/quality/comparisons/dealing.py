"""The draw of a comparison study: questions, pairs, sides, and who compares what. Pure.

Questions, answers and comparers are ids. The same seed and the same input give the same draw.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from random import Random
from typing import NamedTuple


class Pair(NamedTuple):
    """Two answers to one question, by their ids, on their sides."""

    left: int
    right: int


class NoFairDealError(ValueError):
    """Loads can't be equal with these comparers; the message says why, in a sentence."""


def draw_questions(questions: Sequence[int], number: int, random: Random) -> list[int]:
    """``number`` of ``questions``, each at most once, all equally likely, in a random order."""
    return random.sample(questions, number)


def make_pairs(answers: Sequence[int], random: Random) -> list[Pair]:
    """Disjoint pairs of a question's answers, sides at random.

    All ways to pair them are equally likely. Of an odd number one answer is left out at random.
    """
    shuffled = random.sample(answers, len(answers))
    return [Pair(left, right) for left, right in zip(shuffled[::2], shuffled[1::2], strict=False)]


def deal_pairs(
    authors: Sequence[AbstractSet[int]],
    comparers: Sequence[int],
    per_pair: int,
    random: Random,
) -> dict[int, list[int]]:
    """The numbers of the pairs that each of ``comparers`` gets, in the order of handing out.

    ``authors`` has for each pair the people who wrote one of its answers; they don't compare it.
    Each pair goes to ``per_pair`` different comparers, and loads differ by at most one. Raises
    ``NoFairDealError`` if that is impossible.
    """
    hands: dict[int, set[int]] = {comparer: set() for comparer in comparers}
    allowed = [[each for each in comparers if each not in wrote] for wrote in authors]
    for pair in random.sample(range(len(authors)), len(authors)):
        if len(allowed[pair]) < per_pair:
            raise NoFairDealError(
                f"A pair needs {per_pair} comparers who wrote neither of its answers, but only"
                f" {len(allowed[pair])} of {len(comparers)} qualify."
            )
        turns = random.sample(allowed[pair], len(allowed[pair]))
        for comparer in sorted(turns, key=lambda each: len(hands[each]))[:per_pair]:
            hands[comparer].add(pair)
    _balance(hands, allowed)
    return {each: random.sample(sorted(hand), len(hand)) for each, hand in hands.items()}


def _balance(hands: Mapping[int, set[int]], allowed: Sequence[Sequence[int]]) -> None:
    """Pass pairs on until loads differ by at most one.

    Along a path from somebody with a heavy load to somebody with a light one, each passes a pair to
    the next. If no path leads from a load to one that is smaller by two, loads are as equal as
    possible (Harvey, Ladner, Lovász and Tamir 2006), so there is no fair deal.
    """
    while True:
        loads = {comparer: len(hand) for comparer, hand in hands.items()}
        lightest = min(loads.values())
        if max(loads.values()) - lightest <= 1:
            return
        for comparer, load in loads.items():
            if load == max(loads.values()) and _pass_on(comparer, load - 2, hands, allowed):
                break
        else:
            raise NoFairDealError(
                f"With these comparers some would get {max(loads.values())} pairs and others"
                f" {lightest}, since nobody compares an answer of their own."
            )


def _pass_on(
    start: int,
    load: int,
    hands: Mapping[int, set[int]],
    allowed: Sequence[Sequence[int]],
) -> bool:
    """Pass pairs along a shortest path from ``start`` to somebody who has at most ``load``.

    False if there is no such path.
    """
    came_by: dict[int, tuple[int, int]] = {}
    waiting = deque([start])
    while waiting:
        giver = waiting.popleft()
        if giver != start and len(hands[giver]) <= load:
            while giver != start:
                previous, pair = came_by[giver]
                hands[previous].remove(pair)
                hands[giver].add(pair)
                giver = previous
            return True
        for pair in sorted(hands[giver]):
            for taker in allowed[pair]:
                if taker != start and taker not in came_by and pair not in hands[taker]:
                    came_by[taker] = (giver, pair)
                    waiting.append(taker)
    return False
