"""How many annotations examples need: for a project, for one of its splits, for chosen examples.

A slot that is in use is never removed. Where many slots change it is a job, in batches, while
annotators go on working; the number holds for new examples at once.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Count, F, QuerySet, Sum

from annotator.collecting.assignments.free_slots import takeable
from annotator.collecting.assignments.models import Slot, SlotState
from annotator.collecting.assignments.ordering import MOST_AT_ONCE
from annotator.collecting.assignments.slots import make_slots, start_over
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.foundation.names.naming import describe_flaw
from annotator.material.corpus.models import QUEUED, Example, Purpose
from annotator.material.corpus.split_names import flaw_of_set_splits
from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_changed_examples
from annotator.workspace.jobs.models import ENDED, Job
from annotator.workspace.jobs.services import create_job
from annotator.workspace.projects.changing import changing
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project, Split
from annotator.workspace.projects.queries import overlap_of

CHANGE_OVERLAP = "change_overlap"

LARGEST_OVERLAP = 1000


@dataclass(frozen=True, slots=True)
class Change:
    """A change of the number of annotations. ``split`` is None for all examples whose split has no
    number of its own; ``stored_before`` is the split's own number before, if it had one.
    """

    split: str | None
    stored_before: int | None
    before: int
    overlap: int


@dataclass(frozen=True, slots=True)
class ResizedBatch:
    """The result of a batch: the last example's key (None: there were none left), how many."""

    last: int | None
    examples: int


def change_overlap(
    *, project: Project, overlap: int, at: datetime, actor: User | None, queue: bool = True
) -> tuple[Project, Job | None]:
    """Set how many annotations each example needs, but for splits that have their own number.

    The project, and the job that adds or removes slots where they are many; without ``queue`` it
    is for the caller to run. Raises ``ConflictError`` when examples have more slots in use than
    ``overlap``, or an earlier change is under way.
    """
    _check_number(overlap)
    with changing(project, at=at, actor=actor) as change:
        project, before = change.project, change.project.overlap
        _refuse_under_way(project, None)
        project.overlap = overlap
        project.save(update_fields=["overlap"])
        job = _resize(project, Change(None, before, before, overlap), at, actor, queue=queue)
        details = {"before": {"overlap": before}, "after": {"overlap": overlap}}
        change.record("changed", "project", project.pk, **details)
    return project, job


def change_split_overlap(
    *, project: Project, split: str, overlap: int | None, at: datetime, actor: User | None
) -> tuple[Project, Job | None]:
    """Set how many annotations each example of a split needs; None: as many as the project's.

    The split may have no examples yet. Raises ``InvalidInputError`` for a name that the project
    spells in another way. Otherwise as ``change_overlap``.
    """
    if overlap is not None:
        _check_number(overlap)
    if not split or len(split) > Split._meta.get_field("name").max_length:  # type: ignore[operator]
        raise InvalidInputError(
            "unknown_split",
            "Name a split. Examples without a split use the project's number.",
            fields={"overlaps": "Give names of up to 20 letters."},
        )
    if flaw := describe_flaw(split):
        raise InvalidInputError("unknown_split", flaw, fields={"overlaps": flaw})
    with changing(project, at=at, actor=actor) as change:
        project = change.project
        _refuse_under_way(project, split)
        if flaw := flaw_of_set_splits(project, [split]):
            raise InvalidInputError("misspelt_split", flaw, fields={"overlaps": flaw})
        before = overlap_of(project, split)
        stored_before = _write_split(project, split, overlap)
        if stored_before == overlap:
            return project, None
        wanted = Change(split, stored_before, before, overlap_of(project, split))
        job = _resize(project, wanted, at, actor, queue=True)
        details = {"before": {"overlap": stored_before}, "after": {"overlap": overlap}}
        change.record("changed", "project", project.pk, split=split, **details)
    return project, job


