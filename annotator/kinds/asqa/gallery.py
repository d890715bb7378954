"""What galleries show of ambiguous questions: see ``GalleryPart``."""

from collections.abc import Sequence
from typing import Any

from annotator.collecting.annotations.models import Annotation
from annotator.material.corpus.models import Disambiguation, Example
from annotator.publishing.gallery.kinds import ShownExample

TYPES = {
    "answered": "Answered",
    "concern": "With a concern",
    "none": "Not annotated",
}
RELATED = ("disambiguations__context_passage__page", "visited_pages")


def show(example: Example, annotations: Sequence[Annotation]) -> ShownExample:
    """The disambiguations with passages, and each long-form answer with its sources."""
    answers = [_written(each) for each in annotations]
    parts = sorted(example.disambiguations.all(), key=lambda each: each.number)
    has_concern = any(each["concern"] for each in answers)
    return ShownExample(
        type="none" if not answers else "concern" if has_concern else "answered",
        most=None,
        words=[text for each in parts for text in each.short_answers],
        data={
            "disambiguations": [_part(each) for each in parts],
            "visited": [
                {"title": each.title, "url": each.url or ""}
                for each in sorted(example.visited_pages.all(), key=lambda each: each.number)
            ],
        },
        answers=answers,
    )


def _part(part: Disambiguation) -> dict[str, Any]:
    found = getattr(part, "context_passage", None)
    passages = [{"title": part.page_title or "", "text": part.context}] if part.context else []
    if found is not None:
        passages.append({"title": found.page.title, "text": found.text})
    return {
        "question": part.question,
        "short_answers": part.short_answers,
        "passages": passages,
    }


def _written(annotation: Annotation) -> dict[str, Any]:
    answer = annotation.long_form_answer
    pieces = sorted(annotation.knowledge.all(), key=lambda each: each.number)
    return {
        "text": answer.text,
        "concern": answer.concern,
        "sources": [
            {"title": each.page_title or "", "text": each.content or ""} for each in pieces
        ],
    }
