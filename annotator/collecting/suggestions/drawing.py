"""Who sees a suggestion: the draw for an assignment, kept before its page is shown."""

import hashlib
from datetime import datetime
from typing import Any

from annotator.collecting.annotations.models import YesNoAnswer
from annotator.collecting.assignments.models import Assignment
from annotator.collecting.suggestions.models import (
    Mode,
    PredictedAnswer,
    Suggestion,
    SuggestionPlan,
)
from annotator.collecting.suggestions.queries import eligible_examples
from annotator.collecting.suggestions.uses import Suggested
from annotator.material.corpus.models import Page
from annotator.material.corpus.placed_answers import placed_answer
from annotator.material.corpus.queries import packed_candidates_of
from annotator.workspace.history.services import record_event

_BITS = 64


def sees_suggestion(*, seed: int, example_id: int, annotator: int, share: float) -> bool:
    """Whether an annotator, by their key, sees the suggestion for an example: the same draw
    whenever it is made, in ``share`` (0 to 1) of all pairs.

    >>> draws = [
    ...     sees_suggestion(seed=1, example_id=each, annotator=2, share=0.5) for each in range(1000)
    ... ]
    >>> sum(draws)
    500
    """
    digest = hashlib.sha256(f"{seed}/{example_id}/{annotator}".encode()).digest()
    return int.from_bytes(digest[: _BITS // 8], "big") / 2.0**_BITS < share


def draw_suggestion(*, assignment: Assignment, at: datetime) -> Suggestion | None:
    """Draw whether the annotator sees a suggestion, if the page is shown from this moment on.

    Call it in the transaction that shows the page. None, and nothing is kept, where the project
    suggests nothing, the example may measure agreement, or the system has no answer on the page.
    """
    if not assignment.project.has_suggestions or assignment.page_shown_at != at:
        return None
    found = _prediction_for(assignment)
    page = assignment.example.page
    suggested = suggested_on(page, found.plan, found.prediction) if found and page else None
    if found is None or suggested is None:
        return None
    plan = found.plan
    suggestion = Suggestion.objects.create(
        assignment=assignment,
        plan=plan,
        is_shown=sees_suggestion(
            seed=plan.seed,
            example_id=assignment.example.example_id,
            annotator=assignment.annotator_id,
            share=plan.share,
        ),
        boxes=[list(box) for box in suggested.boxes],
        short_answers=[list(span) for span in suggested.short_answers],
        yes_no_answer=suggested.yes_no_answer,
        drawn_at=at,
    )
    record_event(
        at=at,
        actor=assignment.annotator,
        verb="drew",
        subject="suggestion",
        subject_id=assignment.pk,
        project_id=assignment.project_id,
        example_id=assignment.example_id,
        details={"shown": suggestion.is_shown, "plan": plan.pk, "mode": plan.mode},
    )
    return suggestion


def _prediction_for(assignment: Assignment) -> PredictedAnswer | None:
    """What the project's system predicts, for an example that one person alone answers."""
    return (
        PredictedAnswer.objects.filter(
            example__in=eligible_examples(assignment.project).filter(pk=assignment.example_id),
            plan__project=assignment.project_id,
            plan__ready_at__isnull=False,
            plan__ended_at__isnull=True,
        )
        .select_related("plan")
        .first()
    )


def suggested_on(page: Page, plan: SuggestionPlan, prediction: dict[str, Any]) -> Suggested | None:
    """What the plan makes of a prediction on the page; None without a box that the page has.

    A short answer outside the box is left out, and so is any where boxes are ranked.
    """
    candidates = packed_candidates_of(page)
    placed = placed_answer(page, prediction)
    further = prediction.get("boxes", []) if plan.mode == Mode.RANK else []
    places = [
        placed.candidate_index,
        *(
            placed_answer(page, {"long": each, "short": []}).candidate_index
            for each in further[: plan.boxes - 1]
        ),
    ]
    boxes = [
        (place, candidates[place].start_token, candidates[place].end_token)
        for place in dict.fromkeys(places)
        if place is not None
    ]
    if placed.candidate_index is None or not boxes:
        return None
    if plan.mode == Mode.RANK:
        return Suggested(boxes)
    _, start, end = boxes[0]
    spans = [span for span in placed.short_answers if start <= span[0] and span[1] <= end]
    if prediction["yes_no"] != YesNoAnswer.NONE:
        return Suggested(boxes, yes_no_answer=prediction["yes_no"])
    return Suggested(boxes, spans)
