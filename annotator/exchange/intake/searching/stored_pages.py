"""The pages that are imported already, as a search engine and as the source of its pages."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from django.db.models import Q, QuerySet

from annotator.exchange.intake.searching.provider import TOP, FoundPage
from annotator.foundation.database.reading_in_batches import keys_in_batches
from annotator.material.corpus.models import Example, Page, VisitedPage
from annotator.material.corpus.queries import html_of, packed_tokens_of
from annotator.material.formats.natural_questions import is_rebuilt
from annotator.measures.bm25 import Bm25Index
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.queries import projects_led_by

INDEXED_TOKENS = 2_000
"""Of each page: its summary and what follows. 10,000 pages take some 150 MB then."""

_AT_ONCE = 500
_ADDRESS = "page:"


def searchable_projects(project: Project, user: User | None) -> list[int]:
    """The keys of the project and of the others that ``user`` leads; of all projects for None."""
    others = Project.objects.all() if user is None else projects_led_by(user)
    return sorted({project.pk, *others.order_by().values_list("pk", flat=True)})


def pages_of(projects: Sequence[int]) -> "QuerySet[Page]":
    """The pages of projects, but for those of hidden splits and of training."""
    examples = Example.objects.of_main_task().filter(project__in=projects)
    visits = VisitedPage.objects.filter(example__in=examples, page__isnull=False)
    return Page.objects.filter(
        Q(pk__in=examples.filter(page__isnull=False).values("page"))
        | Q(pk__in=visits.values("page"))
    ).order_by("pk")


@dataclass(frozen=True, slots=True)
class StoredPage:
    """A page that was imported before."""

    title: str
    url: str
    html: str

    def question_fields(self) -> dict[str, Any]:
        """What a line of ``import_pages`` says of its page."""
        return {
            "document_url": self.url,
            "document_title": self.title,
            "document_html": self.html,
        }


class StoredPages:
    """BM25 over title and beginning of pages. ``stay_alive`` is called while they are read."""

    def __init__(self, pages: "QuerySet[Page]", *, stay_alive: Callable[[], None]) -> None:
        self._pages = pages
        self._stay_alive = stay_alive
        self._keys: list[int] = []

    @cached_property
    def _index(self) -> Bm25Index:
        texts = []
        for keys in keys_in_batches(self._pages, size=_AT_ONCE):
            for page in Page.objects.filter(pk__in=keys).order_by("pk"):
                self._keys.append(page.pk)
                texts.append(_text_of(page))
                self._stay_alive()
        return Bm25Index(texts)

    def search(self, question: str) -> list[str]:
        """The pages that have words of the question, the best first; of equals, the older one."""
        scores = self._index.score([question])[0]
        best = np.argsort(-scores, kind="stable")[:TOP]
        return [f"{_ADDRESS}{self._keys[place]}" for place in best if scores[place] > 0]

    def first_of(self, addresses: list[str]) -> FoundPage | None:
        """The first page that is stored as it was shown, not rebuilt from its text."""
        for address in addresses:
            page = Page.objects.filter(pk=int(address.removeprefix(_ADDRESS))).first()
            html = b"" if page is None else html_of(page)
            if page is not None and not is_rebuilt(html):
                return StoredPage(page.title, page.url, html.decode())
        return None


def _text_of(page: Page) -> str:
    tokens = packed_tokens_of(page)[:INDEXED_TOKENS]
    return " ".join([page.title, *(token.token for token in tokens if not token.html_token)])
