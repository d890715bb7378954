"""ASQA's questions as the API shows them."""

from typing import Any

from annotator.material.corpus.models import Disambiguation, Example, VisitedPage
from annotator.material.corpus.shown_context import shown_context
from annotator.workspace.projects.models import Project
from api.responses.frames import versioned


def present_disambiguations(example: Example, project: Project) -> list[dict[str, Any]]:
    """An example's disambiguations with the context that the project's threshold lets through."""
    rows = example.disambiguations.select_related("context_passage__page").order_by("number")
    return [_present_disambiguation(row, project.context_threshold) for row in rows]


def _present_disambiguation(row: Disambiguation, threshold: float) -> dict[str, Any]:
    context, page_title = shown_context(row, threshold=threshold)
    return {
        "question": row.question,
        "short_answers": row.short_answers,
        "context": context,
        "context_page": page_title,
    }


def present_visited_pages(example: Example, address: str) -> list[dict[str, Any]]:
    """An example's pages; ``address`` and a number is where a rendering is. Each address has the
    version, so that a browser keeps what it fetched ahead.
    """
    rows = example.visited_pages.select_related("page").order_by("number")
    return [_present_visited_page(row, address) for row in rows]


def _present_visited_page(row: VisitedPage, address: str) -> dict[str, Any]:
    page = row.page
    return {
        "number": row.number,
        "title": row.title,
        "url": row.url or (page.url if page else "") or None,
        "id": page.pk if page else None,
        "html_url": versioned(page, f"{address}{row.number}/") if page else None,
        "sha256": page.sha256 if page else None,
    }
