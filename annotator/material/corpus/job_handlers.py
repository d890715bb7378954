"""The jobs that find context passages, and that render pages."""

from django.conf import settings
from django.db import transaction

from annotator.material.corpus.context_passages import (
    FIND_CONTEXT_PASSAGES,
    PageReader,
    examples_to_search,
    find_passages_of,
    store_passages,
)
from annotator.material.corpus.context_share import context_share
from annotator.material.corpus.rendering_job import RENDER_PAGES, render_pages
from annotator.workspace.jobs.context import JobContext
from annotator.workspace.jobs.registry import register
from annotator.workspace.projects.job_project import project_of


def find_context_passages(context: JobContext) -> str:
    """Find the context passages of all of a project's examples again; the closing sentence.

    The search is outside the transaction, which holds only a batch's rows.
    """
    project = project_of(context.job)
    examples = examples_to_search(project)
    reader = PageReader()
    done = context.job.done
    if not context.checkpoint:
        context.save(total=examples.count(), message="Looking for context passages")
    while batch := list(
        examples.filter(pk__gt=context.checkpoint.get("after", 0))[: settings.EXAMPLES_AT_ONCE]
    ):
        found = [passage for each in batch for passage in find_passages_of(each, reader=reader)]
        with transaction.atomic():
            store_passages(examples=batch, found=found)
            done += len(batch)
            context.save(kept=done, checkpoint={"after": batch[-1].pk})
        context.let_worker_end()
    project.refresh_from_db()
    counts = context_share(project, threshold=project.context_threshold)
    return (
        f"Found a passage for {counts.found:,} of {counts.disambiguations:,} disambiguations; "
        f"{counts.above:,} exceed the threshold of {project.context_threshold:g}."
    )


register(
    FIND_CONTEXT_PASSAGES,
    find_context_passages,
    cancelled="Stopped half-way. What was found so far stays; start it again to find the rest.",
)
register(RENDER_PAGES, render_pages, cancelled="Stopped. Pages are rendered as they are opened.")
