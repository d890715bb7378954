"""Changing the order of a project's queue, while annotators go on working.

Examples are ranked again in batches, so for a while some have their new rank and some the old one.
Annotators may get them in a mixed order, but none twice, because of constraints that don't depend
on the order. None is left out for good, because a search that finds nothing ahead starts again at
the head.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, QuerySet, Subquery

from annotator.collecting.assignments.models import QueuePlace, Slot, SlotState
from annotator.collecting.assignments.queries import narrow_examples
from annotator.collecting.assignments.slots import start_over
from annotator.exceptions import InvalidInputError
from annotator.foundation.names.naming import describe_flaw
from annotator.material.corpus.models import Example, Purpose
from annotator.material.corpus.ranking import HIGHEST_PRIORITY, MOST_SPLITS, Ranking
from annotator.material.corpus.split_names import flaw_of_set_splits
from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_changed_examples
from annotator.workspace.jobs.models import ENDED, Job
from annotator.workspace.jobs.services import create_job
from annotator.workspace.projects.changing import changing
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project, QueueOrder, Split
from annotator.workspace.projects.seeds import LARGEST_QUEUE_SEED, check_seed

ORDER_QUEUE = "order_queue"
SET_PRIORITIES = "set_priorities"
MOST_AT_ONCE = 1000
"""So many examples are ranked in one transaction; more of them are a job."""

_FIELDS = ("queue_order", "queue_within", "seed", "balance_pairs")


@dataclass(frozen=True, slots=True)
class RankedBatch:
    """The result of a batch: the last example's key (None: there were none left), how many there
    were, and how many of them changed.
    """

    last: int | None
    examples: int
    changed: int


def change_queue(
    *,
    project: Project,
    at: datetime,
    actor: User | None,
    splits: Sequence[str] | None = None,
    queue: bool = True,
    **changes: Any,
) -> tuple[Project, Job | None]:
    """Change ``queue_order``, ``queue_within``, ``seed``, ``balance_pairs`` or the turns of splits.

    The project, and the job that puts the queue in order, if it has to be; without ``queue`` it is
    for the caller to run. ``splits`` are names, the first one's examples go first. Raises
    ``InvalidInputError`` for a wrong seed or split, and for an order by split without any split.
    """
    if "seed" in changes:
        check_seed(changes["seed"], largest=LARGEST_QUEUE_SEED)
    with changing(project, at=at, actor=actor) as change:
        project, before = change.project, _describe(change.project)
        ranking = Ranking.of(project)
        for name in _FIELDS:
            if name in changes:
                setattr(project, name, changes[name])
        if splits is not None:
            _write_turns(project, splits)
        if project.queue_order == QueueOrder.SPLIT and not splits_with_turn(project):
            raise InvalidInputError(
                "no_split",
                "An order by split needs at least one split.",
                fields={"splits": "Name the split whose examples go first."},
            )
        job = None
        if Ranking.of(project) != ranking or not (_is_ordered(project) or ordering_job(project)):
            project.order_wanted += 1
            job = create_job(
                kind=ORDER_QUEUE,
                parameters={"order": project.order_wanted},
                project_id=project.pk,
                at=at,
                created_by=actor,
                queue=queue,
            )
        project.save(update_fields=[*_FIELDS, "order_wanted"])
        after = _describe(project)
        if after != before:
            change.record("changed", "project", project.pk, before=before, after=after)
    return project, job


def _describe(project: Project) -> dict[str, Any]:
    return {
        **{name: getattr(project, name) for name in _FIELDS},
        "splits": splits_with_turn(project),
    }


def splits_with_turn(project: Project) -> list[str]:
    """The splits that have a turn, in their order."""
    with_turn = project.splits.filter(turn__isnull=False)
    return list(with_turn.order_by("turn").values_list("name", flat=True))


def _write_turns(project: Project, names: Sequence[str]) -> None:
    if len(names) > MOST_SPLITS or len(set(names)) != len(names) or not all(names):
        raise InvalidInputError(
            "invalid_splits",
            f"Give at most {MOST_SPLITS} splits, each once.",
            fields={"splits": "Remove the repeated ones."},
        )
    if flaw := next(filter(None, map(_flaw_of_name, names)), ""):
        raise InvalidInputError("invalid_splits", flaw, fields={"splits": flaw})
    others = project.splits.exclude(name__in=names)
    others.filter(overlap__isnull=True).delete()
    others.update(turn=None)
    # After these are gone: a lead who mistyped a new split can write it in another way.
    if flaw := flaw_of_set_splits(project, names):
        raise InvalidInputError("misspelt_split", flaw, fields={"splits": flaw})
    for turn, name in enumerate(names):
        Split.objects.update_or_create(project=project, name=name, defaults={"turn": turn})


def _flaw_of_name(name: str) -> str:
    longest = Split._meta.get_field("name").max_length or 0
    if len(name) > longest:
        return f"{name}: a split's name has up to {longest} characters."
    return describe_flaw(name)


def _is_ordered(project: Project) -> bool:
    return project.order_reached == project.order_wanted


def ordering_job(project: Project) -> Job | None:
    """The job that is putting the queue in order, or waits to do it."""
    jobs = Job.objects.filter(project_id=project.pk, kind=ORDER_QUEUE).exclude(state__in=ENDED)
    return jobs.order_by("-created_at").first()


def check_priority(priority: int) -> int:
    """``priority``; raises ``InvalidInputError`` when it is beyond 1,000 or -1,000."""
    if abs(priority) > HIGHEST_PRIORITY:
        raise InvalidInputError(
            "invalid_priority",
            f"{priority} is not a priority.",
            fields={"priority": "Give a whole number from -1000 to 1000."},
        )
    return priority


@transaction.atomic
def set_priority(
    *,
    project: Project,
    examples: Sequence[int],
    priority: int,
    at: datetime,
    actor: User | None,
) -> int:
    """Set the priority of up to 1,000 examples, by their keys. Returns how many changed.

    Raises ``InvalidInputError`` for more, for one that the project doesn't have, that is hidden
    from ``actor``, and for a priority out of bounds.
    """
    check_priority(priority)
    if len(examples) > MOST_AT_ONCE:
        raise InvalidInputError(
            "too_many_examples",
            f"Name at most {MOST_AT_ONCE} examples.",
            fields={"examples": "Choose them by a filter instead."},
        )
    own = Example.objects.queued().visible_to(actor).filter(project=project, pk__in=examples)
    if own.count() != len(set(examples)):
        raise InvalidInputError(
            "unknown_example",
            "Some of these examples are not in this project.",
            fields={"examples": "Load the list of examples again."},
        )
    return rank_batch(project=project, examples=own, priority=priority, at=at, actor=actor).changed


@transaction.atomic
def set_priority_by_filter(
    *,
    project: Project,
    priority: int,
    at: datetime,
    actor: User | None,
    state: str = "",
    search: str = "",
    split: str = "",
) -> tuple[int | None, Job | None]:
    """Set the priority of the examples that ``narrow_examples`` finds.

    Returns how many changed if there are up to 1,000, else None and a job that does it. Raises
    ``InvalidInputError`` for a priority out of bounds.
    """
    check_priority(priority)
    published = Example.objects.filter(project=project, is_published=True, purpose=Purpose.MAIN)
    found = narrow_examples(published, project=project, state=state, search=search, split=split)
    keys = list(found.order_by().values_list("pk", flat=True)[: MOST_AT_ONCE + 1])
    if len(keys) <= MOST_AT_ONCE:
        changed = set_priority(
            project=project, examples=keys, priority=priority, at=at, actor=actor
        )
        return changed, None
    parameters = {"priority": priority, "state": state, "search": search, "split": split}
    job = create_job(
        kind=SET_PRIORITIES,
        parameters=parameters,
        project_id=project.pk,
        at=at,
        created_by=actor,
    )
    return None, job


@transaction.atomic
def rank_batch(
    *,
    project: Project,
    examples: "QuerySet[Example]",
    at: datetime,
    actor: User | None,
    after: int = 0,
    size: int = MOST_AT_ONCE,
    priority: int | None = None,
) -> RankedBatch:
    """Rank the next ``size`` of ``examples`` again, those whose key is greater than ``after``.

    With ``priority``, set that first and let everybody's search begin at the first of them.
    """
    project = lock_project(project)
    batch = list(
        examples.filter(pk__gt=after)
        .order_by("pk")
        .only("example_id", "position", "priority", "split", "rank", "project_id")[:size]
    )
    before = {example.pk: (example.priority, example.rank) for example in batch}
    ranking = Ranking.of(project)
    for example in batch:
        if priority is not None:
            example.priority = priority
        example.rank = ranking.rank_of(example)
    changed = [each for each in batch if (each.priority, each.rank) != before[each.pk]]
    write_ranks(changed, fields=("priority", "rank"))
    if priority is not None:
        _pull_back(project, (each.rank for each in changed if each.rank < before[each.pk][1]))
        record_changed_examples(
            at=at,
            actor=actor,
            project_id=project.pk,
            changes={
                each.pk: ({"priority": before[each.pk][0]}, {"priority": each.priority})
                for each in changed
                if each.priority != before[each.pk][0]
            },
        )
    return RankedBatch(batch[-1].pk if batch else None, len(batch), len(changed))


def write_ranks(examples: Sequence[Example], *, fields: Sequence[str]) -> None:
    """Store ``fields`` of examples, the rank among them, and let their slots have it."""
    Example.objects.bulk_update(examples, fields, batch_size=250)
    # Held slots take the new rank when they are given back, so this and people who are submitting
    # don't wait for each other.
    open_slots = Slot.objects.filter(
        example__in=[example.pk for example in examples],
        state__in=[SlotState.FREE, SlotState.WITHHELD],
    )
    rank = Example.objects.filter(pk=OuterRef("example")).values("rank")
    open_slots.update(rank=Subquery(rank))


def _pull_back(project: Project, ranks: Iterable[int]) -> None:
    """Let nobody's search begin behind the first of ``ranks``."""
    first = min(ranks, default=None)
    if first is not None:
        places = QueuePlace.objects.filter(membership__project=project, cursor__gt=first)
        places.update(cursor=first, exhausted_at=None)


@transaction.atomic
def finish_ordering(*, project: Project, order: int) -> None:
    """Let everybody begin at the head of the new order, and note that it is reached."""
    project = lock_project(project)
    start_over(project=project)
    project.order_reached = order
    project.save(update_fields=["order_reached"])
