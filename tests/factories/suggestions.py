"""Suggestions for tests: a stored system that proposes boxes of the common page."""

from collections.abc import Sequence
from typing import Any

import orjson

from annotator.collecting.suggestions.models import SuggestionPlan
from annotator.material.corpus.models import Example
from annotator.material.corpus.queries import candidates_of, tokens_of
from annotator.systems.evaluation.models import Score
from annotator.systems.evaluation.suggesting import suggest
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT
from tests.factories.systems import make_score

PARAGRAPH, TABLE, ROW = 0, 1, 2
"""The first boxes of ``tests.factories.corpus.HTML``."""

SHORT = (11, 13)
"""Tokens in the paragraph."""


def predicted(
    example: Example,
    box: int = PARAGRAPH,
    *,
    score: float = 1.0,
    short: Sequence[tuple[int, int]] = (),
    short_score: float = 1.0,
    others: Sequence[int] = (),
    yes_no: str = "NONE",
) -> dict[str, Any]:
    """A prediction in the official format, with further boxes."""
    assert example.page is not None
    tokens, boxes = tokens_of(example.page), candidates_of(example.page)

    def span(start: int, end: int) -> dict[str, int]:
        return {
            "start_byte": tokens[start].start_byte,
            "end_byte": tokens[end - 1].end_byte,
            "start_token": start,
            "end_token": end,
        }

    def box_of(index: int) -> dict[str, int]:
        each = boxes[index]
        return {
            "start_byte": each.start_byte,
            "end_byte": each.end_byte,
            "start_token": each.start_token,
            "end_token": each.end_token,
        }

    return {
        "example_id": example.example_id,
        "long_answer": box_of(box),
        "long_answer_score": score,
        "short_answers": [span(*each) for each in short],
        "short_answers_score": short_score,
        "yes_no_answer": yes_no,
        "other_long_answers": [box_of(each) for each in others],
    }


def keep_system(project: Project, predictions: Sequence[dict[str, Any]]) -> Score:
    """A system on the leaderboard with a stored file of predictions, and thresholds of 0.5."""
    return make_score(
        project,
        "Reader",
        metrics={"long-best-threshold": 0.5, "short-best-threshold": 0.5},
        content=orjson.dumps({"predictions": list(predictions)}),
    )


def make_plan(
    project: Project, score: Score, *, mode: str = "propose", share: float = 1, boxes: int = 3
) -> SuggestionPlan:
    """Suggestions that are in force."""
    plan, job = suggest(
        project=project,
        mode=mode,
        system=score.system_id,
        share=share,
        boxes=boxes,
        seed=1,
        at=AT,
        actor=None,
    )
    run_job(job_id=job.pk)
    plan.refresh_from_db()
    return plan
