"""Rendering imported pages in the order in which annotators will see them.

The first pages are rendered before the import is published, the others by a job that keeps ahead
of the annotators. If somebody opens a page before its turn all the same, it is rendered on the spot
(``refresh_rendering``).
"""

import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import islice

from django.conf import settings
from django.db import transaction

from annotator.material.corpus.markup.rendering import RENDERING_VERSION
from annotator.material.corpus.models import Example, PageContent
from annotator.material.corpus.page_rendering import Unrendered, packed_rendering
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.process_pool import ProcessDiedError, ProcessPool
from annotator.workspace.jobs.services import create_job
from annotator.workspace.projects.models import Membership, Role

RENDER_PAGES = "render_pages"
ROUND = 200
"""So many pages are rendered before the queue is read again, which a lead may have reordered."""
PAGES_FOR_A_POOL = 8
PAGES_OF_AN_ANNOTATOR = 2
"""The page that an annotator works on, and the page that is reserved meanwhile."""

_Rendered = Iterator[tuple[Unrendered, bytes]]
_Renderer = Callable[[Iterable[Unrendered]], _Rendered]


def start_rendering(*, project_id: int, import_job: uuid.UUID | str, at: datetime) -> Job:
    """Queue the job for an import's pages. It is upkeep: no project's list shows it."""
    return create_job(
        kind=RENDER_PAGES,
        parameters={"project": project_id, "import": str(import_job)},
        at=at,
        created_by=None,
    )


def render_first_pages(
    *, project_id: int, import_job: uuid.UUID | str, stay_alive: Callable[[], None]
) -> None:
    """Render what annotators can ask for at once when the import is published.

    ``stay_alive`` is called at least every few seconds. Raises ``JobFailedError``.
    """
    annotators = Membership.objects.filter(
        project=project_id, role=Role.ANNOTATOR, is_active=True
    ).count()
    first = max(settings.EXAMPLES_AT_ONCE, PAGES_OF_AN_ANNOTATOR * annotators)
    pages = _pages_in_turn(project_id, import_job)[:first]
    is_alone = settings.IMPORT_PROCESSES == 1 or len(pages) < PAGES_FOR_A_POOL
    with _renderer(is_alone=is_alone, stay_alive=stay_alive) as render:
        for batch in _batches(pages, render):
            _store(batch)
            stay_alive()


def render_pages(context: JobContext) -> str:
    """Render the pages of an import that have no rendering yet; the closing sentence.

    A run that was interrupted begins again, and passes over those that have one.
    """
    where = (context.parameters["project"], context.parameters["import"])
    left = _pages_in_turn(*where)
    total = len(left)
    context.save(total=total, message="Rendering pages")
    done: set[int] = set()
    is_alone = total < PAGES_FOR_A_POOL
    with _renderer(is_alone=is_alone, stay_alive=context.save) as render:
        while left:
            turn = left[:ROUND]
            for batch in _batches(turn, render):
                with transaction.atomic():
                    _store(batch)
                    passed = turn.index(batch[-1][0].page) + 1
                    context.save(kept=len(done) + passed, further=True)
                context.let_worker_end()
            done.update(turn)
            left = [page for page in _pages_in_turn(*where) if page not in done]
    context.save(done=total)
    return f"Rendered {total:,} page{'' if total == 1 else 's'}."


def _pages_in_turn(project_id: int, import_job: uuid.UUID | str) -> list[int]:
    """The import's pages, each once, as the queue comes to them."""
    examples = Example.objects.filter(project=project_id, import_job=import_job, page__isnull=False)
    return list(dict.fromkeys(examples.order_by("rank", "pk").values_list("page_id", flat=True)))


@contextmanager
def _renderer(*, is_alone: bool, stay_alive: Callable[[], None]) -> Iterator[_Renderer]:
    """What renders pages in their order: processes of low priority, or this one alone."""
    if is_alone:
        yield lambda contents: ((each, packed_rendering(each)) for each in contents)
        return
    try:
        with ProcessPool(
            packed_rendering,
            processes=settings.IMPORT_PROCESSES,
            silence_seconds=settings.JOB_SILENCE_SECONDS,
        ) as pool:
            yield lambda contents: pool.map(contents, while_waiting=stay_alive)
    except ProcessDiedError as error:
        raise JobFailedError(
            "Stopped: one page crashes or blocks every process that renders it."
        ) from error


def _batches(pages: Sequence[int], render: _Renderer) -> Iterator[list[tuple[Unrendered, bytes]]]:
    """The renderings of those that have none."""
    rendered = render(_unrendered(pages))
    while batch := list(islice(rendered, settings.EXAMPLES_AT_ONCE)):
        yield batch


def _store(batch: Sequence[tuple[Unrendered, bytes]]) -> None:
    for content, rendering in batch:
        PageContent.objects.filter(pk=content.page).update(
            rendering=rendering, rendering_version=RENDERING_VERSION
        )


def _unrendered(pages: Sequence[int]) -> Iterator[Unrendered]:
    """The pages that nobody has opened yet, in this order."""
    for first in range(0, len(pages), settings.EXAMPLES_AT_ONCE):
        some = pages[first : first + settings.EXAMPLES_AT_ONCE]
        found = PageContent.objects.filter(pk__in=some).exclude(rendering_version=RENDERING_VERSION)
        columns = found.values_list("pk", "page__title", "html", "tokens", "candidates")
        contents = {
            pk: Unrendered(pk, title, bytes(html), bytes(tokens), bytes(candidates))
            for pk, title, html, tokens, candidates in columns
        }
        yield from (contents[page] for page in some if page in contents)
