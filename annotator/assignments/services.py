"""Writing assignments. Every change of a slot happens here, in one short transaction each."""

from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, QuerySet

from annotator.accounts.models import User
from annotator.assignments.models import (
    HOLDING,
    LIVE_STATES,
    Assignment,
    AssignmentState,
    QueuePlace,
    Slot,
    SlotState,
)
from annotator.exceptions import ConflictError, InvalidInputError, NotAllowedError
from annotator.history.services import record_event
from annotator.projects.models import Membership, Project, Role

RESERVATION = timedelta(minutes=2)
SEARCH_PAUSE = timedelta(minutes=1)

REOPENABLE = (AssignmentState.EXPIRED, AssignmentState.RELEASED, AssignmentState.PARKED)


def lease_of(project: Project) -> timedelta:
    """How long an assignment is kept for somebody who does nothing."""
    return timedelta(minutes=project.lease_minutes)


def _lock_place(project: Project, annotator: User) -> QueuePlace:
    """Lock the caller's place in the queue: one claim at a time, however many tabs there are."""
    membership = Membership.objects.filter(
        project=project, user=annotator, is_active=True, role=Role.ANNOTATOR
    ).first()
    if membership is None:
        raise NotAllowedError("not_an_annotator", "Only the project's annotators get questions.")
    place = QueuePlace.objects.select_for_update().filter(membership=membership).first()
    if place is None:
        QueuePlace.objects.get_or_create(membership=membership)
        place = QueuePlace.objects.select_for_update().get(membership=membership)
    return place


@transaction.atomic
def claim_assignment(
    *, project: Project, annotator: User, at: datetime, ahead: bool = False
) -> Assignment | None:
    """The caller's open assignment, else a new one, else None when nothing is left.

    With ``ahead``, reserve one more for two minutes instead; the next plain call opens it.
    Raises ``NotAllowedError`` for anybody but an active annotator of the project.
    """
    place = _lock_place(project, annotator)
    expire_leases(project=project, at=at)
    live = Assignment.objects.filter(project=project, annotator=annotator, state__in=LIVE_STATES)
    own = {assignment.state: assignment for assignment in live.order_by("-pk")}
    reserved, opened = own.get(AssignmentState.RESERVED), own.get(AssignmentState.OPEN)
    if ahead:
        return reserved or _claim_new(place, project, annotator, at, AssignmentState.RESERVED)
    if opened:
        return opened
    if reserved:
        return _open(reserved, project, at)
    return _claim_new(place, project, annotator, at, AssignmentState.OPEN)


def _open(assignment: Assignment, project: Project, at: datetime) -> Assignment:
    assignment.state = AssignmentState.OPEN
    assignment.lease_expires_at = at + lease_of(project)
    assignment.opened_at = assignment.opened_at or at
    assignment.save(update_fields=["state", "lease_expires_at", "opened_at", "slot"])
    return assignment


def _free_slots(project: Project) -> "QuerySet[Slot]":
    free = Slot.objects.filter(project=project, state=SlotState.FREE).order_by("rank", "number")
    # Two callers never wait for each other: each takes the first slot that nobody is taking.
    return free.select_for_update(
        skip_locked=connection.features.has_select_for_update_skip_locked, of=("self",)
    )


def _claim_new(
    place: QueuePlace, project: Project, annotator: User, at: datetime, state: AssignmentState
) -> Assignment | None:
    slot = _new_slot(place, project, annotator, at)
    if slot is not None:
        assignment = Assignment(
            example_id=slot.example_id,
            annotator=annotator,
            project=project,
            created_at=at,
            state=state,
        )
        return _hold(assignment, slot, project, at, state)
    again = Assignment.objects.filter(
        project=project,
        annotator=annotator,
        state__in=[AssignmentState.EXPIRED, AssignmentState.RELEASED],
    )
    slot = _free_slots(project).filter(example__in=again.values("example")).first()
    if slot is None:
        return None
    return _hold(again.get(example=slot.example_id), slot, project, at, state)


def _new_slot(place: QueuePlace, project: Project, annotator: User, at: datetime) -> Slot | None:
    """The first free slot of an example that the annotator has never had.

    Returned slots first, then what lies ahead of the annotator's place. A slot that somebody was
    just taking when the search passed it, and then did not take, is behind: before there is
    nothing left, the whole queue is searched, though not more than once a minute.
    """
    mine = Assignment.objects.filter(example=OuterRef("example"), annotator=annotator)
    new = _free_slots(project).filter(~Exists(mine))
    slot = new.filter(returned=True).first()
    if slot is not None:
        return slot
    fresh = new.filter(returned=False)
    slot = fresh.filter(rank__gte=place.cursor).first()
    if slot is None and (place.exhausted_at is None or at - place.exhausted_at >= SEARCH_PAUSE):
        slot = fresh.first()
        place.exhausted_at = at if slot is None else None
        place.save(update_fields=["exhausted_at"])
    if slot is not None:
        place.cursor = slot.rank
        place.save(update_fields=["cursor"])
    return slot


def _hold(
    assignment: Assignment, slot: Slot, project: Project, at: datetime, state: AssignmentState
) -> Assignment:
    slot.state = SlotState.HELD
    slot.save(update_fields=["state"])
    assignment.slot = slot
    assignment.state = state
    if state == AssignmentState.RESERVED:
        assignment.lease_expires_at = at + RESERVATION
    else:
        assignment.lease_expires_at = at + lease_of(project)
        assignment.opened_at = assignment.opened_at or at
    assignment.save()
    return assignment


