"""Submitting an answer: checked, and written as an annotation."""

import secrets
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Any

from django.db import transaction

from annotator.collecting.annotations.drafts import check_version, stale_when_too_late
from annotator.collecting.annotations.kinds import answers_of
from annotator.collecting.annotations.models import Annotation, Draft
from annotator.collecting.assignments.claiming import claim_in_order
from annotator.collecting.assignments.models import Assignment, AssignmentState
from annotator.collecting.assignments.own_assignments import LockedAssignment
from annotator.collecting.assignments.services import (
    COMPLETION_PARTS,
    finish_assignment,
    lock_to_answer,
)
from annotator.exceptions import ConflictError, InvalidInputError, NotAllowedError
from annotator.foundation.database.joint_writes import Insert, JointWrite, Unchanged
from annotator.workspace.history.models import Event
from annotator.workspace.history.services import new_event
from annotator.workspace.projects.models import Project

_SUBMISSION_PARTS = (
    *COMPLETION_PARTS,
    Insert(Annotation),
    Insert(Event, {"subject_id": 2}),
    Unchanged(Draft, "version"),
)


@cache
def _submission(kind: str) -> JointWrite:
    """With the answer's row last."""
    answer = Insert(answers_of(kind).MODEL, {"annotation_id": 2})
    return JointWrite(f"{kind}_submission", *_SUBMISSION_PARTS, answer)


def new_annotation_id() -> int:
    """A random positive 63-bit id."""
    return secrets.randbits(63)


def submit_annotation(
    *,
    assignment: Assignment,
    answer: Mapping[str, Any],
    at: datetime,
    idempotency_key: str = "",
    version: int | None = None,
    active_seconds: Mapping[str, float] | None = None,
    client_version: str = "",
) -> tuple[Annotation, bool]:
    """Submit an answer of the project's kind; the annotation, and whether it is new.

    The same ``idempotency_key`` again gives the same annotation. If the lease was given away, the
    answer takes a free slot of its example, or is kept as a late annotation. Raises
    ``InvalidInputError`` for an impossible answer, ``ConflictError`` with code ``stale_draft`` when
    ``version`` is not the draft's and ``already_submitted`` for a second submission.
    """
    with transaction.atomic():
        return submit_locked(
            locked=lock_to_answer(assignment),
            answer=answer,
            at=at,
            idempotency_key=idempotency_key,
            version=version,
            active_seconds=active_seconds,
            client_version=client_version,
        )


def submit_locked(
    *,
    locked: LockedAssignment,
    answer: Mapping[str, Any],
    at: datetime,
    idempotency_key: str = "",
    version: int | None = None,
    active_seconds: Mapping[str, float] | None = None,
    client_version: str = "",
) -> tuple[Annotation, bool]:
    """``submit_annotation`` in the transaction that has locked the assignment."""
    assignment = locked.assignment
    # An assignment with an answer is submitted; the database refuses a second first answer.
    is_answered = assignment.state == AssignmentState.SUBMITTED
    earlier = assignment.annotations.order_by("pk").first() if is_answered else None
    if earlier is not None:
        if idempotency_key and earlier.idempotency_key == idempotency_key:
            return earlier, False
        raise ConflictError("already_submitted", "This question is already submitted.")
    if assignment.state in (AssignmentState.SKIPPED, AssignmentState.RELEASED):
        raise ConflictError("not_open", f"This question was {assignment.state}.")
    project = assignment.project
    answers = answers_of(project.kind)
    try:
        checked = answers.check_own(assignment, answer)
    except InvalidInputError:
        check_version(assignment=assignment, version=version)
        raise
    before = assignment.state
    slot = finish_assignment(assignment=assignment, at=at)
    annotation = Annotation(
        assignment=assignment,
        example=assignment.example,
        annotator=assignment.annotator,
        project_id=assignment.project_id,
        annotation_id=str(new_annotation_id()),
        created_at=at,
        idempotency_key=idempotency_key,
        is_late=slot is None,
        guideline=locked.guideline,
        client_version=client_version,
    )
    event = new_event(
        at=at,
        actor=assignment.annotator,
        verb="submitted",
        subject="annotation",
        project_id=assignment.project_id,
        example_id=assignment.example_id,
        details={
            "late": annotation.is_late,
            "assignment": assignment.pk,
            "from": before,
            **answers.event_details(checked),
        },
    )
    # Clients that don't send a version aren't checked.
    read = None if version is None else Draft(assignment_id=assignment.pk, version=version)
    row = answers.new_row(
        annotation=annotation, checked=checked, project=project, active_seconds=active_seconds
    )
    with stale_when_too_late():
        _submission(project.kind).write(assignment, slot, annotation, event, read, row)
    answers.store_beside(annotation, checked)
    return annotation, True


def submit_and_claim(
    *, locked: LockedAssignment, at: datetime, **submission: Any
) -> tuple[Annotation, bool, Assignment | None]:
    """``submit_locked``, and in the same transaction the annotator's next assignment.

    Call it in ``locked_own_assignment`` with the place. None if nothing is left, or the annotator
    gets no questions. The submission counts in any case; asking the queue itself gives the reason.
    """
    annotation, created = submit_locked(locked=locked, at=at, **submission)
    if locked.place is None:
        return annotation, created, None
    project, annotator = locked.assignment.project, locked.assignment.annotator
    try:
        upcoming = claim_in_order(place=locked.place, project=project, annotator=annotator, at=at)
    except NotAllowedError:
        upcoming = None
    return annotation, created, upcoming


def store_answer(
    *,
    annotation: Annotation,
    checked: Any,
    project: Project,
    active_seconds: Mapping[str, float] | None = None,
) -> None:
    """Store a checked answer of a stored annotation."""
    answers = answers_of(project.kind)
    row = answers.new_row(
        annotation=annotation, checked=checked, project=project, active_seconds=active_seconds
    )
    row.save(force_insert=True)
    answers.store_beside(annotation, checked)
