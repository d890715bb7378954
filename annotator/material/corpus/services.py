"""Writing pages and examples."""

import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import connection, transaction
from django.db.models import Max

from annotator.foundation.database.notes import Notes
from annotator.material.corpus.markup.rendering import RENDERING_VERSION
from annotator.material.corpus.models import (
    Example,
    Page,
    PageContent,
    PageSource,
    Question,
    VisitedPage,
)
from annotator.material.corpus.packed_page import PackedPage
from annotator.material.corpus.page_rendering import Unrendered, packed_rendering
from annotator.material.corpus.ranking import Ranking
from annotator.material.corpus.splits import purpose_of_split
from annotator.workspace.projects.models import Project

NOT_RENDERED = 0
"""The ``rendering_version`` of a page that has none yet."""

_DISCARDED_AT_ONCE = 200


@transaction.atomic
def store_pages(
    *, packed: Sequence[PackedPage], again: Mapping[str, Callable[[], PackedPage]] = {}
) -> dict[str, Page]:
    """Pages by fingerprint: the stored ones, and the others written, not rendered yet.

    For each page without content, ``again`` packs it with its content, if it should be gone.
    """
    wanted = {page.fingerprint: page for page in packed}
    stored = _hold_pages(wanted)
    # What somebody else wrote just now may be gone again before it is held.
    while fresh := wanted.keys() - stored.keys():
        for key in fresh:
            wanted[key] = wanted[key] if wanted[key].has_content else again[key]()
        stored |= _write_pages([wanted[key] for key in sorted(fresh)])
    _write_sources(wanted.values(), stored)
    return stored


def _write_pages(packed: Sequence[PackedPage]) -> dict[str, Page]:
    """Write pages in this order, which is one for everybody: imports that bring the same pages wait
    for each other, and go on.
    """
    columns = ("sha256", "title", "url", "byte_count", "token_count", "candidate_count")
    Page.objects.bulk_create(
        [
            Page(fingerprint=each.fingerprint, **{name: getattr(each, name) for name in columns})
            for each in packed
        ],
        ignore_conflicts=True,
    )
    written = _hold_pages(each.fingerprint for each in packed)
    PageContent.objects.bulk_create(
        [
            PageContent(
                page=written[each.fingerprint],
                html=each.html,
                tokens=each.tokens,
                candidates=each.candidates,
                rendering=b"",
                rendering_version=NOT_RENDERED,
            )
            for each in packed
            if each.fingerprint in written
        ],
        ignore_conflicts=True,
    )
    return written


def _write_sources(packed: Iterable[PackedPage], stored: Mapping[str, Page]) -> None:
    """Keep the sources of pages that have none yet."""
    brought = {stored[each.fingerprint].pk: each.source for each in packed if each.source}
    if not brought:
        return
    known = set(PageSource.objects.filter(pk__in=brought).values_list("pk", flat=True))
    PageSource.objects.bulk_create(
        [
            PageSource(
                pk=page,
                sha256=source.sha256,
                byte_count=source.byte_count,
                html=source.html,
                revision=source.origin.revision,
                revised_at=source.origin.timestamp,
                licence=source.origin.licence,
            )
            for page, source in brought.items()
            if page not in known
        ],
        ignore_conflicts=True,
    )


def _hold_pages(fingerprints: Iterable[str]) -> dict[str, Page]:
    """Stored pages by fingerprint; none of them is deleted before this transaction has ended."""
    wanted = list(fingerprints)
    if not wanted:
        return {}
    found = Page.objects.filter(fingerprint__in=wanted)
    if connection.vendor == "postgresql":
        # The lock of a foreign key, taken early; others may hold it on the same pages too.
        query, parameters = found.query.sql_with_params()
        return {
            page.fingerprint: page
            for page in Page.objects.raw(f"{query} FOR KEY SHARE", parameters)
        }
    return {page.fingerprint: page for page in found}


def next_position(project: Project) -> int:
    """The position after the project's last example."""
    return (project.examples.aggregate(Max("position"))["position__max"] or 0) + 1


@dataclass(frozen=True, slots=True)
class NewExample:
    """What is to become an example; without an ``overlap`` it has the project's."""

    example_id: int
    question_text: str
    position: int
    question_tokens: Sequence[str] | None = None
    page: Page | None = None
    split: str = ""
    overlap: int | None = None


@transaction.atomic
def create_examples(
    *,
    project: Project,
    new: Sequence[NewExample],
    at: datetime,
    import_job: uuid.UUID | None = None,
) -> list[Example]:
    """Write examples, unpublished, without slots.

    Raises ``IntegrityError`` when the project has one of their ids already.
    """
    ranking = Ranking.of(project)
    questions = Question.objects.bulk_create(
        Question(
            text=each.question_text,
            tokens=None if each.question_tokens is None else list(each.question_tokens),
        )
        for each in new
    )
    return Example.objects.bulk_create(
        Example(
            project=project,
            example_id=each.example_id,
            question=question,
            page=each.page,
            split=each.split,
            purpose=purpose_of_split(project, each.split),
            position=each.position,
            rank=ranking.rank(example_id=each.example_id, position=each.position, split=each.split),
            overlap=each.overlap or project.overlap,
            import_job=import_job,
            created_at=at,
        )
        for each, question in zip(new, questions, strict=True)
    )


@transaction.atomic
def discard_batch(*, import_job: uuid.UUID) -> int:
    """Delete the next 200 unpublished examples of an import; how many there were."""
    batch = list(
        Example.objects.filter(import_job=import_job, is_published=False)
        .order_by("pk")
        .values_list("pk", "question_id", "page_id")[:_DISCARDED_AT_ONCE]
    )
    examples = [example for example, _, _ in batch]
    visited = VisitedPage.objects.filter(example__in=examples, page__isnull=False)
    pages = {page for _, _, page in batch if page} | set(visited.values_list("page", flat=True))
    Example.objects.filter(pk__in=examples).delete()
    Question.objects.filter(pk__in=[question for _, question, _ in batch], examples=None).delete()
    # Waits for imports that hold one of them, and then sees what they wrote.
    list(Page.objects.select_for_update().filter(pk__in=pages).order_by("pk").values_list("pk"))
    Page.objects.filter(pk__in=pages, examples=None, visits=None).delete()
    return len(batch)


def refresh_rendering(*, content: PageContent) -> PageContent:
    """Render a page that was not rendered yet, or by an older version.

    Reading a page needs no room and no lock: a rendering that can't be stored is made again by the
    next caller. Not for use within a transaction.
    """
    if content.rendering_version == RENDERING_VERSION:
        return content
    content.rendering = packed_rendering(
        Unrendered(
            content.pk,
            content.page.title,
            bytes(content.html),
            bytes(content.tokens),
            bytes(content.candidates),
        )
    )
    content.rendering_version = RENDERING_VERSION
    Notes.write(partial(content.save, update_fields=["rendering", "rendering_version"]))
    return content
