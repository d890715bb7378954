"""Finding the context passages of disambiguations, and choosing which ones to show."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Prefetch, QuerySet

from annotator.exceptions import ConflictError, InvalidInputError
from annotator.material.corpus.markup.passages import Passage
from annotator.material.corpus.models import (
    ContextPassage,
    Disambiguation,
    Example,
    Page,
    VisitedPage,
)
from annotator.material.corpus.passages.paragraphs import find_paragraphs
from annotator.material.corpus.passages.similarity import Wanted, best_passages
from annotator.material.corpus.queries import html_of, tagged_candidates_of, tokens_of
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.models import ENDED, Job
from annotator.workspace.jobs.services import create_job
from annotator.workspace.projects.changing import changing
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project

FIND_CONTEXT_PASSAGES = "find_context_passages"

_PAGES_KEPT = 32


@dataclass(frozen=True, slots=True)
class FoundPassage:
    """A passage that was found for a disambiguation, not stored yet."""

    disambiguation: int
    page: int
    passage: Passage
    similarity: float


class PageReader:
    """Paragraphs of pages. Neighbouring examples often share pages, so the latest are kept."""

    def __init__(self) -> None:
        self._kept: dict[int, list[Passage]] = {}

    def paragraphs_of(self, page: Page) -> list[Passage]:
        """The paragraphs of the frozen page."""
        if page.pk not in self._kept:
            if len(self._kept) >= _PAGES_KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[page.pk] = find_paragraphs(
                html_of(page), tokens_of(page), tagged_candidates_of(page)
            )
        return self._kept[page.pk]


def examples_to_search(project: Project) -> QuerySet[Example]:
    """A project's published examples with disambiguations, those for training too, in the order of
    their keys.
    """
    return (
        Example.objects.filter(project=project, is_published=True, disambiguations__number=0)
        .order_by("pk")
        .prefetch_related(
            Prefetch("disambiguations", Disambiguation.objects.order_by("number")),
            Prefetch(
                "visited_pages",
                VisitedPage.objects.filter(page__isnull=False)
                .select_related("page")
                .order_by("number"),
            ),
        )
    )


def find_passages_of(example: Example, *, reader: PageReader) -> list[FoundPassage]:
    """The best passage of each disambiguation without one in the file, if there is any.

    The choice is ``best_passages``' among the paragraphs of the visited pages (ASQA, appendix A).
    Takes what ``examples_to_search`` has fetched; writes nothing.
    """
    wanted = [each for each in example.disambiguations.all() if not each.context]
    pages = {visit.page.pk: visit.page for visit in example.visited_pages.all() if visit.page}
    paragraphs = [
        (page, passage) for page in pages.values() for passage in reader.paragraphs_of(page)
    ]
    if not wanted or not paragraphs:
        return []
    best = best_passages(
        [Wanted(each.question, tuple(each.short_answers)) for each in wanted],
        [passage.text for _, passage in paragraphs],
    )
    return [
        FoundPassage(
            disambiguation.pk, paragraphs[found.paragraph][0].pk, passage, found.similarity
        )
        for disambiguation, found in zip(wanted, best, strict=True)
        if found
        for passage in [paragraphs[found.paragraph][1]]
    ]


@transaction.atomic
def store_passages(*, examples: Sequence[Example], found: Sequence[FoundPassage]) -> None:
    """Let ``examples`` have exactly the passages that were ``found``, whatever they had before."""
    ContextPassage.objects.filter(disambiguation__example__in=examples).delete()
    ContextPassage.objects.bulk_create(
        ContextPassage(
            disambiguation_id=each.disambiguation,
            page_id=each.page,
            start_byte=each.passage.start_byte,
            end_byte=each.passage.end_byte,
            text=each.passage.text,
            similarity=each.similarity,
        )
        for each in found
    )


@transaction.atomic
def start_finding_passages(
    *, project: Project, at: datetime, actor: User | None, queue: bool = True
) -> Job:
    """Create the job that finds all context passages again; without ``queue`` the caller runs it.

    Raises ``InvalidInputError`` for a project without disambiguations and ``ConflictError`` while
    such a job waits or runs.
    """
    if not examples_to_search(project).exists():
        raise InvalidInputError(
            "no_disambiguations",
            f"{project.slug} has no disambiguations to find passages for. Import AmbigNQ or ASQA.",
        )
    project = lock_project(project)
    if finding_job(project):
        raise ConflictError("already_running", "A search for context passages is already running.")
    return create_job(
        kind=FIND_CONTEXT_PASSAGES,
        parameters={},
        project_id=project.pk,
        at=at,
        created_by=actor,
        queue=queue,
    )


def finding_job(project: Project) -> Job | None:
    """The job that is finding context passages, or waits to do it."""
    jobs = Job.objects.filter(project_id=project.pk, kind=FIND_CONTEXT_PASSAGES)
    return jobs.exclude(state__in=ENDED).order_by("-created_at").first()


def set_context_threshold(
    *, project: Project, threshold: float, at: datetime, actor: User | None
) -> Project:
    """Show passages whose similarity exceeds ``threshold``, 0 to 1, from now on.

    Raises ``InvalidInputError`` for anything else.
    """
    if not 0 <= threshold <= 1:
        raise InvalidInputError(
            "invalid_threshold",
            f"{threshold} is not a threshold.",
            fields={"threshold": "Give a number from 0 to 1."},
        )
    with changing(project, at=at, actor=actor) as change:
        project, before = change.project, {"context_threshold": change.project.context_threshold}
        after = {"context_threshold": threshold}
        if before != after:
            project.context_threshold = threshold
            project.save(update_fields=["context_threshold"])
            change.record("changed", "project", project.pk, before=before, after=after)
    return project