@transaction.atomic
def expire_leases(*, project: Project, at: datetime) -> int:
    """Free the slots whose lease has run out; how many. Drafts stay.

    A reservation that was never opened leaves nothing behind: its example is as new to the
    annotator as before.
    """
    overdue = list(
        Assignment.objects.filter(project=project, state__in=LIVE_STATES, lease_expires_at__lte=at)
        .select_for_update(
            skip_locked=connection.features.has_select_for_update_skip_locked, of=("self",)
        )
        .select_related("slot")
        .order_by("pk")[:200]
    )
    for assignment in overdue:
        _let_go(assignment, AssignmentState.EXPIRED, at, None)
    return len(overdue)


def _free(slot: Slot | None) -> None:
    if slot is not None:
        held = Slot.objects.filter(pk=slot.pk, state=SlotState.HELD)
        held.update(state=SlotState.FREE, returned=True)


def _let_go(
    assignment: Assignment, state: AssignmentState, at: datetime, actor: User | None
) -> None:
    slot, before = assignment.slot, assignment.state
    if assignment.opened_at is None and state == AssignmentState.EXPIRED:
        assignment.delete()
        _free(slot)
        return
    assignment.slot = None
    assignment.lease_expires_at = None
    assignment.state = state
    assignment.save(update_fields=["slot", "lease_expires_at", "state", "note"])
    _free(slot)
    record_event(
        at=at,
        actor=actor,
        verb=state,
        subject="assignment",
        subject_id=assignment.pk,
        project_id=assignment.project_id,
        example_id=assignment.example_id,
        details={"from": before, "note": assignment.note},
    )


def lock_assignment(assignment: Assignment) -> Assignment:
    """The assignment as it is now, locked until the transaction ends."""
    return (
        Assignment.objects.select_for_update(of=("self",))
        .select_related("project", "example")
        .get(pk=assignment.pk)
    )


@transaction.atomic
def give_up_assignment(
    *, assignment: Assignment, state: AssignmentState, note: str, at: datetime, actor: User
) -> Assignment:
    """Release or skip an assignment; its slot is free again.

    Raises ``InvalidInputError`` for a skip without a reason, ``ConflictError`` when there is
    nothing to give up.
    """
    assignment = lock_assignment(assignment)
    if state == AssignmentState.SKIPPED and not note.strip():
        raise InvalidInputError(
            "reason_needed", "Say why you skip it.", fields={"note": "Give a reason."}
        )
    if assignment.state not in HOLDING:
        raise ConflictError("not_open", f"This question is already {assignment.state}.")
    assignment.note = note
    _let_go(assignment, state, at, actor)
    return assignment


@transaction.atomic
def park_assignment(*, assignment: Assignment, note: str, at: datetime, actor: User) -> Assignment:
    """Set an assignment aside: it keeps its slot and no lease runs."""
    assignment = lock_assignment(assignment)
    if assignment.state not in LIVE_STATES:
        raise ConflictError("not_open", f"This question is already {assignment.state}.")
    assignment.state = AssignmentState.PARKED
    assignment.lease_expires_at = None
    assignment.note = note
    assignment.save(update_fields=["state", "lease_expires_at", "note"])
    record_event(
        at=at,
        actor=actor,
        verb="parked",
        subject="assignment",
        subject_id=assignment.pk,
        project_id=assignment.project_id,
        example_id=assignment.example_id,
        details={"note": note},
    )
    return assignment


@transaction.atomic
def resume_assignment(*, assignment: Assignment, at: datetime) -> Assignment:
    """Take up what was parked, released or has expired.

    Raises ``ConflictError`` when other annotators have taken all slots meanwhile, or when
    another question is open: one at a time.
    """
    _lock_place(assignment.project, assignment.annotator)
    expire_leases(project=assignment.project, at=at)
    assignment = lock_assignment(assignment)
    if assignment.state == AssignmentState.OPEN:
        return assignment
    if assignment.state not in REOPENABLE:
        raise ConflictError("not_parked", f"This question is already {assignment.state}.")
    others = Assignment.objects.filter(
        project=assignment.project, annotator=assignment.annotator, state=AssignmentState.OPEN
    )
    if others.exists():
        raise ConflictError(
            "another_open", "Another question is open. Submit, park or release it first."
        )
    if assignment.slot_id:
        return _open(assignment, assignment.project, at)
    if not take_slot(assignment=assignment):
        raise ConflictError(
            "slot_taken", "Other annotators have answered this question in the meantime."
        )
    return _open(assignment, assignment.project, at)


def take_slot(*, assignment: Assignment) -> bool:
    """Give an assignment without a slot a free one of its example; whether there was one.

    Belongs into a transaction that holds the assignment's lock.
    """
    slot = _free_slots(assignment.project).filter(example=assignment.example_id).first()
    if slot is None:
        return False
    slot.state = SlotState.HELD
    slot.save(update_fields=["state"])
    assignment.slot = slot
    return True


def renew_lease(*, assignment: Assignment, at: datetime) -> None:
    """Prolong the lease of somebody who works. Belongs under the assignment's lock."""
    if assignment.state == AssignmentState.OPEN:
        assignment.lease_expires_at = at + lease_of(assignment.project)
        assignment.save(update_fields=["lease_expires_at"])


def complete_assignment(*, assignment: Assignment, at: datetime) -> bool:
    """Mark as submitted and fill the slot; False when the annotation is late.

    Late means: the lease was given away and the example has no free slot. Belongs under the
    assignment's lock.
    """
    if assignment.slot_id is None:
        take_slot(assignment=assignment)
    assignment.state = AssignmentState.SUBMITTED
    assignment.lease_expires_at = None
    assignment.submitted_at = at
    assignment.save(update_fields=["state", "lease_expires_at", "submitted_at", "slot"])
    if assignment.slot_id is None:
        return False
    Slot.objects.filter(pk=assignment.slot_id).update(state=SlotState.FILLED)
    return True
