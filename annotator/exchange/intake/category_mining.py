"""Categorical noun phrases of a project's pages, counted."""

from collections import Counter
from collections.abc import Iterator

from annotator.exchange.intake.filtering.hearst import hearst_categories
from annotator.material.corpus.models import Page
from annotator.material.corpus.queries import tokens_of
from annotator.workspace.projects.models import Project

LONGEST_SENTENCE = 200
_ENDS = frozenset({".", "?", "!"})


def mine_categories(project: Project) -> Counter[str]:
    """How often each class is named by a Hearst pattern on the project's pages."""
    pages = Page.objects.filter(examples__project=project).distinct().order_by("pk")
    counts = Counter[str]()
    for page in pages.iterator():
        for sentence in _sentences(page):
            counts.update(hearst_categories(sentence))
    return counts


def _sentences(page: Page) -> Iterator[list[str]]:
    """The words between tags and full stops."""
    words: list[str] = []
    for token in tokens_of(page):
        if token.html_token or token.token in _ENDS or len(words) >= LONGEST_SENTENCE:
            yield words
            words = []
        if not token.html_token:
            words.append(token.token)
    yield words
