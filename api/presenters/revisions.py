"""Submitted answers as their annotator sees them, to revise them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Prefetch

from annotator.collecting.annotations.answer_fields import read_as
from annotator.collecting.annotations.kinds import answers_of, seconds_of
from annotator.collecting.annotations.models import Annotation, Draft, LeadDraft
from annotator.collecting.annotations.revisions import is_by_lead, may_revise, newest_of, request_of
from annotator.collecting.assignments.models import Assignment, AssignmentState
from annotator.collecting.assignments.parked import Freed, freed_of
from annotator.collecting.guidance.models import QuestionThread
from api.presenters.annotations import present_annotations, present_request
from api.presenters.assignments import (
    present_assignment,
    present_draft,
    present_freed,
)
from api.presenters.kinds import presenting_of

NEWEST_ANNOTATION = Prefetch(
    "annotations",
    Annotation.objects.current().select_related("revision_request", "undo"),
    to_attr="newest_annotations",
)
"""What ``present_summaries`` needs of each assignment."""

QUESTIONS = Prefetch(
    "question_threads", QuestionThread.objects.order_by("pk"), to_attr="questions_asked"
)
"""As above: the question asked when it was parked."""


def present_summaries(assignments: Sequence[Assignment], *, at: datetime) -> list[dict[str, Any]]:
    """Rows of somebody's own assignments (with ``NEWEST_ANNOTATION`` and ``QUESTIONS``)."""
    freed = freed_of(assignments)
    return [_present_summary(each, freed.get(each.pk), at) for each in assignments]


def _present_summary(assignment: Assignment, freed: Freed | None, at: datetime) -> dict[str, Any]:
    found: list[Annotation] = assignment.newest_annotations  # type: ignore[attr-defined]
    newest = found[0] if found else None
    names = ("state", "note", "lease_expires_at", "created_at", "submitted_at")
    return {
        "id": assignment.pk,
        **{name: getattr(assignment, name) for name in names},
        "question": assignment.example.question.text,
        "annotation": newest.pk if newest else None,
        "may_revise": newest is not None and may_revise(newest, at=at),
        "reopened": present_request(request_of(newest)) if newest else None,
        "changed_by_lead": _present_change(newest),
        "asked": _present_question(assignment.questions_asked),  # type: ignore[attr-defined]
        "freed": present_freed(freed),
    }


def _present_change(newest: Annotation | None) -> dict[str, Any] | None:
    if newest is None or not is_by_lead(newest):
        return None
    return {"at": newest.created_at, "reason": newest.reason}


def _present_question(threads: list[QuestionThread]) -> dict[str, Any] | None:
    return {"id": threads[-1].pk, "state": threads[-1].state} if threads else None


def present_revision(assignment: Assignment, saved: Draft | None = None) -> dict[str, Any]:
    """A submitted assignment with what its newest answer is to become: the draft of a revision, or
    the answer itself if nobody has begun one. ``saved`` as in ``present_assignment``.
    """
    body = present_assignment(assignment, saved)
    if saved is not None:
        return {**body, "revising": saved.revising_id}
    if assignment.state != AssignmentState.SUBMITTED:
        return body
    newest = newest_of(assignment)
    draft = Draft.objects.filter(assignment=assignment, revising=newest).first()
    shown = present_draft(draft, body["kind"]) if draft else _as_draft(newest, body["kind"])
    return {**body, "draft": shown, "revising": newest.pk}


def present_lead_revision(
    annotation: Annotation, draft: LeadDraft | None, viewer_role: str | None
) -> dict[str, Any]:
    """The newest annotation (from ``annotations_of``) as what a lead revises, with its page."""
    assignment, project = annotation.assignment, annotation.assignment.project
    kind, example = project.kind, assignment.example
    (shown,) = present_annotations([annotation], project=project, viewer_role=viewer_role)
    places = f"/api/v1/projects/{project.slug}/examples/{example.pk}/"
    # The annotator's draft and notes are their own.
    body = present_assignment(assignment, _unsaved(assignment, draft), with_page=False)
    body |= presenting_of(kind).of_revision(example, project, places)
    if draft is None:
        body |= {"draft": _as_draft(annotation, kind), "version": 0}
    return {"annotation": shown, "assignment": {**body, "note": "", "revising": annotation.pk}}


def _unsaved(assignment: Assignment, draft: LeadDraft | None) -> Draft:
    if draft is None:
        return Draft(assignment=assignment, version=0, answer={}, saved_at=assignment.created_at)
    return Draft(
        assignment=assignment, version=draft.version, answer=draft.answer, saved_at=draft.saved_at
    )


def _as_draft(annotation: Annotation, kind: str) -> dict[str, Any]:
    """A submitted answer as the draft of its revision."""
    answers = answers_of(kind)
    row = getattr(annotation, answers.ROW)
    seconds = seconds_of(answers, row)
    return {
        **read_as("drafted", answers.FIELDS, row),
        "active_seconds": {stage: value or 0.0 for stage, value in seconds.items()},
        "saved_at": annotation.created_at,
    }
