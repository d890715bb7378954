"""What came of each example at a threshold, and the scores of groups of examples."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.measures.intervals import Interval, Withheld, share_interval
from annotator.measures.result_kinds import MISSED, NEEDLESS, NOTHING, RESULTS, RIGHT, WRONG
from annotator.measures.system_scores import Outcomes, curve

_NONE = Interval(None, None, Withheld("There is nothing to take a share of."))


class GroupScore(NamedTuple):
    """A score, 0 to 1, with its 95% interval; None if it has nothing below the line."""

    value: float | None
    interval: Interval


class GroupScores(NamedTuple):
    """Of the examples of a group: how often which result, and the scores that follow from it."""

    counts: dict[str, int]
    precision: GroupScore
    recall: GroupScore
    f1: GroupScore


def results_of(outcomes: Outcomes) -> list[str]:
    """Each example's result at the threshold with the best F1, as the evaluator finds it.

    Where nothing is right at any threshold, every prediction counts.
    """
    best = curve(outcomes).best()
    threshold = best.threshold if best.scores.f1 else -np.inf
    kept = outcomes.has_prediction & (outcomes.score >= threshold)
    rows = zip(kept.tolist(), outcomes.is_right.tolist(), outcomes.has_gold.tolist(), strict=True)
    return [_result(*row) for row in rows]


def group_scores(counts: Mapping[str, int]) -> GroupScores:
    """Scores from ``counts``, the number of examples with each result.

    precision = right / (right + wrong + needless), recall = right / (right + wrong + missed),
    F1 = 2 right / the sum of both denominators.

    >>> found = group_scores({"right": 3, "wrong": 1, "missed": 2, "needless": 4, "nothing": 9})
    >>> found.precision.value, found.recall.value, round(found.f1.value, 3)
    (0.375, 0.5, 0.429)
    """
    counted = Counter({each: counts.get(each, 0) for each in RESULTS})
    numbers = np.array([counted[each] for each in RESULTS])
    right = np.repeat(np.array([1, 0, 0, 0, 0]), numbers)
    predicted = np.repeat(np.array([1, 1, 0, 1, 0]), numbers)
    answerable = np.repeat(np.array([1, 1, 1, 0, 0]), numbers)
    return GroupScores(
        dict(counted),
        _score(right, predicted),
        _score(right, answerable),
        _score(2 * right, predicted + answerable),
    )


def _score(part: NDArray[np.int64], whole: NDArray[np.int64]) -> GroupScore:
    below = int(whole.sum())
    if below == 0:
        return GroupScore(None, _NONE)
    return GroupScore(int(part.sum()) / below, share_interval(part, whole))


def _result(kept: bool, right: bool, has_gold: bool) -> str:  # noqa: FBT001 - three columns
    if kept:
        return RIGHT if right else WRONG if has_gold else NEEDLESS
    return MISSED if has_gold else NOTHING
