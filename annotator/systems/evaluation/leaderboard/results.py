"""A system's results on groups of examples."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from annotator.measures.example_results import GroupScore, group_scores
from annotator.systems.evaluation.leaderboard.hidden_scores import Ends
from annotator.systems.evaluation.leaderboard.queries import result_counts
from annotator.systems.evaluation.models import Score
from annotator.systems.evaluation.scoring.interval_words import ends
from annotator.workspace.accounts.models import User


class ShownValue(NamedTuple):
    """A score, and the ends of its interval."""

    value: float | None
    interval: Ends


class PartScores(NamedTuple):
    """How many examples have which result, and the scores that follow."""

    counts: Mapping[str, int]
    precision: ShownValue
    recall: ShownValue
    f1: ShownValue


class ResultGroup(NamedTuple):
    """A group of examples, with its scores by part."""

    grouping: str
    group: str
    parts: Mapping[str, PartScores]


def result_groups(score: Score, viewer: User) -> list[ResultGroup]:
    """A system's results on a split, by group, without what is hidden from ``viewer`` since.

    The group of all examples has the score's own intervals, if none of them is left out.
    """
    return [
        ResultGroup(
            grouping,
            group,
            {
                part: _scores(counted, _stored_intervals(score, part, grouping, counted))
                for part, counted in counts.items()
            },
        )
        for (grouping, group), counts in result_counts(score, viewer).items()
    ]


def _stored_intervals(
    score: Score, part: str, grouping: str, counts: Mapping[str, int]
) -> Mapping[str, Any]:
    """The ends of the score's intervals by the official evaluator's names, where they are of its
    group.
    """
    is_of_all = grouping == "all" and sum(counts.values()) == score.examples
    prefix = f"{part}-best-threshold-"
    stored = score.intervals if is_of_all else {}
    return {name.removeprefix(prefix): each for name, each in stored.items()}


def _scores(counts: Mapping[str, int], intervals: Mapping[str, Any]) -> PartScores:
    found = group_scores(counts)

    def shown(name: str, score: GroupScore) -> ShownValue:
        return ShownValue(score.value, intervals.get(name) or ends(score.interval))

    return PartScores(
        found.counts,
        shown("precision", found.precision),
        shown("recall", found.recall),
        shown("f1", found.f1),
    )
