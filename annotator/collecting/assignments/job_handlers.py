"""The jobs that put a queue in order, and that give its examples more slots or fewer."""

from collections.abc import Callable
from typing import Protocol

from django.db import transaction

from annotator.collecting.assignments.ordering import (
    ORDER_QUEUE,
    SET_PRIORITIES,
    finish_ordering,
    rank_batch,
)
from annotator.collecting.assignments.overlaps import (
    CHANGE_OVERLAP,
    Change,
    examples_under,
    finish_resizing,
    resize_batch,
    stop_resizing,
)
from annotator.collecting.assignments.queries import narrow_examples
from annotator.collecting.assignments.slots import start_over
from annotator.collecting.assignments.splitting import DRAW_SPLITS
from annotator.collecting.assignments.splitting_job import run_draw
from annotator.material.corpus.models import Example, Purpose
from annotator.workspace.jobs.context import JobContext
from annotator.workspace.jobs.registry import register
from annotator.workspace.projects.job_project import project_of
from annotator.workspace.projects.models import Project


class Batch(Protocol):
    """The result of a batch: the last example's key (None: there were none left), how many."""

    @property
    def last(self) -> int | None: ...

    @property
    def examples(self) -> int: ...


def _in_batches(context: JobContext, change: Callable[[int], Batch]) -> int:
    """Change all examples from the checkpoint on; how many were changed in all.

    ``change`` takes those after a key, in a transaction with the checkpoint that it leads to.
    """
    done = context.job.done
    while True:
        with transaction.atomic():
            batch = change(context.checkpoint.get("after", 0))
            if batch.last is None:
                return done
            done += batch.examples
            context.save(kept=done, checkpoint={"after": batch.last})
        context.let_worker_end()


class _OvertakenError(Exception):
    """Another order was asked for meanwhile."""


def order_queue(context: JobContext) -> str:
    """Rank all examples by the order that the project asks for now; the closing sentence."""
    order: int = context.parameters["order"]
    everything = Example.objects.filter(project=context.job.project_id)
    project = project_of(context.job)
    if not context.checkpoint:
        context.save(total=everything.count(), message="Putting the queue in order")

    def rank(after: int) -> Batch:
        project.refresh_from_db()
        if project.order_wanted != order:
            raise _OvertakenError
        return rank_batch(
            project=project,
            examples=everything,
            after=after,
            at=context.job.created_at,
            actor=context.job.created_by,
        )

    try:
        done = _in_batches(context, rank)
    except _OvertakenError:
        return "A later change of the order replaced this one."
    finish_ordering(project=project, order=order)
    return f"Put {_count(done)} in order."


def set_priorities(context: JobContext) -> str:
    """Set the priority of all examples that a filter finds; the closing sentence.

    Parameters of the job: ``priority``; ``state``, ``search`` and ``split`` as in
    ``narrow_examples``.
    """
    parameters = context.parameters
    project = project_of(context.job)
    found = narrow_examples(
        Example.objects.filter(project=project, is_published=True, purpose=Purpose.MAIN),
        project=project,
        state=parameters["state"],
        search=parameters["search"],
        split=parameters["split"],
    )
    if not context.checkpoint:
        context.save(total=found.count(), message="Setting priorities")
    done = _in_batches(
        context,
        lambda after: rank_batch(
            project=project,
            examples=found,
            after=after,
            priority=parameters["priority"],
            at=context.job.created_at,
            actor=context.job.created_by,
        ),
    )
    return f"{_count(done)} {'has' if done == 1 else 'have'} priority {parameters['priority']} now."


def change_overlap(context: JobContext) -> str:
    """Give all examples of a project or split their slots; the closing sentence."""
    change = Change(**context.parameters)
    project = project_of(context.job)
    examples = examples_under(project, change.split)
    if not context.checkpoint:
        context.save(total=examples.count(), message="Changing the annotations per example")
    done = _in_batches(
        context,
        lambda after: resize_batch(project=project, examples=examples, change=change, after=after),
    )
    finish_resizing(project=project)
    kept = examples.filter(overlap__gt=change.overlap).count()
    more = (
        f" {_count(kept)} kept more, because those annotations are submitted or under way."
        if kept
        else ""
    )
    return f"{_count(done)} changed to {change.overlap} each.{more}"


def stop_changing_overlap(context: JobContext) -> None:
    """Restore the number as it was before a change that stopped half-way."""
    project = Project.objects.filter(pk=context.job.project_id or 0).first()
    if project:
        stop_resizing(project=project, change=Change(**context.parameters))


def stop_ordering(context: JobContext) -> None:
    """Let everybody begin at the head of a queue that is half in one order, half in another."""
    project = Project.objects.filter(pk=context.job.project_id or 0).first()
    if project:
        start_over(project=project)


def _count(number: int) -> str:
    return f"{number:,} example{'' if number == 1 else 's'}"


STOPPED = "Stopped half-way. What was done so far stays; start it again to go on."

register(ORDER_QUEUE, order_queue, stop_ordering, cancelled=STOPPED)
register(SET_PRIORITIES, set_priorities, cancelled=STOPPED)
register(
    CHANGE_OVERLAP,
    change_overlap,
    stop_changing_overlap,
    cancelled="Stopped half-way. Slots that were changed stay; set the number again to go on.",
)
register(DRAW_SPLITS, run_draw, cancelled=STOPPED)