@transaction.atomic
def raise_overlap(
    *,
    project: Project,
    examples: Sequence[int],
    to: int,
    at: datetime,
    actor: User | None,
    reason: str = "",
    is_adaptive: bool = False,
) -> int:
    """Raise the annotations of up to 1,000 examples, by their keys, to ``to``; how many needed
    fewer.

    The others stay as they are. ``reason`` is kept in their history. Where adaptive overlap asks
    (``is_adaptive``), how many they were to have first is kept too. Raises ``InvalidInputError``
    for more examples at once, for one that the project doesn't have, and for a number out of
    bounds.
    """
    _check_number(to)
    project = lock_project(project)
    keys = set(examples)
    own = Example.objects.filter(
        project=project, is_published=True, purpose=Purpose.MAIN, pk__in=keys
    )
    if len(keys) > MOST_AT_ONCE or own.count() != len(keys):
        raise InvalidInputError(
            "unknown_example",
            f"Name up to {MOST_AT_ONCE:,} examples of this project.",
            fields={"examples": "Load the list of examples again."},
        )
    before = dict(own.filter(overlap__lt=to).values_list("pk", "overlap"))
    if is_adaptive:
        own.filter(overlap__lt=to, first_overlap=None).update(first_overlap=F("overlap"))
    else:
        _plan_more(own, to)
    resize_batch(project=project, examples=own, change=Change(None, None, 0, to))
    start_over(project=project)
    record_changed_examples(
        at=at,
        actor=actor,
        project_id=project.pk,
        changes={key: ({"overlap": number}, {"overlap": to}) for key, number in before.items()},
        reason=reason,
    )
    return len(before)


def overlap_jobs(project: Project) -> list[Job]:
    """The jobs that are adding or removing slots, or wait to do it, the latest first."""
    jobs = Job.objects.filter(project_id=project.pk, kind=CHANGE_OVERLAP).exclude(state__in=ENDED)
    return list(jobs.order_by("-created_at"))


def examples_under(project: Project, split: str | None) -> "QuerySet[Example]":
    """The examples of a split; for None, those whose split has no number of its own."""
    examples = Example.objects.filter(project=project)
    if split is not None:
        return examples.filter(split=split)
    own = project.splits.filter(overlap__isnull=False).values("name")
    return examples.exclude(split__in=own)


@transaction.atomic
def resize_batch(
    *, project: Project, examples: "QuerySet[Example]", change: Change, after: int = 0
) -> ResizedBatch:
    """Give the next 1,000 of ``examples``, whose key is greater than ``after``, their slots.

    A larger number only adds slots: examples that were given more keep them. A smaller number
    removes free slots, and those in use stay.
    """
    lock_project(project)
    others = _to_change(examples, change).filter(pk__gt=after).order_by("pk")
    batch = list(others.select_for_update(no_key=True, of=("self",))[:MOST_AT_ONCE])
    if change.overlap < change.before:
        _remove_slots(batch, change.overlap)
    else:
        _add_slots(batch, change.overlap)
    Example.objects.bulk_update(batch, ["overlap"], batch_size=250)
    return ResizedBatch(batch[-1].pk if batch else None, len(batch))


@transaction.atomic
def finish_resizing(*, project: Project) -> None:
    """Let everybody's search begin at the head again: slots have come behind them."""
    start_over(project=lock_project(project))


@transaction.atomic
def stop_resizing(*, project: Project, change: Change) -> None:
    """Put the number back that was asked for before; slots that were changed stay changed."""
    project = lock_project(project)
    if change.split is not None:
        _write_split(project, change.split, change.stored_before)
    else:
        project.overlap = change.before
        project.save(update_fields=["overlap"])
    start_over(project=project)


def _check_number(overlap: int) -> None:
    if not 1 <= overlap <= LARGEST_OVERLAP:
        raise InvalidInputError(
            "invalid_overlap",
            f"{overlap} is not a number of annotations.",
            fields={"overlap": f"Give a whole number from 1 to {LARGEST_OVERLAP:,}."},
        )


def _refuse_under_way(project: Project, split: str | None) -> None:
    """Refuse what would meet the examples of a change that is under way."""
    under_way = {job.parameters["split"] for job in overlap_jobs(project)}
    if under_way and (split is None or under_way & {split, None}):
        raise ConflictError(
            "overlap_changing",
            "An earlier change of the annotations per example is still under way.",
            fields={"overlap": "Wait until its job has ended, or stop it."},
        )


