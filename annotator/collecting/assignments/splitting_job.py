"""The job that gives a project's examples the splits of its draw."""

from itertools import islice

from django.db import transaction

from annotator.collecting.assignments.overlaps import Change, examples_under, resize_batch
from annotator.collecting.assignments.slots import start_over
from annotator.collecting.assignments.splitting import planned_splits, split_batch
from annotator.material.corpus.models import Example
from annotator.material.corpus.split_draws import draw_of, record_splits
from annotator.material.corpus.split_rule import NO_SPLIT
from annotator.workspace.jobs.context import JobContext
from annotator.workspace.projects.job_project import project_of
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project, Split

_KEYS_AT_ONCE = 5000


def run_draw(context: JobContext) -> str:
    """Put the part of each question on record, then give the examples theirs; the closing
    sentence.
    """
    project = project_of(context.job)
    if "after" not in context.checkpoint:
        _record_plan(context, project)
    _give_splits(context, project)
    _give_overlaps(context, project)
    with transaction.atomic():
        start_over(project=lock_project(project))
    done = context.job.done
    return f"Drew {done:,} example{'' if done == 1 else 's'}."


def _record_plan(context: JobContext, project: Project) -> None:
    """What was recorded before a kill stays, and is the same."""
    free = Example.objects.filter(project=project, split=NO_SPLIT).count()
    context.save(total=free, message="Comparing questions")
    rows = iter(planned_splits(project).items())
    while chunk := dict(islice(rows, _KEYS_AT_ONCE)):
        with transaction.atomic():
            record_splits(project, chunk)
            context.save()
        context.let_worker_end()
    context.save(checkpoint={"after": 0}, message="Giving the examples their splits", further=True)


def _give_splits(context: JobContext, project: Project) -> None:
    done = context.job.done
    while True:
        with transaction.atomic():
            batch = split_batch(project=project, after=context.checkpoint["after"])
            if batch.last is None:
                return
            done += batch.examples
            context.save(kept=done, checkpoint={"after": batch.last})
        context.let_worker_end()


def _give_overlaps(context: JobContext, project: Project) -> None:
    """Give drawn examples their split's own number of annotations."""
    draw = draw_of(project)
    names = [part["name"] for part in draw.parts] if draw else []
    own = Split.objects.filter(project=project, name__in=names, overlap__isnull=False)
    for split, overlap in own.order_by("name").values_list("name", "overlap"):
        change = Change(split, None, project.overlap, overlap or project.overlap)
        reached = 0
        while True:
            with transaction.atomic():
                batch = resize_batch(
                    project=project,
                    examples=examples_under(project, split),
                    change=change,
                    after=reached,
                )
                context.save()
            if batch.last is None:
                break
            reached = batch.last
