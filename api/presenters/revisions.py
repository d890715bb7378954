"""Submitted answers as their annotator sees them, to revise them."""

from typing import Any

from annotator.collecting.annotations.answer_fields import read_as
from annotator.collecting.annotations.kinds import answers_of, seconds_of
from annotator.collecting.annotations.models import Annotation, Draft, LeadDraft
from annotator.collecting.annotations.revisions import newest_of
from annotator.collecting.assignments.models import Assignment, AssignmentState
from api.presenters.assignments import (
    present_assignment,
    present_draft,
)
from api.presenters.kinds import presenting_of


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
    shown = present_draft(draft, body["kind"]) if draft else as_draft(newest, body["kind"])
    return {**body, "draft": shown, "revising": newest.pk}


def present_lead_revision(annotation: Annotation, draft: LeadDraft | None) -> dict[str, Any]:
    """The newest annotation (from ``annotations_of``) as what a lead revises, with its page."""
    assignment, project = annotation.assignment, annotation.assignment.project
    kind, example = project.kind, assignment.example
    places = f"/api/v1/projects/{project.slug}/examples/{example.pk}/"
    # The annotator's draft and notes are their own.
    body = present_assignment(assignment, _unsaved(assignment, draft), with_page=False)
    body |= presenting_of(kind).of_revision(example, project, places)
    if draft is None:
        body |= {"draft": as_draft(annotation, kind), "version": 0}
    return {"annotation": annotation, "assignment": {**body, "note": "", "revising": annotation.pk}}


def _unsaved(assignment: Assignment, draft: LeadDraft | None) -> Draft:
    if draft is None:
        return Draft(assignment=assignment, version=0, answer={}, saved_at=assignment.created_at)
    return Draft(
        assignment=assignment, version=draft.version, answer=draft.answer, saved_at=draft.saved_at
    )


def as_draft(annotation: Annotation, kind: str) -> dict[str, Any]:
    """A submitted answer as the draft of what is to replace it."""
    answers = answers_of(kind)
    row = getattr(annotation, answers.ROW)
    seconds = seconds_of(answers, row)
    return {
        **read_as("drafted", answers.FIELDS, row),
        "active_seconds": {stage: value or 0.0 for stage, value in seconds.items()},
        "saved_at": annotation.created_at,
    }
