"""The job that renders imported pages, in the order in which annotators will see them.

If somebody opens a page before its turn, it is rendered on the spot (``refresh_rendering``), so the
job only saves waiting.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice

from django.conf import settings
from django.db import transaction

from annotator.corpus.markup.rendering import RENDERING_VERSION
from annotator.corpus.models import Example, PageContent
from annotator.corpus.page_rendering import Unrendered, packed_rendering
from annotator.jobs.context import JobContext, JobFailedError
from annotator.jobs.models import Job
from annotator.jobs.process_pool import ProcessDiedError, ProcessPool
from annotator.jobs.services import create_job

RENDER_PAGES = "render_pages"
BATCH = 20
PAGES_FOR_A_POOL = 8


def start_rendering(*, project_id: int, import_job: object, at: datetime) -> Job:
    """Queue the job for an import's pages. It is upkeep: no project's list shows it."""
    return create_job(
        kind=RENDER_PAGES,
        parameters={"project": project_id, "import": str(import_job)},
        at=at,
        created_by=None,
    )


def render_pages(context: JobContext) -> str:
    """Render the pages of an import that have no rendering yet; the closing sentence."""
    pages = _pages_in_turn(context)
    done = context.checkpoint.get("done", 0)
    if not context.checkpoint:
        context.save(total=len(pages), message="Rendering pages")
    try:
        if settings.IMPORT_PROCESSES > 1 and len(pages) - done >= PAGES_FOR_A_POOL:
            with ProcessPool(packed_rendering, processes=settings.IMPORT_PROCESSES) as pool:
                _render(context, pages, pool)
        else:
            _render(context, pages, None)
    except ProcessDiedError as error:
        raise JobFailedError("Stopped: a page crashes each process that renders it.") from error
    return f"Rendered {len(pages):,} page{'' if len(pages) == 1 else 's'}."


def _pages_in_turn(context: JobContext) -> list[int]:
    """The import's pages, each once, as the queue comes to them."""
    examples = Example.objects.filter(
        project=context.parameters["project"],
        import_job=context.parameters["import"],
        page__isnull=False,
    )
    return list(dict.fromkeys(examples.order_by("rank", "pk").values_list("page_id", flat=True)))


def _render(
    context: JobContext, pages: Sequence[int], pool: ProcessPool[Unrendered, bytes] | None
) -> None:
    """Render those after the checkpoint, and store them a batch at a time."""
    done = context.checkpoint.get("done", 0)
    rendered: Iterator[tuple[Unrendered, bytes]]
    if pool is None:
        rendered = ((each, packed_rendering(each)) for each in _unrendered(pages[done:]))
    else:
        rendered = pool.map(_unrendered(pages[done:]), while_waiting=context.save)
    while batch := list(islice(rendered, BATCH)):
        with transaction.atomic():
            for content, rendering in batch:
                PageContent.objects.filter(pk=content.page).update(
                    rendering=rendering, rendering_version=RENDERING_VERSION
                )
            done = pages.index(batch[-1][0].page, done) + 1
            context.save(done=done, checkpoint={"done": done})
        context.let_worker_end()
    context.save(done=len(pages), total=len(pages))


def _unrendered(pages: Sequence[int]) -> Iterator[Unrendered]:
    """The pages that nobody has opened yet, in this order."""
    for first in range(0, len(pages), BATCH):
        some = pages[first : first + BATCH]
        found = PageContent.objects.filter(pk__in=some).exclude(rendering_version=RENDERING_VERSION)
        columns = found.values_list("pk", "page__title", "html", "tokens", "candidates")
        contents = {
            pk: Unrendered(pk, title, bytes(html), bytes(tokens), bytes(candidates))
            for pk, title, html, tokens, candidates in columns
        }
        yield from (contents[page] for page in some if page in contents)
