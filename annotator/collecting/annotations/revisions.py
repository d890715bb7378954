"""Revising a submitted answer: a new row after the one that it replaces."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from annotator.collecting.annotations.drafts import check_version, write_draft
from annotator.collecting.annotations.kinds import answers_of
from annotator.collecting.annotations.models import Annotation, Draft, RevisionRequest, Source, Undo
from annotator.collecting.annotations.services import new_annotation_id, store_answer
from annotator.collecting.assignments.models import Assignment, AssignmentState
from annotator.collecting.assignments.services import lock_assignment
from annotator.exceptions import ConflictError, InvalidInputError, NotAllowedError
from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_event
from annotator.workspace.projects.guideline_visits import guideline_in_view

UNDO_TIME = timedelta(minutes=1)
"""For so long after submitting, annotators may take an answer back in every project."""

UNDO_REASON = "Taken back right after submitting."


def newest_of(assignment: Assignment) -> Annotation:
    """The current annotation of a submitted assignment, with the lead's request if there is one."""
    rows = assignment.annotations.current()
    return rows.select_related("revision_request", "undo", "revision_of__undo").get()


def request_of(annotation: Annotation) -> RevisionRequest | None:
    """The lead's request to look at an annotation again."""
    found: RevisionRequest | None = getattr(annotation, "revision_request", None)
    return found


def undo_of(annotation: Annotation) -> Undo | None:
    """That its annotator took an annotation back."""
    found: Undo | None = getattr(annotation, "undo", None)
    return found


def needs_no_reason(annotation: Annotation) -> bool:
    """Whether its annotator took an annotation back and no lead has asked for another look since:
    what replaces it then needs no reason.
    """
    return undo_of(annotation) is not None and request_of(annotation) is None


def is_by_lead(annotation: Annotation) -> bool:
    """Whether a lead wrote this version in the annotator's place."""
    return annotation.revised_by_id not in (None, annotation.annotator_id)


def may_revise(annotation: Annotation, *, at: datetime) -> bool:
    """Whether its annotator may revise an annotation at ``at``: the project lets them and the time
    for it is not over, they took it back in time, or a lead asked. What a lead has revised is
    theirs again only when asked.
    """
    if annotation.source != Source.HUMAN:
        return False
    if request_of(annotation) is not None:
        return True
    if is_by_lead(annotation):
        return False
    end = end_of_revisions(annotation)
    return end is None or at < end


def end_of_revisions(annotation: Annotation) -> datetime | None:
    """Until when its annotator may revise an annotation by themselves; None for no end.

    Counted from the first submission: as long as the project says. At least ``UNDO_TIME``, as in
    ``may_undo``. An answer that was taken back stays open for the project's lease.
    """
    assignment, project = annotation.assignment, annotation.assignment.project
    if project.allows_revisions and project.revision_minutes is None:
        return None
    submitted = _submitted_at(annotation)
    ends = [_undoable_since(annotation) + UNDO_TIME]
    if project.allows_revisions:
        ends.append(submitted + timedelta(minutes=project.revision_minutes or 0))
    undo = undo_of(annotation)
    if undo is not None:
        ends.append(undo.at + timedelta(minutes=assignment.project.lease_minutes))
    return max(ends)


def _submitted_at(annotation: Annotation) -> datetime:
    return annotation.assignment.submitted_at or annotation.created_at


def _undoable_since(annotation: Annotation) -> datetime:
    """When it was submitted. A revision counts as the first answer, unless that was taken back:
    what replaces it is sent as easily, by one key and without a reason.
    """
    before = annotation.revision_of
    if before is not None and undo_of(before) is not None:
        return annotation.created_at
    return _submitted_at(annotation)


def may_undo(annotation: Annotation, *, at: datetime) -> bool:
    """Whether its annotator may take an annotation back at ``at``: within ``UNDO_TIME``, whatever
    the project says, and once. What a lead asks for needs a reason, so it is a plain revision.
    """
    is_own = annotation.source == Source.HUMAN and not is_by_lead(annotation)
    in_time = at < _undoable_since(annotation) + UNDO_TIME
    is_asked = request_of(annotation) is not None
    return is_own and in_time and not is_asked and undo_of(annotation) is None


@transaction.atomic
def undo_submission(*, annotation: Annotation, at: datetime) -> Undo:
    """Take the caller's own answer back: it stays what it is until a revision replaces it, and
    that one needs no reason. A second time changes nothing.

    Raises ``ConflictError`` with code ``stale_annotation``, ``NotAllowedError`` if it is too late.
    """
    assignment = lock_assignment(annotation.assignment)
    newest = newest_to_revise(assignment, annotation)
    earlier = undo_of(newest)
    if earlier is not None:
        return earlier
    if not may_undo(newest, at=at):
        raise NotAllowedError(
            "too_late_to_undo", "You can take an answer back for a minute after submitting it."
        )
    undo = Undo.objects.create(annotation=newest, at=at)
    _record(newest, "undid", at, assignment.annotator, {})
    return undo


