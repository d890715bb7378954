"""Creating slots and handing them to the queue."""

import uuid
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import QuerySet

from annotator.collecting.assignments.models import QueuePlace, Slot, SlotState
from annotator.exceptions import InvalidInputError
from annotator.material.corpus.models import QUEUED, Example
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project


def make_slots(example: Example, numbers: Iterable[int], state: SlotState) -> list[Slot]:
    """Slots of an example with these numbers, not stored yet."""
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
        for slot in make_slots(example, range(example.overlap), SlotState.WITHHELD)
    ]
    Slot.objects.bulk_create(slots, batch_size=500)


def lock_examples(*, among: "QuerySet[Example]", keys: Sequence[int], most: int) -> list[Example]:
    """The examples with these keys, and then their slots: nobody claims one meanwhile.

    Raises ``InvalidInputError`` for none, for more than ``most``, and for one not ``among`` those.
    """
    if not 0 < len(set(keys)) <= most:
        raise InvalidInputError(
            "number_of_examples",
            f"Name from 1 to {most:,} examples.",
            fields={"examples": "Choose fewer."},
        )
    own = among.filter(pk__in=keys).select_for_update(no_key=True, of=("self",))
    found = list(own.order_by("pk"))
    if len(found) != len(set(keys)):
        raise InvalidInputError(
            "unknown_example",
            "Some of these examples are not in this project.",
            fields={"examples": "Load the list of examples again."},
        )
    list(Slot.objects.select_for_update().filter(example__in=found).order_by("pk"))
    return found


@transaction.atomic
def publish_examples(*, project: Project, import_job: uuid.UUID | None) -> int:
    """Show an import's examples and hand their slots to the queue; how many there were."""
    # Callers that change how many slots these examples have take turns here.
    lock_project(project)
    examples = Example.objects.filter(project=project, import_job=import_job, is_published=False)
    queued = examples.filter(purpose__in=QUEUED)
    Slot.objects.filter(example__in=queued, state=SlotState.WITHHELD).update(state=SlotState.FREE)
    start_over(project=project)
    return examples.update(is_published=True)


def start_over(*, project: Project) -> None:
    """Let everybody's search begin at the head of the queue again: slots have come behind them."""
    places = QueuePlace.objects.filter(membership__project=project)
    places.update(cursor=0, exhausted_at=None, passed_over=0)
