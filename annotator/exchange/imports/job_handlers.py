"""The kinds of jobs that imports are, and those that undo one or bring it back."""

from collections.abc import Callable, Iterator

from django.db import transaction

from annotator.collecting.assignments.taking_out import put_back, take_out
from annotator.exchange.imports.ambiguous_questions import import_ambigqa, import_asqa
from annotator.exchange.imports.importer import discard_import, is_published
from annotator.exchange.imports.natural_questions import import_natural_questions
from annotator.exchange.imports.pages import import_pages
from annotator.exchange.imports.undoing import (
    REASON,
    REDO,
    UNDO,
    batches_to_put_back,
    batches_to_take_out,
)
from annotator.workspace.jobs.context import JobContext
from annotator.workspace.jobs.registry import register
from annotator.workspace.projects.job_project import project_of
from annotator.workspace.projects.models import Project


def take_import_out(context: JobContext) -> str:
    """Take the examples of an import out; the closing sentence."""

    def change(project: Project, batch: list[int]) -> int:
        job = context.job
        return take_out(
            project=project, examples=batch, at=job.created_at, actor=job.created_by, reason=REASON
        )

    number = _in_batches(context, batches_to_take_out, change)
    return f"Took {number:,} questions out. Nobody gets them, and exports leave them out."


def put_import_back(context: JobContext) -> str:
    """Put the examples back that undoing an import took out; the closing sentence."""

    def change(project: Project, batch: list[int]) -> int:
        job = context.job
        return put_back(project=project, examples=batch, at=job.created_at, actor=job.created_by)

    return f"Put {_in_batches(context, batches_to_put_back, change):,} questions back."


def _in_batches(
    context: JobContext,
    batches: Callable[[str, Project], Iterator[list[int]]],
    change: Callable[[Project, list[int]], int],
) -> int:
    """Change batch after batch; how many examples. What a killed run changed is not found again."""
    project = project_of(context.job)
    done = context.job.done
    for batch in batches(context.parameters["import"], project):
        context.let_worker_end()
        with transaction.atomic():
            done += change(project, batch)
            context.save(kept=done, message=f"{done:,} questions")
    return done


register("import_nq", import_natural_questions, discard_import, is_past_undoing=is_published)
register("import_pages", import_pages, discard_import, is_past_undoing=is_published)
register("import_ambigqa", import_ambigqa, discard_import, is_past_undoing=is_published)
register("import_asqa", import_asqa, discard_import, is_past_undoing=is_published)
register(UNDO, take_import_out, cancelled="Stopped half-way. Bring the import back to undo this.")
register(REDO, put_import_back, cancelled="Stopped half-way. Undo the import, or go on, again.")
