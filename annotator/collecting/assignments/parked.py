"""Parked questions of a project, and how a lead frees one that nobody resumes."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import CharField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Cast

from annotator.collecting.assignments.holding import let_go
from annotator.collecting.assignments.models import Assignment, AssignmentState
from annotator.collecting.assignments.services import lock_assignment
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.material.corpus.models import QUEUED
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.projects.models import Project


@dataclass(frozen=True, slots=True)
class Freed:
    """That a lead freed somebody's parked slot: when and why."""

    at: datetime
    reason: str


@transaction.atomic
def free_parked(*, assignment: Assignment, reason: str, at: datetime, actor: User) -> Assignment:
    """Free the slot of a parked assignment, as a lead. The draft stays, and its annotator may take
    the question up again while a slot is free.

    The annotator reads ``reason``. Raises ``InvalidInputError`` without one, ``ConflictError``
    with code ``not_parked`` where it is not parked (any more).
    """
    if not reason.strip():
        raise InvalidInputError(
            "reason_needed",
            "Say why.",
            fields={"reason": "Give a reason. The annotator sees it."},
        )
    assignment = lock_assignment(assignment)
    if assignment.state != AssignmentState.PARKED:
        raise ConflictError(
            "not_parked", f"This question is no longer parked. It is {assignment.state}."
        )
    let_go(assignment, AssignmentState.RELEASED, at, actor, freed_because=reason.strip())
    return assignment


def parked_of(project: Project) -> "QuerySet[Assignment]":
    """The project's parked assignments with ``parked_at``, the longest parked first."""
    parked = _events("parked").filter(
        example_id=OuterRef("example"), subject_id=Cast(OuterRef("pk"), CharField())
    )
    return (
        Assignment.objects.filter(
            project=project,
            state=AssignmentState.PARKED,
            example__purpose__in=QUEUED,
        )
        .annotate(parked_at=Subquery(parked.order_by("-pk").values("at")[:1]))
        .select_related("annotator", "example__question")
        .order_by("parked_at", "pk")
    )


def freed_of(assignments: Iterable[Assignment]) -> dict[int, Freed]:
    """By the assignment's key, the lead's event for those that were freed and not resumed."""
    released = [each for each in assignments if each.state == AssignmentState.RELEASED]
    if not released:
        return {}
    events = _events("freed", "released").filter(
        example_id__in=[each.example_id for each in released],
        subject_id__in=[str(each.pk) for each in released],
    )
    newest = {int(event.subject_id): event for event in events.order_by("pk")}
    return {
        key: Freed(at=event.at, reason=event.details.get("reason", ""))
        for key, event in newest.items()
        if event.verb == "freed"
    }


def _events(*verbs: str) -> "QuerySet[Event]":
    return Event.objects.filter(subject="assignment", verb__in=verbs)
