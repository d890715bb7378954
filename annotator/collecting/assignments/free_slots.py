"""The slots that nobody holds, in the order of the queue."""

from django.db import connection
from django.db.models import QuerySet

from annotator.collecting.assignments.models import Slot, SlotState
from annotator.foundation.database.compiled_queries import Parameter
from annotator.workspace.projects.models import Project


def free_slots(project: Project | Parameter) -> "QuerySet[Slot]":
    """The project's free slots, to be looked at."""
    return Slot.objects.filter(project=project, state=SlotState.FREE).order_by("rank", "number")


def takeable(slots: "QuerySet[Slot]") -> "QuerySet[Slot]":
    """``slots`` to be taken: reading one locks it.

    Two callers never wait for each other: each gets the first slot that nobody is taking.
    """
    return slots.select_for_update(
        skip_locked=connection.features.has_select_for_update_skip_locked, of=("self",)
    )
