"""Drafts: each assignment has at most one, with a version that counts the saves."""

from datetime import datetime
from typing import Any

from django.db import transaction

from annotator.collecting.annotations.models import Annotation, Draft
from annotator.collecting.assignments.leases import LEASE_FIELDS, renew_lease
from annotator.collecting.assignments.models import Assignment, AssignmentState
from annotator.collecting.assignments.own_assignments import LockedAssignment
from annotator.collecting.assignments.services import lock_to_answer
from annotator.exceptions import ConflictError
from annotator.foundation.database.compiled_queries import CompiledQuery, Parameter

DRAFTABLE = (
    AssignmentState.RESERVED,
    AssignmentState.OPEN,
    AssignmentState.PARKED,
    AssignmentState.EXPIRED,
)

_DRAFT = CompiledQuery("draft", lambda: Draft.objects.filter(assignment=Parameter("assignment")))


def save_draft(
    *, assignment: Assignment, version: int, answer: dict[str, Any], at: datetime
) -> Draft:
    """Store the answer so far and renew the lease.

    ``version`` is the one that was read (0: none yet). Raises ``ConflictError`` with code
    ``stale_draft`` when another tab saved a later one, ``not_open`` when there is nothing to draft
    any more. The first draft that calls the question good shows the page.
    """
    with transaction.atomic():
        locked = lock_to_answer(assignment)
        return save_locked_draft(locked=locked, version=version, answer=answer, at=at)


def save_locked_draft(
    *, locked: LockedAssignment, version: int, answer: dict[str, Any], at: datetime
) -> Draft:
    """``save_draft`` in the transaction that has locked the assignment."""
    assignment = locked.assignment
    if assignment.state not in DRAFTABLE:
        raise ConflictError("not_open", f"This question is already {assignment.state}.")
    # A question that was only fetched ahead would vanish with its reservation, and the draft with
    # it.
    assignment.opened_at = assignment.opened_at or at
    renew_lease(assignment=assignment, at=at)
    return write_draft(assignment=assignment, version=version, answer=answer, at=at)


def write_draft(
    *,
    assignment: Assignment,
    version: int,
    answer: dict[str, Any],
    at: datetime,
    revising: Annotation | None = None,
) -> Draft:
    """Write a draft's next version. If it calls the question good, show the page.

    Call it under the assignment's lock. Raises ``ConflictError`` with code ``stale_draft``.
    """
    draft = check_version(assignment=assignment, version=version) or Draft(assignment=assignment)
    draft.version = version + 1
    draft.answer, draft.saved_at, draft.revising = answer, at, revising
    draft.save(force_insert=not version, force_update=bool(version))
    if answer.get("question_quality") == "good" and assignment.page_shown_at is None:
        assignment.page_shown_at = at
    assignment.save(update_fields=[*LEASE_FIELDS, "page_shown_at", "opened_at"])
    return draft


def stale_draft() -> ConflictError:
    """The error for a version that another tab has replaced."""
    return ConflictError("stale_draft", "Another tab has saved a later version of this answer.")


def check_version(*, assignment: Assignment, version: int | None) -> Draft | None:
    """The assignment's draft, if any. Raises ``ConflictError`` with code ``stale_draft`` when
    ``version`` is given and not the draft's (0: none yet).
    """
    draft = draft_of(assignment)
    if version is not None and version != (draft.version if draft else 0):
        raise stale_draft()
    return draft


def draft_of(assignment: Assignment) -> Draft | None:
    """The assignment's answer so far, None if there is none."""
    return _DRAFT.first(assignment=assignment.pk)
