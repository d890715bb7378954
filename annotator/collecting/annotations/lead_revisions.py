"""Revisions that a lead writes in an annotator's place: with a reason, at any time."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from annotator.collecting.annotations.answer_fields import read_as
from annotator.collecting.annotations.drafts import stale_draft
from annotator.collecting.annotations.kinds import Answers, answers_of, seconds_of
from annotator.collecting.annotations.models import Annotation, LeadDraft, Source
from annotator.collecting.annotations.revisions import (
    newest_to_revise,
    revision_with_key,
    write_revision,
)
from annotator.collecting.assignments.services import lock_assignment
from annotator.exceptions import ConflictError
from annotator.workspace.accounts.models import User


def lead_draft_of(*, annotation: Annotation, author: User) -> LeadDraft | None:
    """The revision of ``annotation`` that ``author`` has begun, if any."""
    return LeadDraft.objects.filter(annotation=annotation, author=author).first()


def refuse_what_nobody_answered(annotation: Annotation) -> None:
    """Raise ``ConflictError`` with code ``imported`` for imported or simulated answers."""
    if annotation.source != Source.HUMAN:
        raise ConflictError("imported", "You can't revise an imported or simulated answer.")


@transaction.atomic
def save_lead_draft(
    *, annotation: Annotation, author: User, version: int, answer: dict[str, Any], at: datetime
) -> LeadDraft:
    """Store a lead's revision so far. ``version`` is the one that was read (0: none yet).

    Raises ``ConflictError`` with code ``stale_draft`` when another tab of theirs saved a later
    one, ``stale_annotation`` when the annotation has been revised meanwhile, ``imported``.
    """
    assignment = lock_assignment(annotation.assignment)
    newest = newest_to_revise(assignment, annotation)
    refuse_what_nobody_answered(newest)
    draft = _checked_draft(newest, author, version) or LeadDraft(annotation=newest, author=author)
    draft.version, draft.answer, draft.saved_at = version + 1, answer, at
    draft.save()
    return draft


@transaction.atomic
def revise_for_annotator(
    *,
    annotation: Annotation,
    author: User,
    answer: Mapping[str, Any],
    reason: str,
    at: datetime,
    idempotency_key: str = "",
    version: int | None = None,
    client_version: str = "",
) -> tuple[Annotation, bool]:
    """Revise somebody's annotation as ``author``, a lead; the revision, and whether it is new.

    It stays the annotator's answer, in their slot, with the time that they took, and says who wrote
    it. A request to look at it again is answered by it. Raises as ``revise_annotation``, but for
    ``NotAllowedError``, and ``ConflictError`` with code ``imported``.
    """
    assignment = lock_assignment(annotation.assignment)
    earlier = revision_with_key(assignment, annotation, idempotency_key)
    if earlier is not None:
        return earlier, False
    newest = newest_to_revise(assignment, annotation)
    refuse_what_nobody_answered(newest)
    _checked_draft(newest, author, version)
    answers = answers_of(assignment.project.kind)
    row = getattr(newest, answers.ROW)
    revision = write_revision(
        newest=newest,
        by=author,
        answer={**answer, **_kept_of(answers, row)},
        reason=reason,
        at=at,
        idempotency_key=idempotency_key,
        active_seconds=_seconds_of(answers, row),
        client_version=client_version,
    )
    LeadDraft.objects.filter(annotation=newest, author=author).delete()
    return revision, True


def _checked_draft(annotation: Annotation, author: User, version: int | None) -> LeadDraft | None:
    draft = lead_draft_of(annotation=annotation, author=author)
    if version is not None and version != (draft.version if draft else 0):
        raise stale_draft()
    return draft


def _kept_of(answers: Answers, row: Any) -> dict[str, Any]:
    """The fields that a lead's revision leaves as they were."""
    return read_as("submitted", (field for field in answers.FIELDS if field.stays), row)


def _seconds_of(answers: Answers, row: Any) -> dict[str, float]:
    """What the annotator took, by stage: a lead's own time says nothing of it."""
    found = seconds_of(answers, row)
    return {stage: seconds for stage, seconds in found.items() if seconds is not None}
