"""How an assignment gets a slot and a running clock, and how it loses them.

Everything here belongs in a transaction that holds the assignment's lock; the services open it.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Case, Exists, OuterRef, Subquery, Value, When

from annotator.collecting.assignments.free_slots import free_slots, takeable
from annotator.collecting.assignments.models import (
    Assignment,
    AssignmentState,
    QueuePlace,
    Slot,
    SlotState,
)
from annotator.collecting.assignments.timing import CLOCK_FIELDS, start_clock, stop_clock
from annotator.material.corpus.models import QUEUED, Example
from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_event
from annotator.workspace.projects.models import Project

RESERVATION = timedelta(minutes=2)

_queued = Example.objects.filter(pk=OuterRef("example"), purpose__in=QUEUED)

STATE_WHEN_OPEN = Case(
    When(Exists(_queued), then=Value(SlotState.FREE)), default=Value(SlotState.WITHHELD)
)
"""Of slots that nobody holds or has filled: free, unless their example was taken out meanwhile."""


def take_slot(*, assignment: Assignment) -> bool:
    """Give an assignment without a slot a free one of its example; whether there was one. A control
    needs none.
    """
    if assignment.is_control:
        return True
    slot = takeable(free_slots(assignment.project)).filter(example=assignment.example_id).first()
    if slot is None:
        return False
    _hold(assignment, slot)
    slot.save(update_fields=["state"])
    return True


def hold_new(
    assignment: Assignment, *, slot: Slot | None, place: QueuePlace, at: datetime
) -> Assignment:
    """Give a new assignment, open or reserved for two minutes, its slot; a control has none. Saves
    both, and how far its annotator's ``place`` has come.
    """
    if slot is not None:
        _hold(assignment, slot)
        slot.save(update_fields=["state"])
    place.save(update_fields=["cursor", "passed_over"])
    if assignment.state == AssignmentState.RESERVED:
        # An assignment leaves a trace once it is opened; most others were never seen.
        assignment.lease_expires_at = at + RESERVATION
        assignment.save(force_insert=True)
        return assignment
    _begin(assignment, assignment.project, at)
    assignment.save(force_insert=True)
    record_assignment(assignment, "claimed", at, assignment.annotator, {})
    return assignment


def hold_again(
    assignment: Assignment, *, slot: Slot, at: datetime, state: AssignmentState
) -> Assignment:
    """Give an assignment that had lost its slot a free one, and open it or, with ``state``
    reserved, keep it for two minutes. Saves both.
    """
    before = assignment.state
    _hold(assignment, slot)
    slot.save(update_fields=["state"])
    assignment.state = state
    if state == AssignmentState.RESERVED:
        assignment.lease_expires_at = at + RESERVATION
        assignment.save()
        return assignment
    details = {"from": before, **_begin(assignment, assignment.project, at)}
    assignment.save()
    record_assignment(assignment, "claimed", at, assignment.annotator, details)
    return assignment


def _hold(assignment: Assignment, slot: Slot) -> None:
    slot.state = SlotState.HELD
    assignment.slot = slot


def open_assignment(assignment: Assignment, project: Project, at: datetime) -> Assignment:
    """Open an assignment that has its slot: one that was reserved or set aside. Saves it."""
    before = assignment.state
    details = {"from": before, **_begin(assignment, project, at)}
    assignment.save(update_fields=["state", "lease_expires_at", "opened_at", "slot", *CLOCK_FIELDS])
    verb = "claimed" if before == AssignmentState.RESERVED else "resumed"
    record_assignment(assignment, verb, at, assignment.annotator, details)
    return assignment


def _begin(assignment: Assignment, project: Project, at: datetime) -> dict[str, Any]:
    """Open it and let its time run; what history is to say about that."""
    was_up_at = assignment.time_was_up_at
    assignment.state = AssignmentState.OPEN
    start_clock(assignment=assignment, project=project, at=at)
    assignment.opened_at = assignment.opened_at or at
    if was_up_at is None:
        return {}
    return {"time_was_up_at": was_up_at.isoformat(), "period": assignment.period}


def let_go(
    assignment: Assignment,
    state: AssignmentState,
    at: datetime,
    actor: User | None,
    *,
    freed_because: str = "",
) -> None:
    """Free the slot and stop the clock. Saves both.

    ``state`` is what the assignment becomes, ``actor`` who wanted it; None if the lease or the time
    ran out. A reservation that was never opened is deleted instead. With ``freed_because`` a lead
    takes it from its annotator, and the history has their reason.
    """
    slot, before, lease_end = assignment.slot, assignment.state, assignment.lease_expires_at
    was_up = assignment.time_was_up_at is not None
    stop_clock(assignment=assignment, at=at)
    is_up = assignment.time_was_up_at is not None and not was_up
    if assignment.opened_at is None and state == AssignmentState.EXPIRED:
        assignment.delete()
        _free(slot)
        return
    assignment.slot = None
    assignment.lease_expires_at = None
    assignment.state = state
    if state == AssignmentState.EXPIRED:
        assignment.expired_at = lease_end
    assignment.save(
        update_fields=["slot", "lease_expires_at", "expired_at", "state", "note", *CLOCK_FIELDS]
    )
    _free(slot)
    details: dict[str, Any] = {"from": before}
    # The annotator's note is none of the lead's words.
    details |= {"reason": freed_because} if freed_because else {"note": assignment.note}
    if state == AssignmentState.EXPIRED and lease_end is not None:
        # Leases end by themselves; that they have is noticed when somebody next asks.
        details["expired_at"] = lease_end.isoformat()
    if is_up:
        details["minutes"] = _minutes(assignment)
    verb = "time_up" if is_up and state == AssignmentState.EXPIRED else state
    verb = "freed" if freed_because else verb
    record_assignment(assignment, verb, at, actor, details)


def _minutes(assignment: Assignment) -> float:
    return assignment.worked / timedelta(minutes=1)


def _free(slot: Slot | None) -> None:
    if slot is not None:
        held = Slot.objects.filter(pk=slot.pk, state=SlotState.HELD)
        # A change of the queue's order leaves slots that are held alone, so they take it up here.
        rank = Example.objects.filter(pk=OuterRef("example")).values("rank")
        held.update(state=STATE_WHEN_OPEN, returned=True, rank=Subquery(rank))


def record_assignment(
    assignment: Assignment,
    verb: str,
    at: datetime,
    actor: User | None,
    details: dict[str, Any],
    *,
    subject: str = "assignment",
) -> None:
    """Write to history what happened to the assignment, or to what ``subject`` says of it."""
    record_event(
        at=at,
        actor=actor,
        verb=verb,
        subject=subject,
        subject_id=assignment.pk,
        project_id=assignment.project_id,
        example_id=assignment.example_id,
        details=details,
    )
