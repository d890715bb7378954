"""The queue's head: what somebody who asks for a question gets."""

from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from annotator.collecting.assignments.controls import control_for
from annotator.collecting.assignments.free_slots import free_slots, takeable
from annotator.collecting.assignments.holding import hold_again, hold_new, open_assignment
from annotator.collecting.assignments.leases import expire_leases
from annotator.collecting.assignments.models import (
    LIVE_STATES,
    Assignment,
    AssignmentState,
    QueuePlace,
    Slot,
)
from annotator.collecting.assignments.naming import named_slot
from annotator.collecting.assignments.own_assignments import (
    LockedAssignment,
    lock_assignment_with_place,
    lock_own_assignment,
    own_assignment,
)
from annotator.collecting.assignments.pairing import choose_slot
from annotator.exceptions import NotAllowedError
from annotator.foundation.database.compiled_queries import CompiledQuery, Parameter
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Membership, Project, Role, Standing

SEARCH_PAUSE = timedelta(minutes=1)


def _places() -> "QuerySet[QueuePlace]":
    return QueuePlace.objects.select_for_update(of=("self",)).select_related("membership")


def _own_places() -> "QuerySet[QueuePlace]":
    return _places().filter(
        membership__user=Parameter("user"),
        membership__is_active=True,
        membership__role=Role.ANNOTATOR,
    )


_PLACE = CompiledQuery(
    "place_in_queue", lambda: _own_places().filter(membership__project=Parameter("project"))
)


_LIVE = CompiledQuery(
    "live_assignments",
    lambda: (
        Assignment.objects.filter(
            project=Parameter("project"), annotator=Parameter("user"), state__in=LIVE_STATES
        )
        .select_for_update(of=("self",))
        .order_by("-pk")
    ),
)


def _new_slots(project: Project | Parameter, annotator: User | Parameter) -> "QuerySet[Slot]":
    """The free slots of examples that the annotator has never had."""
    mine = Assignment.objects.filter(example=OuterRef("example"), annotator=annotator)
    return free_slots(project).filter(~Exists(mine))


def _fresh(project: Project | Parameter, annotator: User | Parameter) -> "QuerySet[Slot]":
    """New slots that no annotator has given back."""
    return _new_slots(project, annotator).filter(returned=False)


_CALLER = (Parameter("project"), Parameter("user"))
_RETURNED = CompiledQuery(
    "returned_slot", lambda: takeable(_new_slots(*_CALLER)).filter(returned=True)[:1]
)
_AHEAD = CompiledQuery(
    "slot_ahead", lambda: takeable(_fresh(*_CALLER)).filter(rank__gte=Parameter("cursor"))[:1]
)


def lock_place(project: Project, annotator: User) -> QueuePlace:
    """Lock the caller's place in the queue: one claim at a time, even with several tabs."""
    place = _PLACE.first(project=project.pk, user=annotator.pk)
    if place is not None:
        return place
    own = Membership.objects.filter(
        project=project, user=annotator, is_active=True, role=Role.ANNOTATOR
    )
    membership = own.first()
    if membership is None:
        raise NotAllowedError("not_an_annotator", "Only the project's annotators get questions.")
    QueuePlace.objects.get_or_create(membership=membership)
    return _places().get(membership=membership)


def lock_place_and_assignment(*, annotator: User, pk: int) -> LockedAssignment | None:
    """Lock the caller's place in the project of one of their assignments, then the assignment.
    People who get no questions there have no place.
    """
    locked = lock_assignment_with_place(user=annotator, pk=pk)
    if locked is not None:
        return locked
    assignment = own_assignment(user=annotator, pk=pk)
    if assignment is None:
        return None
    try:
        place = lock_place(assignment.project, annotator)
    except NotAllowedError:
        place = None
    locked = lock_own_assignment(user=annotator, pk=pk)
    return replace(locked, place=place) if locked else None


@transaction.atomic
def claim_assignment(
    *, project: Project, annotator: User, at: datetime, ahead: bool = False
) -> Assignment | None:
    """The caller's open assignment, or else a new one; None when nothing is left.

    With ``ahead``, reserve one more for two minutes instead; the next plain call opens it. Raises
    ``NotAllowedError`` for anybody but an active annotator of the project, and with code
    ``training_first`` for one who would begin a question before passing its training, with
    ``project_paused`` for one who would begin one while the project is paused or archived.
    """
    return claim_in_order(
        place=lock_place(project, annotator),
        project=project,
        annotator=annotator,
        at=at,
        ahead=ahead,
    )


