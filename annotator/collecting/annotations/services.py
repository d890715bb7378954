"""Submitting an answer: checked, and written as an annotation."""

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from annotator.collecting.annotations.drafts import check_version
from annotator.collecting.annotations.kinds import answers_of
from annotator.collecting.annotations.models import Annotation
from annotator.collecting.assignments.claiming import claim_in_order
from annotator.collecting.assignments.models import Assignment, AssignmentState
from annotator.collecting.assignments.own_assignments import LockedAssignment
from annotator.collecting.assignments.services import finish_assignment, lock_to_answer
from annotator.exceptions import ConflictError, NotAllowedError
from annotator.workspace.history.services import record_event
from annotator.workspace.projects.models import Project


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
    # A stale answer is called so, even where it is impossible too. Clients that don't send a
    # version aren't checked.
    if version is not None:
        check_version(assignment=assignment, version=version)
    checked = answers.check_own(assignment, answer)
    before = assignment.state
    is_in_time = finish_assignment(assignment=assignment, at=at)
    annotation = Annotation.objects.create(
        assignment=assignment,
        example=assignment.example,
        annotator=assignment.annotator,
        project_id=assignment.project_id,
        annotation_id=str(new_annotation_id()),
        created_at=at,
        idempotency_key=idempotency_key,
        is_late=not is_in_time,
        guideline=locked.guideline,
        client_version=client_version,
    )
    record_event(
        at=at,
        actor=assignment.annotator,
        verb="submitted",
        subject="annotation",
        subject_id=annotation.pk,
        project_id=assignment.project_id,
        example_id=assignment.example_id,
        details={
            "late": annotation.is_late,
            "assignment": assignment.pk,
            "from": before,
            **answers.event_details(checked),
        },
    )
    store_answer(
        annotation=annotation, checked=checked, project=project, active_seconds=active_seconds
    )
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
