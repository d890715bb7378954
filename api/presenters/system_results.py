"""A system's results on groups of examples, and its answer to one, as the API shows them."""

from collections.abc import Mapping
from typing import Any

from annotator.material.corpus.placed_answers import PlacedAnswer, placed_answer
from annotator.measures.example_results import GroupScore, group_scores
from annotator.systems.evaluation.leaderboard.queries import PARTS, result_counts
from annotator.systems.evaluation.models import Score, ScoredExample
from annotator.systems.evaluation.scoring.interval_words import ends

SCORES = ("precision", "recall", "f1")
"""Of a part, as ``_part`` and the official evaluator's metrics end."""


def present_results(score: Score, *, hidden: bool) -> dict[str, Any]:
    """A system's results on a split, by group and part; of what is hidden since if ``hidden``.

    The group of all examples has the score's own intervals, if none of them is left out.
    """
    groups = [
        {
            "grouping": grouping,
            "group": group,
            **{
                part: _part(counts[part], _stored_intervals(score, part, grouping, counts[part]))
                for part in PARTS
            },
        }
        for (grouping, group), counts in result_counts(score, hidden=hidden).items()
    ]
    return {
        "system": score.system_id,
        "name": score.system.name,
        "split": score.split,
        "groups": groups,
    }


def _stored_intervals(
    score: Score, part: str, grouping: str, counts: Mapping[str, int]
) -> dict[str, Any]:
    """The ends of the score's intervals by the names of ``_part``, where they are of its group."""
    if grouping != "all" or sum(counts.values()) != score.examples:
        return {}
    return {name: score.intervals.get(f"{part}-best-threshold-{name}") for name in SCORES}


def _part(counts: Mapping[str, int], intervals: Mapping[str, Any]) -> dict[str, Any]:
    found = group_scores(counts)
    return {
        "counts": found.counts,
        "precision": _score(found.precision, intervals.get("precision")),
        "recall": _score(found.recall, intervals.get("recall")),
        "f1": _score(found.f1, intervals.get("f1")),
    }


def _score(score: GroupScore, interval: list[float] | None) -> dict[str, Any]:
    return {"value": score.value, "interval": interval or ends(score.interval)}


def present_scored_example(found: ScoredExample) -> dict[str, Any]:
    """An example of a list of results."""
    return {
        "example": found.example_id,
        "question": found.example.question.text,
        "long_result": found.long_result,
        "short_result": found.short_result,
        "answer_type": found.answer_type,
    }


def present_system_answer(score: Score, found: ScoredExample) -> dict[str, Any]:
    """What the system answered to an example, placed on the example's page."""
    placed = placed_answer(found.example.page, found.prediction)
    return {
        "long_result": found.long_result,
        "short_result": found.short_result,
        **present_placed_answer(score.system.name, found.prediction, placed),
    }


def present_placed_answer(
    name: str, prediction: Mapping[str, Any], placed: PlacedAnswer
) -> dict[str, Any]:
    """A system's answer, as the page shows it; ``prediction`` is as in ``ScoredExample``."""
    return {
        "name": name,
        "has_long_answer": prediction["long"] is not None,
        "candidate_index": placed.candidate_index,
        "long_span": placed.long_span and _tokens(placed.long_span),
        "short_answers": [_tokens(span) for span in placed.short_answers],
        "yes_no_answer": prediction["yes_no"],
    }


def _tokens(span: tuple[int, int]) -> dict[str, int]:
    start, end = span
    return {"start_token": start, "end_token": end}