def claim_in_order(
    *, place: QueuePlace, project: Project, annotator: User, at: datetime, ahead: bool = False
) -> Assignment | None:
    """``claim_assignment`` for code that already holds the lock of the caller's place."""
    may_begin = not _needs_training(place.membership, project)
    # Locked, because the caller's other tab may be submitting what this one is about to open; and
    # before others' leases are ended: two who have ended each other's would wait for one another.
    held = _LIVE.all(project=project.pk, user=annotator.pk)
    expire_leases(project=project, at=at)
    if any(each.lease_expires_at is None or each.lease_expires_at <= at for each in held):
        held = _LIVE.all(project=project.pk, user=annotator.pk)
    own = {each.state: each for each in held}
    reserved, opened = own.get(AssignmentState.RESERVED), own.get(AssignmentState.OPEN)
    if opened and not ahead:
        return opened
    if not may_begin:
        raise NotAllowedError(
            "training_first",
            "Finish the training first. You get questions once a lead has accepted you. "
            "The project's Training page shows the steps.",
        )
    refuse_resting(project)
    if ahead:
        return reserved or _claim_new(place, project, annotator, at, AssignmentState.RESERVED)
    if reserved:
        return open_assignment(reserved, project, at)
    return _claim_new(place, project, annotator, at, AssignmentState.OPEN)


def refuse_resting(project: Project) -> None:
    """Raise ``NotAllowedError`` for new questions of a project that is paused or archived."""
    if project.standing == Standing.PAUSED:
        raise NotAllowedError(
            "project_paused",
            "The leads have paused this project, so nobody gets new questions now. You can still "
            "finish what you have parked. You get questions again once they resume it.",
        )
    if project.standing == Standing.ARCHIVED:
        raise NotAllowedError(
            "project_archived",
            "This project is archived: its collection is over, and nobody gets questions.",
        )


def _needs_training(membership: Membership, project: Project) -> bool:
    return project.requires_training and membership.qualified_at is None


def _claim_new(
    place: QueuePlace, project: Project, annotator: User, at: datetime, state: AssignmentState
) -> Assignment | None:
    new_slots = _new_slots(project, annotator)
    slot = named_slot(place, new_slots)
    control = control_for(project=project, annotator=annotator) if slot is None else None
    if control is not None and not new_slots.exists():
        # Who is through with the queue is not kept at work by controls.
        control = None
    if slot is None and control is None:
        slot = _new_slot(place, project, annotator, at)
    example = slot.example_id if slot else control
    if example is not None:
        new = Assignment(
            example_id=example,
            annotator=annotator,
            project=project,
            created_at=at,
            state=state,
            is_control=slot is None,
        )
        return hold_new(new, slot=slot, place=place, at=at)
    again = Assignment.objects.filter(
        project=project,
        annotator=annotator,
        state__in=[AssignmentState.EXPIRED, AssignmentState.RELEASED],
    )
    slot = takeable(free_slots(project)).filter(example__in=again.values("example")).first()
    if slot is None:
        return None
    assignment = again.select_for_update(of=("self",)).filter(example=slot.example_id).first()
    # None if the caller's other tab has submitted it this very moment.
    return hold_again(assignment, slot=slot, at=at, state=state) if assignment else None


def _new_slot(place: QueuePlace, project: Project, annotator: User, at: datetime) -> Slot | None:
    """The first free slot of an example that the annotator has never had.

    Returned slots first, then those ahead of the annotator's place. A slot may be behind that place
    if somebody was about to take it when the search passed, and then didn't. So before it gives up,
    the search goes through the whole queue, at most once a minute. The caller that takes the slot
    saves how far the place has come.
    """
    caller = {"project": project.pk, "user": annotator.pk}
    slot = _RETURNED.first(**caller)
    if slot is not None:
        return slot
    if project.balance_pairs:
        slot = choose_slot(place, _fresh(project, annotator), project, annotator)
        if slot is not None:
            return slot
    slot = _AHEAD.first(**caller, cursor=place.cursor)
    if slot is None and (place.exhausted_at is None or at - place.exhausted_at >= SEARCH_PAUSE):
        slot = takeable(_fresh(project, annotator)).first()
        place.exhausted_at = at if slot is None else None
        place.save(update_fields=["exhausted_at"])
    if slot is not None:
        place.cursor = slot.rank
        place.passed_over = 0
    return slot
