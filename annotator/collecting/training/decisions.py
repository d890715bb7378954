"""Leads' decisions: who attended, who is accepted, who tries again, who qualifies again."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef

from annotator.collecting.assignments.models import Assignment
from annotator.collecting.training.attempts import lock_membership
from annotator.collecting.training.models import Attempt, Decision, InPersonSession, Verdict
from annotator.collecting.training.readiness import refuse_unready
from annotator.collecting.training.standing import (
    asked_again,
    last_acceptance,
    sent_to_train,
    standing_of,
)
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_event
from annotator.workspace.projects.models import Membership, Project, Role

HERE_BEFORE = "Had begun to work here before training was required."
"""The note of an acceptance that comes with switching training on."""


@transaction.atomic
def mark_session(
    *, membership: Membership, attended: bool, notes: str, at: datetime, actor: User
) -> InPersonSession:
    """Put on record that the in-person session took place, or that somebody did not come.

    Notes can be added later by another row. Raises ``ConflictError`` with code ``not_finished``
    before the self-study was.
    """
    membership = lock_membership(membership)
    if standing_of(membership).state == "self_study":
        raise ConflictError(
            "not_finished", "The self-study comes first, since you talk about its answers."
        )
    session = InPersonSession.objects.create(
        membership=membership,
        attended=attended,
        notes=notes.strip(),
        marked_at=at,
        marked_by=actor,
    )
    _record(membership, "marked_session", at, actor, {"attended": attended})
    return session


@transaction.atomic
def decide_exam(
    *, membership: Membership, verdict: str, note: str, at: datetime, actor: User
) -> Decision:
    """Accept somebody on the strength of their graded exam, or ask for another try.

    Another try gets other questions where there are more. Raises ``ConflictError`` with code
    ``not_graded`` if no graded exam waits for a decision.
    """
    if verdict not in (Verdict.ACCEPTED, Verdict.ANOTHER_TRY):
        raise InvalidInputError(
            "unknown_verdict",
            f"{verdict} is not a decision about an exam.",
            fields={"verdict": "Accept, or ask for another try."},
        )
    membership = lock_membership(membership)
    standing = standing_of(membership)
    if standing.state != "decision":
        raise ConflictError("not_graded", "There is no graded exam to decide about.")
    return _decide(membership, standing.attempt, verdict=verdict, note=note, at=at, actor=actor)


@transaction.atomic
def waive_training(
    *, project: Project, members: Sequence[int], note: str, at: datetime, actor: User
) -> list[Decision]:
    """Accept members, by their memberships' keys, without the rest of the training.

    Qualified members stay as they are. Raises ``InvalidInputError`` without a note, or for somebody
    who is not an active annotator of the project.
    """
    if not note.strip():
        raise InvalidInputError(
            "note_needed",
            "Say why they need no training.",
            fields={"note": "Give a reason. It stays on record."},
        )
    found = project.memberships.filter(pk__in=members, role=Role.ANNOTATOR, is_active=True)
    if found.count() != len(set(members)):
        raise InvalidInputError(
            "unknown_member",
            "Some of them are not annotators of this project.",
            fields={"members": "Load the list again."},
        )
    locked = [lock_membership(member) for member in found.order_by("pk")]
    return [
        _decide(member, None, verdict=Verdict.WAIVED, note=note, at=at, actor=actor)
        for member in locked
        if member.qualified_at is None
    ]


@transaction.atomic
def accept_those_at_work(*, project: Project, at: datetime, actor: User | None) -> list[Decision]:
    """Accept the active annotators who have begun a question of the project, when training is
    switched on, so that nobody at work is locked out. ``actor`` is who switched.

    Qualified annotators stay as they are, and so do those whom a lead asked to pass an exam again.
    """
    begun = Assignment.objects.filter(project=project, annotator=OuterRef("user"))
    found = project.memberships.filter(
        Exists(begun), role=Role.ANNOTATOR, is_active=True, qualified_at=None
    )
    locked = [lock_membership(member) for member in found.order_by("pk")]
    return [
        _decide(member, None, verdict=Verdict.HERE_BEFORE, note=HERE_BEFORE, at=at, actor=actor)
        for member in locked
        if member.qualified_at is None and not sent_to_train(member)
    ]


@transaction.atomic
def ask_to_requalify(*, membership: Membership, reason: str, at: datetime, actor: User) -> Decision:
    """Have a qualified annotator pass an exam again before new questions come to them.

    The annotator reads ``reason``. What they have begun they may finish. Raises
    ``InvalidInputError`` without a reason; ``ConflictError`` with code ``training_not_ready`` where
    the project has no training to pass, ``not_active``, ``asked_already`` and ``not_qualified``.
    """
    if not reason.strip():
        raise InvalidInputError(
            "reason_needed",
            "Say why, and what would help.",
            fields={"reason": "Give a reason. The annotator sees it."},
        )
    membership = lock_membership(membership)
    _refuse_without_training(membership.project)
    if membership.role != Role.ANNOTATOR or not membership.is_active:
        raise ConflictError("not_active", "This person no longer annotates here.")
    if asked_again(membership) is not None:
        raise ConflictError("asked_already", "They were already asked and have not passed yet.")
    if membership.qualified_at is None:
        raise ConflictError(
            "not_qualified", "They are already in training and get no questions yet."
        )
    return _decide(membership, None, verdict=Verdict.REQUALIFY, note=reason, at=at, actor=actor)


@transaction.atomic
def take_back_requalification(
    *, membership: Membership, note: str, at: datetime, actor: User
) -> Decision:
    """Restore the earlier acceptance; answers of an exam since then stay.

    Raises ``ConflictError`` with code ``not_asked`` if nobody asked them to qualify again, or they
    have already done it.
    """
    membership = lock_membership(membership)
    if asked_again(membership) is None:
        raise ConflictError("not_asked", "They have not been asked to qualify again.")
    return _decide(membership, None, verdict=Verdict.RESTORED, note=note, at=at, actor=actor)


def _refuse_without_training(project: Project) -> None:
    """Refuse to ask for something impossible."""
    if not project.requires_training:
        raise ConflictError(
            "training_not_ready",
            "This project has no training to pass again. Choose its questions on the Training page,"
            " then require training in the settings.",
        )
    refuse_unready(project)


def _decide(
    membership: Membership,
    attempt: Attempt | None,
    *,
    verdict: str,
    note: str,
    at: datetime,
    actor: User | None,
) -> Decision:
    """The one place that qualifies somebody, or takes that back: with the decision's row, in one
    transaction.
    """
    accepted = last_acceptance(membership)
    decision = Decision.objects.create(
        membership=membership,
        attempt=attempt,
        verdict=verdict,
        note=note.strip(),
        decided_at=at,
        decided_by=actor,
    )
    if verdict != Verdict.ANOTHER_TRY:
        since = {
            Verdict.REQUALIFY.value: None,
            Verdict.RESTORED.value: accepted.decided_at if accepted else None,
        }
        membership.qualified_at = since.get(verdict, at)
        membership.save(update_fields=["qualified_at"])
    details: dict[str, object] = {"verdict": verdict, "note": decision.note}
    if attempt is not None:
        details["attempt"] = attempt.number
    _record(membership, "decided_training", at, actor, details)
    return decision


def _record(
    membership: Membership,
    verb: str,
    at: datetime,
    actor: User | None,
    details: dict[str, object],
) -> None:
    record_event(
        at=at,
        actor=actor,
        verb=verb,
        subject="membership",
        subject_id=membership.pk,
        project_id=membership.project_id,
        details={"member": membership.pseudonym, **details},
    )
