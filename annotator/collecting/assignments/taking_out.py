"""Taking examples out of the main task, and putting them back.

Nobody gets an example that was taken out; statistics and exports leave it out. Its annotations are
kept, and people who have it before them can finish.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from annotator.collecting.assignments.models import Slot, SlotState
from annotator.collecting.assignments.slots import lock_examples, start_over
from annotator.exceptions import ConflictError
from annotator.material.corpus.models import Example, Purpose
from annotator.material.corpus.splits import purpose_of_split
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.history.services import new_event
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project

MOST_AT_ONCE = 1000


@transaction.atomic
def take_out(
    *,
    project: Project,
    examples: Sequence[int],
    at: datetime,
    actor: User | None,
    reason: str = "",
) -> int:
    """Take examples, by their keys, out of the main task; how many of them were in it.

    Raises ``InvalidInputError`` for too many, or for one that ``actor`` doesn't see among the
    queued ones and those taken out, and ``ConflictError`` for one of the hidden split.
    """
    found = _lock(project, examples, actor)
    if any(each.purpose == Purpose.HIDDEN for each in found):
        raise ConflictError(
            "hidden_example",
            "Examples of the hidden split stay: submissions were scored on them. Show the split"
            " to all leads first.",
        )
    taken = [each for each in found if each.purpose == Purpose.MAIN]
    Slot.objects.filter(example__in=taken, state=SlotState.FREE).update(
        state=SlotState.WITHHELD, returned=False
    )
    _write(taken, Purpose.TAKEN_OUT)
    _record(taken, "took_out", reason, at=at, actor=actor)
    return len(taken)


@transaction.atomic
def put_back(
    *,
    project: Project,
    examples: Sequence[int],
    at: datetime,
    actor: User | None,
) -> int:
    """Put examples that were taken out back into the main task; how many there were.

    Those of a split that was hidden meanwhile are hidden with it. Raises ``InvalidInputError`` as
    ``take_out`` does.
    """
    found = _lock(project, examples, actor)
    back = [each for each in found if each.purpose == Purpose.TAKEN_OUT]
    for example in back:
        _write([example], purpose_of_split(project, example.split))
        # The queue's order may have changed meanwhile.
        Slot.objects.filter(example=example, state=SlotState.WITHHELD).update(
            state=SlotState.FREE, rank=example.rank
        )
    if back:
        start_over(project=project)
    _record(back, "put_back", "", at=at, actor=actor)
    return len(back)


def _lock(project: Project, keys: Sequence[int], actor: User | None) -> list[Example]:
    lock_project(project)
    either = Example.objects.queued() | Example.objects.taken_out()
    own = either.visible_to(actor).filter(project=project)
    return lock_examples(among=own, keys=keys, most=MOST_AT_ONCE)


def _write(examples: Sequence[Example], purpose: Purpose) -> None:
    Example.objects.filter(pk__in=[each.pk for each in examples]).update(purpose=purpose)


def _record(
    examples: Sequence[Example], verb: str, reason: str, *, at: datetime, actor: User | None
) -> None:
    Event.objects.bulk_create(
        new_event(
            at=at,
            actor=actor,
            verb=verb,
            subject="example",
            subject_id=each.pk,
            project_id=each.project_id,
            example_id=each.pk,
            details={"reason": reason} if reason else {},
        )
        for each in examples
    )
