"""Writing simulated annotations, a batch of examples at once, in a fixed number of queries."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from annotator.collecting.annotations.kinds import answers_of
from annotator.collecting.annotations.models import Annotation, Source
from annotator.collecting.assignments.free_slots import takeable
from annotator.collecting.assignments.models import Assignment, AssignmentState, Slot, SlotState
from annotator.collecting.assignments.overlaps import raise_overlap
from annotator.foundation.names.derived_ids import derive_id
from annotator.material.corpus.models import Example
from annotator.quality.simulation.kinds import Simulation, ToldAnswers, simulation_of
from annotator.quality.simulation.planning import Plan
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Guideline, Project
from annotator.workspace.projects.queries import current_guideline


@dataclass(frozen=True, slots=True)
class _Work:
    """What all annotations of a batch have in common."""

    plan: Plan
    people: Sequence[User]
    guideline: Guideline | None
    simulation: Simulation


@dataclass(frozen=True, slots=True)
class _Written:
    """An annotation to write, with what belongs to it."""

    slot: Slot
    assignment: Assignment
    annotation: Annotation
    checked: Any
    seconds: dict[str, float]


@transaction.atomic
def write_batch(
    *, project: Project, plan: Plan, people: Sequence[User], examples: Sequence[Example]
) -> int:
    """Fill the free slots of ``examples`` as the plan says; how many annotations were written.

    ``people`` are the plan's annotators in order; an example's page is read with it. An example
    that needs fewer annotations than were asked for gets more slots first. What is filled or held
    stays, and nobody annotates an example twice.
    """
    if plan.wish.annotations is not None:
        raise_overlap(
            project=project,
            examples=[example.pk for example in examples],
            to=plan.wish.annotations,
            at=timezone.now(),
            actor=None,
        )
    simulation = simulation_of(project.kind)
    read = simulation.reader(project, plan.world, seed=plan.wish.seed, known=plan.known)
    work = _Work(plan, people, current_guideline(project), simulation)
    open_slots, taken = _slots(examples)
    had = _assigned(examples)
    written: list[_Written] = []
    for example in examples:
        answers = read(example)
        slots = open_slots[example.pk]
        rows = plan.world.rows_of(plan.place_of(example))
        room = min(len(slots), max(0, len(rows) - taken[example.pk]))
        drawn = plan.world.annotations.annotator
        new = [row for row in rows if people[drawn[row]].pk not in had[example.pk]][:room]
        written += [
            _prepare(work, example, answers, slot, row)
            for slot, row in zip(slots, new, strict=False)
        ]
    _store(project, written)
    return len(written)


def _slots(examples: Sequence[Example]) -> tuple[dict[int, list[Slot]], dict[int, int]]:
    """Each example's free slots, locked, in order; and how many others it has."""
    own = Slot.objects.filter(example__in=examples)
    free: dict[int, list[Slot]] = defaultdict(list)
    for slot in takeable(own.filter(state=SlotState.FREE).order_by("example", "number")):
        free[slot.example_id].append(slot)
    total = own.order_by().values("example").annotate(total=Count("pk"))
    taken: dict[int, int] = defaultdict(int)
    for example, number in total.values_list("example", "total"):
        taken[example] = number - len(free[example])
    return free, taken


def _assigned(examples: Sequence[Example]) -> dict[int, set[int]]:
    """The people who were ever given each example."""
    had: dict[int, set[int]] = defaultdict(set)
    assignments = Assignment.objects.filter(example__in=examples)
    for example, annotator in assignments.values_list("example", "annotator"):
        had[example].add(annotator)
    return had


def _prepare(work: _Work, example: Example, answers: ToldAnswers, slot: Slot, row: int) -> _Written:
    plan, drawn = work.plan, work.plan.world.annotations
    annotator = work.people[drawn.annotator[row]]
    seconds = plan.seconds_of(row)
    at = plan.times[row].item().replace(tzinfo=UTC)
    opened = at - timedelta(seconds=sum(seconds.values()))
    checked = answers.answer(row)
    sees_page = work.simulation.sees_page(checked)
    shown = opened + timedelta(seconds=seconds["question"]) if sees_page else None
    assignment = Assignment(
        example=example,
        annotator=annotator,
        project_id=slot.project_id,
        slot=slot,
        state=AssignmentState.SUBMITTED,
        created_at=opened,
        opened_at=opened,
        page_shown_at=shown,
        submitted_at=at,
    )
    annotation = Annotation(
        assignment=assignment,
        example=example,
        annotator=annotator,
        project_id=slot.project_id,
        annotation_id=str(derive_id(plan.wish.seed, example.example_id, annotator.username)),
        created_at=at,
        source=Source.SIMULATED,
        guideline=work.guideline,
    )
    return _Written(slot, assignment, annotation, checked, seconds)


def _store(project: Project, written: Sequence[_Written]) -> None:
    Slot.objects.filter(pk__in=[each.slot.pk for each in written]).update(
        state=SlotState.FILLED, returned=False
    )
    Assignment.objects.bulk_create([each.assignment for each in written], batch_size=500)
    Annotation.objects.bulk_create([each.annotation for each in written], batch_size=500)
    answers = answers_of(project.kind)
    rows = [
        answers.new_row(
            annotation=each.annotation,
            checked=each.checked,
            project=project,
            active_seconds=each.seconds,
        )
        for each in written
    ]
    answers.MODEL._default_manager.bulk_create(rows, batch_size=250)
    for each in written:
        answers.store_beside(each.annotation, each.checked)
