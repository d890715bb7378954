"""Training for ASQA: see ``Training``."""

from collections.abc import Mapping
from typing import Any

from annotator.collecting.annotations.long_form import check_long_form_for_example
from annotator.collecting.annotations.models import Annotation
from annotator.collecting.training.kinds import CheckedTrainingAnswer
from annotator.collecting.training.models import Criterion
from annotator.material.corpus.models import Example

CRITERIA = (
    Criterion.COMPLETENESS,
    Criterion.COMPREHENSIVENESS,
    Criterion.FLUENCY,
    Criterion.ATTRIBUTABILITY,
)
MOST_DISAMBIGUATIONS = 6
PIECE = ("content", "page_title", "page", "start_token", "end_token")


def check(example: Example, content: Mapping[str, Any]) -> CheckedTrainingAnswer:
    """The answer without confirmations that were not needed, and the form that people see."""
    checked = check_long_form_for_example(project=example.project, example=example, answer=content)
    answer = {
        "long_form_answer": checked.text,
        "knowledge": [
            {name: getattr(piece, name) for name in PIECE} for piece in checked.knowledge
        ],
        "acknowledged_missing": [reading.number for reading in checked.missing],
        "concern": checked.concern,
    }
    shown = {
        "long_form_answer": checked.text,
        "knowledge": [
            {"content": piece.content, "page_title": piece.page_title}
            for piece in checked.knowledge
        ],
        "missing": [
            {
                "disambiguation": reading.number,
                "question": reading.question,
                "short_answers": list(reading.short_answers),
            }
            for reading in checked.missing
        ],
        "concern": checked.concern,
        "word_count": checked.word_count,
        "coverage": checked.coverage,
    }
    return CheckedTrainingAnswer(answer, shown)


def submitted(annotation: Annotation) -> dict[str, Any]:
    """An annotation's answer in the shape of a submission.

    Its knowledge comes as text, without anchors. Answers from a file were not checked, so missing
    short answers count as confirmed.
    """
    answer = annotation.long_form_answer
    pieces = annotation.knowledge.order_by("number")
    return {
        "long_form_answer": answer.text,
        "knowledge": [
            {"content": piece.content, "page_title": piece.page_title}
            for piece in pieces
            if piece.content
        ],
        "acknowledged_missing": list(range(MOST_DISAMBIGUATIONS)),
        "concern": answer.concern,
    }


def preview(annotation: Annotation) -> str:
    """The answer's text."""
    return annotation.long_form_answer.text
