"""Submitting an answer: checked, and written as an annotation."""

import secrets
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction

from annotator.collecting.annotations.answers import CheckedAnswer
from annotator.collecting.annotations.drafts import check_version, stale_when_too_late
from annotator.collecting.annotations.long_form import (
    check_long_form_for_example,
    write_long_form_answer,
)
from annotator.collecting.annotations.long_form_check import CheckedLongForm
from annotator.collecting.annotations.models import (
    Annotation,
    BadReason,
    Draft,
    NaturalQuestionsAnswer,
)
from annotator.collecting.annotations.natural_questions import (
    check_natural_questions_for_example,
    new_natural_questions_answer,
)
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
from annotator.workspace.projects.models import Kind

_SUBMISSION_PARTS = (
    *COMPLETION_PARTS,
    Insert(Annotation),
    Insert(Event, {"subject_id": 2}),
    Unchanged(Draft, "version"),
)
_SUBMISSION = JointWrite("submission", *_SUBMISSION_PARTS)
_ANSWERED_SUBMISSION = JointWrite(
    "answered_submission", *_SUBMISSION_PARTS, Insert(NaturalQuestionsAnswer, {"annotation_id": 2})
)


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
    try:
        checked = check_of_its_kind(assignment, answer)
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
            **bad_after_page(checked),
        },
    )
    # Clients that don't send a version aren't checked.
    read = None if version is None else Draft(assignment_id=assignment.pk, version=version)
    rows = (assignment, slot, annotation, event, read)
    if isinstance(checked, CheckedLongForm):
        with stale_when_too_late():
            _SUBMISSION.write(*rows)
        write_of_its_kind(annotation=annotation, checked=checked, active_seconds=active_seconds)
    else:
        answered = new_natural_questions_answer(
            annotation=annotation, checked=checked, active_seconds=active_seconds
        )
        with stale_when_too_late():
            _ANSWERED_SUBMISSION.write(*rows, answered)
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


def check_of_its_kind(
    assignment: Assignment, answer: Mapping[str, Any]
) -> CheckedAnswer | CheckedLongForm:
    """Check an answer by the rules of its project's kind: see ``check_answer`` and
    ``check_long_form_answer``.
    """
    if assignment.project.kind == Kind.ASQA:
        return check_long_form_for_example(
            project=assignment.project, example=assignment.example, answer=answer
        )
    checked = check_natural_questions_for_example(assignment.example, answer)
    return replace(
        checked,
        bad_reason=_bad_reason(assignment, answer),
        word_jumps=answer.get("word_jumps"),
    )


def _bad_reason(assignment: Assignment, answer: Mapping[str, Any]) -> str:
    """Why the question is bad after all: the judgment comes from the question alone (NQ paper,
    section 3.2), so the interface asks an annotator who has seen the page why. Programs that
    submit answers may leave it out. "" for any other answer.
    """
    if answer["question_quality"] != "bad" or assignment.page_shown_at is None:
        return ""
    return answer.get("bad_reason") or BadReason.NOT_GIVEN


def bad_after_page(checked: CheckedAnswer | CheckedLongForm) -> dict[str, str]:
    """For an event: that a question was called bad after its page was shown, and why."""
    reason = "" if isinstance(checked, CheckedLongForm) else checked.bad_reason
    return {"bad_after_page": reason} if reason else {}


def write_of_its_kind(
    *,
    annotation: Annotation,
    checked: CheckedAnswer | CheckedLongForm,
    active_seconds: Mapping[str, float] | None = None,
) -> None:
    """Write a checked answer to the tables of its kind."""
    if isinstance(checked, CheckedLongForm):
        write_long_form_answer(
            annotation=annotation,
            checked=checked,
            project=annotation.assignment.project,
            active_seconds=active_seconds,
        )
    else:
        answer = new_natural_questions_answer(
            annotation=annotation, checked=checked, active_seconds=active_seconds
        )
        answer.save(force_insert=True)
