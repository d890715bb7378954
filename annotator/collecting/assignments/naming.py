"""Examples that a lead has named for somebody: they come next in that person's queue."""

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from annotator.collecting.assignments.free_slots import takeable
from annotator.collecting.assignments.models import (
    Assignment,
    NamedAssignment,
    NamedAssignmentQuerySet,
    QueuePlace,
    Slot,
    SlotState,
)
from annotator.exceptions import ConflictError
from annotator.material.corpus.models import Example
from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_event
from annotator.workspace.projects.models import Membership, Project, Role


def named_assignments(project: Project) -> NamedAssignmentQuerySet:
    """Named questions that their members don't have yet, the oldest first."""
    return (
        NamedAssignment.objects.filter(~_is_met(), membership__project=project)
        .select_related("example__question", "membership__user")
        .order_by("pk")
    )


def _is_met() -> Exists:
    had = Assignment.objects.filter(
        example=OuterRef("example"), annotator=OuterRef("membership__user")
    )
    return Exists(had)


def named_slot(place: QueuePlace, new_slots: "QuerySet[Slot]") -> Slot | None:
    """The slot of an example that was named for the place's owner; ``new_slots`` are the free ones
    of examples that they never had. Clears the place's mark once nothing is left.
    """
    if not place.has_named:
        return None
    left = NamedAssignment.objects.filter(~_is_met(), membership=place.membership)
    for example in left.order_by("pk").values_list("example", flat=True):
        slot = takeable(new_slots.filter(example=example)).first()
        if slot is not None:
            return slot
    if not left.exists():
        place.has_named = False
        place.save(update_fields=["has_named"])
    return None


@transaction.atomic
def name_assignment(
    *, example: Example, membership: Membership, at: datetime, actor: User
) -> NamedAssignment:
    """Have ``membership`` get ``example`` next, in one of its free slots.

    Raises ``ConflictError`` with code ``not_an_annotator``, ``already_had`` for an example that
    they have or had, ``no_free_slot``, and ``already_named``.
    """
    place, _ = QueuePlace.objects.select_for_update().get_or_create(membership=membership)
    if membership.role != Role.ANNOTATOR or not membership.is_active:
        raise ConflictError("not_an_annotator", "Only active annotators get questions.")
    if Assignment.objects.filter(example=example, annotator=membership.user).exists():
        raise ConflictError(
            "already_had", "They have had this question, and nobody gets a question twice."
        )
    if not Slot.objects.filter(example=example, state=SlotState.FREE).exists():
        raise ConflictError(
            "no_free_slot",
            "This question has all its annotations, or others are giving them. Choose another one,"
            " or raise the overlap.",
        )
    named, created = NamedAssignment.objects.get_or_create(
        example=example,
        membership=membership,
        defaults={"named_at": at, "named_by": actor},
    )
    if not created:
        raise ConflictError("already_named", "This question already comes next for them.")
    place.has_named = True
    place.save(update_fields=["has_named"])
    _record(named, "named", at, actor)
    return named


@transaction.atomic
def take_back_named(*, named: NamedAssignment, at: datetime, actor: User) -> None:
    """Take it back; the example stays in the queue.

    Raises ``ConflictError`` with code ``already_had`` once they have the question.
    """
    QueuePlace.objects.select_for_update().filter(membership=named.membership_id).first()
    if not NamedAssignment.objects.filter(~_is_met(), pk=named.pk).exists():
        raise ConflictError("already_had", "They have the question already.")
    _record(named, "took_back", at, actor)
    named.delete()


def _record(named: NamedAssignment, verb: str, at: datetime, actor: User) -> None:
    record_event(
        at=at,
        actor=actor,
        verb=verb,
        subject="named_assignment",
        subject_id=named.pk,
        project_id=named.example.project_id,
        example_id=named.example_id,
        details={"member": named.membership.pseudonym},
    )
