"""Creating slots and changing how many there are."""

import uuid
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Max

from annotator.accounts.models import User
from annotator.assignments.models import QueuePlace, Slot, SlotState
from annotator.corpus.models import Example
from annotator.exceptions import ConflictError
from annotator.history.services import record_event
from annotator.projects.models import Project


def _slots_of(example: Example, numbers: Iterable[int], state: SlotState) -> list[Slot]:
    return [
        Slot(
            example=example,
            number=number,
            state=state,
            project_id=example.project_id,
            rank=example.rank,
        )
        for number in numbers
    ]


def create_slots(*, examples: Iterable[Example]) -> None:
    """Give each new, unpublished example as many withheld slots as its overlap says."""
    slots = [
        slot
        for example in examples
        for slot in _slots_of(example, range(example.overlap), SlotState.WITHHELD)
    ]
    Slot.objects.bulk_create(slots, batch_size=500)


@transaction.atomic
def publish_examples(*, project: Project, import_job: uuid.UUID | None) -> int:
    """Show an import's examples and hand their slots to the queue; how many there were."""
    examples = Example.objects.filter(project=project, import_job=import_job, is_published=False)
    Slot.objects.filter(example__in=examples, state=SlotState.WITHHELD).update(state=SlotState.FREE)
    start_over(project=project)
    return examples.update(is_published=True)


def start_over(*, project: Project) -> None:
    """Let everybody's search begin at the head of the queue again: slots have come behind them."""
    QueuePlace.objects.filter(membership__project=project).update(cursor=0, exhausted_at=None)


@transaction.atomic
def change_overlap(*, project: Project, overlap: int, at: datetime, actor: User | None) -> Project:
    """Set how many annotations each example of a project needs, adding or removing free slots.

    Raises ``ConflictError`` when an example has more slots in use than ``overlap``.
    """
    project = Project.objects.select_for_update().get(pk=project.pk)
    in_use = (
        Slot.objects.filter(
            project=project, state__in=[SlotState.HELD, SlotState.FILLED], number__gte=overlap
        )
        .values("example")
        .aggregate(examples=Count("example", distinct=True))["examples"]
    )
    if in_use:
        raise ConflictError(
            "overlap_too_small",
            f"{in_use} examples already have more annotations started or done than {overlap}.",
            fields={"overlap": "Choose a larger number."},
        )
    before = project.overlap
    project.overlap = overlap
    project.save(update_fields=["overlap"])
    Slot.objects.filter(project=project, state=SlotState.FREE, number__gte=overlap).delete()
    _add_slots(project, overlap)
    Example.objects.filter(project=project).update(overlap=overlap)
    start_over(project=project)
    record_event(
        at=at,
        actor=actor,
        verb="changed",
        subject="project",
        subject_id=project.pk,
        project_id=project.pk,
        details={"before": {"overlap": before}, "after": {"overlap": overlap}},
    )
    return project


def _add_slots(project: Project, overlap: int) -> None:
    examples = Example.objects.filter(project=project).annotate(highest=Max("slots__number"))
    slots: list[Slot] = []
    for example in examples.iterator(chunk_size=1000):
        first = 0 if example.highest is None else example.highest + 1
        state = SlotState.FREE if example.is_published else SlotState.WITHHELD
        slots += _slots_of(example, range(first, overlap), state)
    Slot.objects.bulk_create(slots, batch_size=500)
