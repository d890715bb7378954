"""Late annotations: those that arrived after their slot had gone to somebody else.

They are kept beside the example's k. A lead may decide to count one, and may take that back.
"""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Max, QuerySet

from annotator.collecting.assignments.free_slots import free_slots, takeable
from annotator.collecting.assignments.holding import STATE_WHEN_OPEN, record_assignment
from annotator.collecting.assignments.models import (
    Assignment,
    AssignmentState,
    LateAcceptance,
    Slot,
    SlotState,
)
from annotator.collecting.assignments.services import lock_assignment
from annotator.exceptions import ConflictError
from annotator.material.corpus.models import Example
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.queries import overlap_of

LATE_ANNOTATION, ACCEPTED, WITHDREW = "late_annotation", "accepted", "withdrew"


@transaction.atomic
def accept_late(
    *, assignment: Assignment, at: datetime, actor: User | None, note: str = ""
) -> LateAcceptance:
    """Count an assignment's late annotation, in a free slot of its example or in a new one.

    With a new slot the example needs one annotation more than before. Raises ``ConflictError``
    when there is no annotation, or it counts already.
    """
    assignment = lock_assignment(assignment)
    is_late = assignment.slot_id is None and not assignment.is_control
    if assignment.state != AssignmentState.SUBMITTED or not is_late:
        raise ConflictError("not_late", "This annotation already counts.")
    example = _lock_example(assignment)
    slot = takeable(free_slots(assignment.project)).filter(example=example).first()
    added = slot is None
    if slot is None:
        slot = _add_slot(example)
    slot.state = SlotState.FILLED
    slot.save()
    assignment.slot = slot
    assignment.save(update_fields=["slot"])
    acceptance = LateAcceptance.objects.create(
        assignment=assignment, accepted_at=at, accepted_by=actor, note=note, added_slot=added
    )
    _record(assignment, ACCEPTED, at, actor, {"note": note, "added_slot": added})
    return acceptance


@transaction.atomic
def withdraw_acceptance(*, assignment: Assignment, at: datetime, actor: User | None) -> None:
    """Stop counting a late annotation; it is kept beside the others again.

    An added slot is removed, unless the project needs it by now; any other slot becomes free.
    Raises ``ConflictError`` when there is no such decision.
    """
    assignment = lock_assignment(assignment)
    acceptance = LateAcceptance.objects.filter(assignment=assignment).first()
    slot = assignment.slot
    if acceptance is None or slot is None:
        raise ConflictError("not_accepted", "This is not an accepted late annotation.")
    example = _lock_example(assignment)
    assignment.slot = None
    assignment.save(update_fields=["slot"])
    needed = overlap_of(assignment.project, example.split)
    removed = acceptance.added_slot and example.slots.count() > needed
    if removed:
        slot.delete()
        Example.objects.filter(pk=example.pk).update(overlap=F("overlap") - 1)
    else:
        Slot.objects.filter(pk=slot.pk).update(
            state=STATE_WHEN_OPEN, returned=True, rank=example.rank
        )
    acceptance.delete()
    _record(assignment, WITHDREW, at, actor, {"removed_slot": removed})


def decisions_since(*, project: Project, at: datetime) -> "QuerySet[Event]":
    """What leads decided about late annotations after ``at``, as history has it."""
    return Event.objects.filter(
        project_id=project.pk, verb__in=(ACCEPTED, WITHDREW), subject=LATE_ANNOTATION, at__gt=at
    )


def _lock_example(assignment: Assignment) -> Example:
    """Callers that count slots or add one take turns here."""
    return Example.objects.select_for_update(no_key=True).get(pk=assignment.example_id)


def _add_slot(example: Example) -> Slot:
    highest = example.slots.aggregate(highest=Max("number"))["highest"]
    Example.objects.filter(pk=example.pk).update(overlap=F("overlap") + 1)
    return Slot(
        example=example,
        number=0 if highest is None else highest + 1,
        project_id=example.project_id,
        rank=example.rank,
    )


def _record(
    assignment: Assignment, verb: str, at: datetime, actor: User | None, details: dict[str, Any]
) -> None:
    record_assignment(assignment, verb, at, actor, details, subject=LATE_ANNOTATION)
