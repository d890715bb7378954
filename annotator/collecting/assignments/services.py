"""Changes of an assignment that an annotator holds. One short transaction each."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction

from annotator.collecting.assignments.claiming import (
    lock_place,
    lock_place_and_assignment,
    refuse_resting,
)
from annotator.collecting.assignments.holding import (
    let_go,
    open_assignment,
    record_assignment,
    take_slot,
)
from annotator.collecting.assignments.leases import expire_leases, notice_the_limit
from annotator.collecting.assignments.models import (
    HOLDING,
    LIVE_STATES,
    Assignment,
    AssignmentState,
    Slot,
    SlotState,
)
from annotator.collecting.assignments.own_assignments import LockedAssignment, lock_own_assignment
from annotator.collecting.assignments.timing import CLOCK_FIELDS, stop_clock, time_is_up
from annotator.exceptions import ConflictError, InvalidInputError, NotFoundError
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.guideline_visits import guideline_in_view

REOPENABLE = (AssignmentState.EXPIRED, AssignmentState.RELEASED, AssignmentState.PARKED)


def lock_assignment(assignment: Assignment) -> Assignment:
    """The assignment as it is now, locked until the transaction ends.

    Raises ``NotFoundError`` for one that was only reserved and whose time is over.
    """
    found = (
        Assignment.objects.select_for_update(of=("self",))
        .select_related("project", "example", "annotator")
        .filter(pk=assignment.pk)
        .first()
    )
    if found is None:
        raise NotFoundError(
            "not_yours", "This question was only reserved for you, and the reservation has ended."
        )
    return found


def lock_to_answer(assignment: Assignment) -> LockedAssignment:
    """The same with its guideline; without a place."""
    found = lock_assignment(assignment)
    guideline = guideline_in_view(
        project=found.project,
        user_id=found.annotator_id,
        opened_at=found.opened_at or found.created_at,
    )
    return LockedAssignment(found, None, guideline)


@contextmanager
def locked_own_assignment(
    *, annotator: User, pk: int, with_place: bool = False
) -> Iterator[LockedAssignment | None]:
    """A transaction with one of ``annotator``'s assignments, locked when it is first read, so that
    no service has to read it again. None if ``own_assignments`` doesn't have it.

    ``with_place``: their place in its queue is locked before, as everybody does who claims.
    """
    with transaction.atomic():
        if with_place:
            yield lock_place_and_assignment(annotator=annotator, pk=pk)
        else:
            yield lock_own_assignment(user=annotator, pk=pk)


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
            "reason_needed", "Say why you are skipping it.", fields={"note": "Give a reason."}
        )
    if assignment.state not in HOLDING:
        raise ConflictError("not_open", f"This question is already {assignment.state}.")
    assignment.note = note
    let_go(assignment, state, at, actor)
    return assignment


@transaction.atomic
def park_assignment(*, assignment: Assignment, note: str, at: datetime, actor: User) -> Assignment:
    """Set an assignment aside: it keeps its slot, no lease runs, and its clock stops.

    Raises ``ConflictError`` with code ``time_up`` when the limit is reached: the slot goes back.
    """
    assignment = lock_assignment(assignment)
    if assignment.state not in LIVE_STATES:
        raise ConflictError("not_open", f"This question is already {assignment.state}.")
    if time_is_up(assignment, at=at):
        raise ConflictError(
            "time_up",
            "The time for this question is up. Your draft is kept. Take the question up "
            "again, then park it.",
        )
    stop_clock(assignment=assignment, at=at)
    assignment.state = AssignmentState.PARKED
    assignment.lease_expires_at = None
    assignment.note = note
    assignment.save(update_fields=["state", "lease_expires_at", "note", *CLOCK_FIELDS])
    record_assignment(assignment, "parked", at, actor, {"note": note})
    return assignment


@transaction.atomic
def resume_assignment(*, assignment: Assignment, at: datetime) -> Assignment:
    """Resume a parked, released or expired assignment. If its time was up, a full period begins.

    Raises ``ConflictError`` when other annotators have taken all slots, or when another question is
    open: people have one at a time.
    """
    lock_place(assignment.project, assignment.annotator)
    # Before others' leases are ended: two who have ended each other's would wait for one another.
    assignment = lock_assignment(assignment)
    expire_leases(project=assignment.project, at=at)
    if assignment.state in LIVE_STATES:
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
    if assignment.slot_id or (assignment.is_control and assignment.state == AssignmentState.PARKED):
        return open_assignment(assignment, assignment.project, at)
    refuse_resting(assignment.project)
    if not take_slot(assignment=assignment):
        raise ConflictError(
            "slot_taken", "Other annotators have answered this question in the meantime."
        )
    return open_assignment(assignment, assignment.project, at)


def finish_assignment(*, assignment: Assignment, at: datetime) -> bool:
    """Mark as submitted and fill its slot; whether the annotation is in time.

    Late means: the slot was given away, as the lease or the time was over, and the example has no
    free one. Call it under the assignment's lock.
    """
    if not notice_the_limit(assignment, at):
        stop_clock(assignment=assignment, at=at)
    if assignment.slot_id is None:
        take_slot(assignment=assignment)
    assignment.state = AssignmentState.SUBMITTED
    assignment.lease_expires_at = None
    assignment.submitted_at = at
    assignment.save(
        update_fields=["state", "lease_expires_at", "submitted_at", "slot", *CLOCK_FIELDS]
    )
    if assignment.slot_id is None:
        return assignment.is_control
    Slot.objects.filter(pk=assignment.slot_id).update(state=SlotState.FILLED)
    return True
