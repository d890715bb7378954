"""A system's answer to an example, as the API shows it."""

from collections.abc import Mapping
from typing import Any

from annotator.material.corpus.placed_answers import PlacedAnswer, placed_answer
from annotator.systems.evaluation.models import Score, ScoredExample


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
