"""ASQA's questions, drafts and answers as the API shows them."""

from collections.abc import Mapping
from typing import Any

from annotator.collecting.annotations.models import KnowledgePiece, LongFormAnswer
from annotator.collecting.assignments.models import Assignment
from annotator.material.corpus.models import Disambiguation, Example, VisitedPage
from annotator.material.corpus.shown_context import shown_context
from annotator.workspace.projects.models import Project, Regime
from api.frames import versioned

_ANCHOR = ("start_token", "end_token", "start_byte", "end_byte")


def present_ambiguity(assignment: Assignment) -> dict[str, Any]:
    """What an annotator sees beside an ambiguous question, in two queries; nothing in the regime
    without context.
    """
    project, example = assignment.project, assignment.example
    if project.regime == Regime.NO_CONTEXT:
        return {"regime": project.regime, "disambiguations": [], "pages": []}
    return {
        "regime": project.regime,
        "disambiguations": present_disambiguations(example, project),
        "pages": present_visited_pages(example, f"/api/v1/assignments/{assignment.pk}/pages/"),
    }


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


def present_long_form_draft(answer: Mapping[str, Any]) -> dict[str, Any]:
    """A stored long-form answer so far, but for when it was saved."""
    return {
        "long_form_answer": answer.get("long_form_answer", ""),
        "knowledge": answer.get("knowledge", []),
        "acknowledged_missing": answer.get("acknowledged_missing", []),
        "concern": answer.get("concern", ""),
        "active_seconds": answer.get("active_seconds"),
    }


def as_long_form_draft(answer: LongFormAnswer) -> dict[str, Any]:
    """A submitted answer as the draft of its revision."""
    return {
        "long_form_answer": answer.text,
        "knowledge": [
            {
                "content": piece.content or "",
                "page_title": piece.page_title,
                "page": piece.page_id,
                "start_token": piece.start_token,
                "end_token": piece.end_token,
            }
            for piece in _knowledge_of(answer)
        ],
        "acknowledged_missing": [row["disambiguation"] for row in answer.missing],
        "concern": answer.concern,
        "active_seconds": {"writing": answer.seconds_writing or 0.0},
    }


def present_long_form_answer(answer: LongFormAnswer) -> dict[str, Any]:
    """A submitted answer, without the fields that NQ's has too."""
    seconds = answer.seconds_writing
    return {
        "long_form_answer": answer.text,
        "knowledge": [_present_piece(piece) for piece in _knowledge_of(answer)],
        "missing": answer.missing,
        "concern": answer.concern,
        "word_count": answer.word_count,
        "coverage": answer.coverage,
        "regime": answer.regime,
        "active_seconds": None if seconds is None else {"writing": seconds},
    }


def _present_piece(piece: KnowledgePiece) -> dict[str, Any]:
    return {
        "content": piece.content,
        "page_title": piece.page_title,
        "page": piece.page_id,
        **{name: getattr(piece, name) for name in _ANCHOR},
    }


def _knowledge_of(answer: LongFormAnswer) -> list[KnowledgePiece]:
    """In order; read beforehand when many answers are shown."""
    return sorted(answer.annotation.knowledge.all(), key=lambda piece: piece.number)
