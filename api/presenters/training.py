"""Training as the API shows it. This module decides who sees what."""

from typing import Any

from annotator.collecting.annotations.models import Draft
from annotator.collecting.assignments.timing import Time
from annotator.collecting.training.models import TrainingAnswer
from api.presenters.assignments import present_claim
from api.presenters.kinds import presenting_of

NO_LIMIT = Time(
    limit_seconds=None, used_seconds=0, running_since=None, is_up=False, was_up_at=None, period=0
)


def present_training_assignment(answer: TrainingAnswer) -> dict[str, Any]:
    """An answer in training, or a reference, in the shape of an assignment.

    No lease runs and no time is up.
    """
    project, address = answer.example.project, f"/api/v1/training/answers/{answer.pk}/"
    is_done = answer.attempt_id is not None and answer.submitted_at is not None
    return present_claim(
        answer,
        project,
        state="submitted" if is_done else "open",
        version=answer.version,
        time=NO_LIMIT,
        shown=presenting_of(project.kind).in_training(answer, address),
        draft=_draft_of(answer),
    )


def _draft_of(answer: TrainingAnswer) -> Draft | None:
    if answer.draft is None or answer.saved_at is None:
        return None
    return Draft(answer=answer.draft, saved_at=answer.saved_at)