def _write_split(project: Project, name: str, overlap: int | None) -> int | None:
    """Store a split's own number; the one before. A row that says nothing is removed."""
    split = project.splits.filter(name=name).first() or Split(project=project, name=name)
    before, split.overlap = split.overlap, overlap
    if overlap is None and split.turn is None:
        if split.pk:
            split.delete()
    else:
        split.save()
    return before


def _resize(
    project: Project, change: Change, at: datetime, actor: User | None, *, queue: bool
) -> Job | None:
    examples = examples_under(project, change.split)
    if change.overlap < change.before:
        _refuse_used(examples, change.overlap)
    _plan_more(examples, change.overlap)
    to_change = _to_change(examples, change)
    slots = to_change.aggregate(slots=Sum(F("overlap") - change.overlap))["slots"] or 0
    if abs(slots) > settings.SLOTS_AT_ONCE:
        return create_job(
            kind=CHANGE_OVERLAP,
            parameters=asdict(change),
            project_id=project.pk,
            at=at,
            created_by=actor,
            queue=queue,
        )
    reached = 0
    while True:
        batch = resize_batch(project=project, examples=examples, change=change, after=reached)
        if batch.last is None:
            break
        reached = batch.last
    start_over(project=project)
    return None


def _plan_more(examples: "QuerySet[Example]", overlap: int) -> None:
    """Count as first annotations those up to ``overlap`` that adaptive overlap had asked for."""
    examples.filter(first_overlap__lt=overlap).update(first_overlap=overlap)


def _to_change(examples: "QuerySet[Example]", change: Change) -> "QuerySet[Example]":
    if change.overlap < change.before:
        return examples.filter(overlap__gt=change.overlap)
    return examples.filter(overlap__lt=change.overlap)


def _refuse_used(examples: "QuerySet[Example]", overlap: int) -> None:
    used = (
        Slot.objects.filter(example__in=examples, state__in=[SlotState.HELD, SlotState.FILLED])
        .values("example")
        .annotate(used=Count("pk"))
        .filter(used__gt=overlap)
    )
    # How many would tell everybody how far a hidden split is.
    if used.exists():
        raise ConflictError(
            "overlap_too_small",
            f"Some examples have more annotations started or done than {overlap} already.",
            fields={"overlap": "Choose a larger number."},
        )


def _remove_slots(batch: Iterable[Example], overlap: int) -> None:
    examples = {example.pk: example for example in batch}
    unused = Slot.objects.filter(
        example__in=examples, state__in=[SlotState.FREE, SlotState.WITHHELD]
    )
    # Locked before they are counted: a slot that somebody is just taking is one in use.
    removable = defaultdict(list)
    for key, example in takeable(unused.order_by("-number")).values_list("pk", "example"):
        removable[example].append(key)
    gone: list[int] = []
    for key, total in _counts(examples):
        surplus = removable[key][: max(0, total - overlap)]
        examples[key].overlap = total - len(surplus)
        gone += surplus
    Slot.objects.filter(pk__in=gone).delete()


def _add_slots(batch: Iterable[Example], overlap: int) -> None:
    examples = {example.pk: example for example in batch}
    numbers = defaultdict(set)
    for key, number in Slot.objects.filter(example__in=examples).values_list("example", "number"):
        numbers[key].add(number)
    slots: list[Slot] = []
    for key, example in examples.items():
        missing = max(0, overlap - len(numbers[key]))
        # Between the others there are gaps where slots were removed.
        open_numbers = [n for n in range(overlap + missing) if n not in numbers[key]][:missing]
        is_queued = example.is_published and example.purpose in QUEUED
        state = SlotState.FREE if is_queued else SlotState.WITHHELD
        slots += make_slots(example, open_numbers, state)
        example.overlap = len(numbers[key]) + missing
    Slot.objects.bulk_create(slots, batch_size=500)


def _counts(examples: Iterable[int]) -> "Iterable[tuple[int, int]]":
    slots = Slot.objects.filter(example__in=list(examples)).values("example")
    return slots.annotate(total=Count("pk")).values_list("example", "total")
