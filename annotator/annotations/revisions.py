"""Revising what was submitted: a new row after the one that it replaces."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from annotator.accounts.models import User
from annotator.annotations.models import Annotation, Draft, RevisionRequest, Source
from annotator.annotations.services import (
    check_of_its_kind,
    check_version,
    new_annotation_id,
    write_draft,
    write_of_its_kind,
)
from annotator.assignments.models import Assignment, AssignmentState
from annotator.assignments.services import lock_assignment
from annotator.exceptions import ConflictError, InvalidInputError, NotAllowedError
from annotator.history.services import record_event
from annotator.projects.guideline_visits import guideline_in_view


def newest_of(assignment: Assignment) -> Annotation:
    """The current annotation of a submitted assignment, with the lead's request if there is one."""
    return assignment.annotations.current().select_related("revision_request").get()


def request_of(annotation: Annotation) -> RevisionRequest | None:
    """The lead's request to look at an annotation again."""
    found: RevisionRequest | None = getattr(annotation, "revision_request", None)
    return found


def may_revise(annotation: Annotation) -> bool:
    """Whether its annotator may revise an annotation: the project lets them, or a lead asked."""
    if annotation.source != Source.HUMAN:
        return False
    return annotation.assignment.project.allows_revisions or request_of(annotation) is not None


def _locked_newest(assignment: Assignment, annotation: Annotation) -> Annotation:
    """The annotation that is to be revised, where that is the newest one and may be.

    Raises ``ConflictError`` with code ``stale_annotation`` or ``not_submitted``, and
    ``NotAllowedError``.
    """
    if assignment.state != AssignmentState.SUBMITTED:
        raise ConflictError("not_submitted", "This question is not submitted yet.")
    newest = newest_of(assignment)
    if newest.pk != annotation.pk:
        raise ConflictError(
            "stale_annotation", "You have revised this answer already, in another tab perhaps."
        )
    if not may_revise(newest):
        raise NotAllowedError(
            "no_revisions", "This project takes no revisions. Ask a lead to reopen the answer."
        )
    return newest


@transaction.atomic
def save_revision_draft(
    *, annotation: Annotation, version: int, answer: dict[str, Any], at: datetime
) -> Draft:
    """Store the revision so far. ``version`` is the draft's that was read.

    Raises ``ConflictError`` with code ``stale_draft`` when another tab saved a later one and
    ``stale_annotation`` when the annotation has been revised meanwhile; ``NotAllowedError`` when
    the project takes no revisions.
    """
    assignment = lock_assignment(annotation.assignment)
    newest = _locked_newest(assignment, annotation)
    return write_draft(
        assignment=assignment, version=version, answer=answer, at=at, revising=newest
    )


@transaction.atomic
def revise_annotation(
    *,
    annotation: Annotation,
    answer: Mapping[str, Any],
    reason: str,
    at: datetime,
    idempotency_key: str = "",
    version: int | None = None,
    active_seconds: Mapping[str, float] | None = None,
    client_version: str = "",
) -> tuple[Annotation, bool]:
    """Submit a revision of the caller's own annotation; it, and whether it is new.

    It takes the place of the annotation wherever answers are read: the slot stays filled, late
    stays late. The same ``idempotency_key`` again gives the same revision. Raises
    ``InvalidInputError`` for an impossible answer or a missing reason, ``ConflictError`` with
    code ``stale_annotation``, ``stale_draft`` or ``key_taken``, ``NotAllowedError`` when the
    project takes no revisions and no lead asked.
    """
    assignment = lock_assignment(annotation.assignment)
    if idempotency_key:
        earlier = assignment.annotations.filter(idempotency_key=idempotency_key).first()
        if earlier is not None and earlier.revision_of_id == annotation.pk:
            return earlier, False
        if earlier is not None:
            raise ConflictError("key_taken", "This key belongs to another answer. Use a new one.")
    newest = _locked_newest(assignment, annotation)
    reason = reason.strip()
    if not reason:
        raise InvalidInputError(
            "reason_needed", "Say why you change it.", fields={"reason": "Give a reason."}
        )
    check_version(assignment=assignment, version=version)
    revision = Annotation.objects.create(
        assignment=assignment,
        example=assignment.example,
        annotator_id=assignment.annotator_id,
        annotation_id=str(new_annotation_id()),
        created_at=at,
        idempotency_key=idempotency_key,
        is_late=newest.is_late,
        revision_of=newest,
        reason=reason,
        guideline=guideline_in_view(
            project=assignment.project, user_id=assignment.annotator_id, opened_at=at
        ),
        client_version=client_version,
    )
    write_of_its_kind(
        annotation=revision,
        checked=check_of_its_kind(assignment, answer),
        active_seconds=active_seconds,
    )
    _record(
        revision,
        "revised",
        at,
        assignment.annotator,
        {"assignment": assignment.pk, "revises": newest.pk, "reason": reason},
    )
    return revision, True


@transaction.atomic
def reopen_annotation(
    *, annotation: Annotation, reason: str, at: datetime, actor: User
) -> RevisionRequest:
    """Ask the annotator to look at the answer again. A second request replaces the reason.

    Raises ``InvalidInputError`` without a reason, ``ConflictError`` with code
    ``stale_annotation`` when the answer was revised meanwhile and ``imported`` for one that was
    imported or simulated, which has nobody to ask.
    """
    lock_assignment(annotation.assignment)
    annotation = Annotation.objects.get(pk=annotation.pk)
    if not reason.strip():
        raise InvalidInputError(
            "reason_needed",
            "Say what the annotator should look at.",
            fields={"reason": "Give a reason."},
        )
    if annotation.source != Source.HUMAN:
        raise ConflictError(
            "imported", "This answer was imported or simulated: there is nobody to ask."
        )
    if Annotation.objects.filter(revision_of=annotation).exists():
        raise ConflictError("stale_annotation", "The annotator has revised this answer meanwhile.")
    request, _ = RevisionRequest.objects.update_or_create(
        annotation=annotation,
        defaults={"requested_by": actor, "requested_at": at, "reason": reason.strip()},
    )
    _record(annotation, "reopened", at, actor, {"reason": request.reason})
    return request


@transaction.atomic
def withdraw_request(*, annotation: Annotation, at: datetime, actor: User) -> None:
    """Take back a request that was not answered yet.

    Raises ``ConflictError`` with code ``not_reopened`` when there is none, or it was answered.
    """
    lock_assignment(annotation.assignment)
    deleted, _ = RevisionRequest.objects.filter(
        annotation=annotation, annotation__revision__isnull=True
    ).delete()
    if not deleted:
        raise ConflictError("not_reopened", "Nobody is asked to look at this answer again.")
    _record(annotation, "withdrew", at, actor, {})


def _record(
    annotation: Annotation, verb: str, at: datetime, actor: User, details: dict[str, Any]
) -> None:
    record_event(
        at=at,
        actor=actor,
        verb=verb,
        subject="annotation",
        subject_id=annotation.pk,
        project_id=annotation.assignment.project_id,
        example_id=annotation.example_id,
        details=details,
    )