def newest_to_revise(assignment: Assignment, annotation: Annotation) -> Annotation:
    """The annotation that is to be revised, where that is the newest one.

    Call it under the assignment's lock. Raises ``ConflictError`` with code ``stale_annotation`` or
    ``not_submitted``.
    """
    if assignment.state != AssignmentState.SUBMITTED:
        raise ConflictError("not_submitted", "You have not submitted this question yet.")
    newest = newest_of(assignment)
    newest.assignment = assignment
    if newest.pk != annotation.pk:
        raise ConflictError(
            "stale_annotation",
            "This answer was changed in the meantime, in another tab or by somebody else.",
        )
    return newest


def _locked_newest(assignment: Assignment, annotation: Annotation, at: datetime) -> Annotation:
    """As above, where its annotator may revise it; else raises ``NotAllowedError``."""
    newest = newest_to_revise(assignment, annotation)
    if not may_revise(newest, at=at):
        raise NotAllowedError(
            "no_revisions", "This answer can't be changed any more. Ask a lead to reopen it."
        )
    return newest


@transaction.atomic
def save_revision_draft(
    *, annotation: Annotation, version: int, answer: dict[str, Any], at: datetime
) -> Draft:
    """Store the revision so far. ``version`` is the draft's that was read.

    Raises ``ConflictError`` with code ``stale_draft`` when another tab saved a later one and
    ``stale_annotation`` when the annotation has been revised meanwhile; ``NotAllowedError`` when
    the project takes no revisions, or none any more.
    """
    assignment = lock_assignment(annotation.assignment)
    newest = _locked_newest(assignment, annotation, at)
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
    stays late. What was taken back needs no reason, unless a lead has asked since. The same
    ``idempotency_key`` again gives the same revision. Raises ``InvalidInputError`` for an
    impossible answer or a missing reason, ``ConflictError`` with code ``stale_annotation``,
    ``stale_draft`` or ``key_taken``, ``NotAllowedError`` when the project takes no revisions, or
    none any more, and no lead asked.
    """
    assignment = lock_assignment(annotation.assignment)
    earlier = revision_with_key(assignment, annotation, idempotency_key)
    if earlier is not None:
        return earlier, False
    newest = _locked_newest(assignment, annotation, at)
    check_version(assignment=assignment, version=version)
    revision = write_revision(
        newest=newest,
        by=assignment.annotator,
        answer=answer,
        reason=reason.strip() or (UNDO_REASON if needs_no_reason(newest) else ""),
        at=at,
        idempotency_key=idempotency_key,
        active_seconds=active_seconds,
        client_version=client_version,
    )
    return revision, True


def revision_with_key(
    assignment: Assignment, annotation: Annotation, idempotency_key: str
) -> Annotation | None:
    """The revision of ``annotation`` that was sent with this key before, if any.

    Raises ``ConflictError`` with code ``key_taken`` if the key belongs to another answer.
    """
    if not idempotency_key:
        return None
    earlier = assignment.annotations.filter(idempotency_key=idempotency_key).first()
    if earlier is not None and earlier.revision_of_id != annotation.pk:
        raise ConflictError("key_taken", "This key belongs to another answer. Use a new one.")
    return earlier


def write_revision(
    *,
    newest: Annotation,
    by: User,
    answer: Mapping[str, Any],
    reason: str,
    at: datetime,
    idempotency_key: str,
    active_seconds: Mapping[str, float] | None,
    client_version: str,
) -> Annotation:
    """Write the row that replaces ``newest`` (from ``newest_to_revise``), by its annotator or a
    lead. Raises ``InvalidInputError`` for an impossible answer or a missing reason.
    """
    assignment, reason = newest.assignment, reason.strip()
    if not reason:
        raise InvalidInputError(
            "reason_needed", "Say why you change it.", fields={"reason": "Give a reason."}
        )
    revision = Annotation.objects.create(
        assignment=assignment,
        example=assignment.example,
        annotator_id=assignment.annotator_id,
        project_id=assignment.project_id,
        annotation_id=str(new_annotation_id()),
        created_at=at,
        idempotency_key=idempotency_key,
        is_late=newest.is_late,
        revision_of=newest,
        reason=reason,
        revised_by=by,
        guideline=guideline_in_view(project=assignment.project, user_id=by.pk, opened_at=at),
        client_version=client_version,
    )
    project = assignment.project
    answers = answers_of(project.kind)
    checked = answers.check_own(assignment, answer)
    store_answer(
        annotation=revision, checked=checked, project=project, active_seconds=active_seconds
    )
    details = {"assignment": assignment.pk, "revises": newest.pk, "reason": reason}
    _record(revision, "revised", at, by, details | answers.event_details(checked))
    return revision


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
            "imported", "This answer was imported or simulated, so there is nobody to ask."
        )
    if Annotation.objects.filter(revision_of=annotation).exists():
        raise ConflictError("stale_annotation", "This answer was revised in the meantime.")
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
        raise ConflictError("not_reopened", "No lead has asked for another look at this answer.")
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
