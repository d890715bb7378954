"""Annotations that nobody can make: an example needs more people than there are left for it."""

from dataclasses import dataclass
from typing import Any

from django.db.models import (
    Count,
    Exists,
    F,
    IntegerField,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
)
from django.db.models.functions import Coalesce

from annotator.collecting.assignments.models import Assignment, AssignmentState, Slot
from annotator.collecting.assignments.queries import FILLED
from annotator.material.corpus.models import Example, Purpose
from annotator.workspace.projects.models import Project, Role

HAD = (AssignmentState.SUBMITTED, AssignmentState.SKIPPED)
"""States after which an annotator never gets the example again."""


@dataclass(frozen=True, slots=True)
class OutOfReach:
    """``annotations`` to go that the project's ``annotators`` can't make, in ``examples``.
    ``missing`` people would have to join for all of them.
    """

    annotations: int
    examples: int
    annotators: int
    missing: int


def out_of_reach(project: Project) -> OutOfReach:
    """Annotations to go beyond the active annotators who have not had their example yet."""
    active = project.memberships.filter(role=Role.ANNOTATOR, is_active=True)
    annotators = active.count()
    ended = Assignment.objects.filter(
        project=project, state__in=HAD, annotator__in=active.values("user")
    )
    had = ended.filter(example=OuterRef("pk"))
    unfilled = Slot.objects.filter(~FILLED, project=project, example=OuterRef("pk"))
    # Without skipped questions and late answers, an example is in reach as long as it asks for no
    # more people than there are. Those are few, and found by the index of slots.
    without_slot = Q(pk__in=ended.filter(slot=None).values("example"))
    examples = (
        Example.objects.filter(project=project, is_published=True, purpose=Purpose.MAIN)
        .filter(Q(overlap__gt=annotators) | without_slot, Exists(unfilled))
        .annotate(short=_count(unfilled) + _count(had) - annotators)
        .filter(short__gt=0)
    )
    found = examples.aggregate(
        annotations=Sum(F("short"), default=0),
        examples=Count("pk"),
        missing=Max("short", default=0),
    )
    return OutOfReach(annotators=annotators, **found)


def _count(rows: "QuerySet[Any]") -> Coalesce:
    counted = rows.order_by().values("example").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0, output_field=IntegerField())
