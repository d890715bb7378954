"""Somebody's labels in error analyses, as they get them."""

from collections.abc import Iterator

from annotator.quality.reviews.personal_data import part_of_opened
from annotator.systems.error_analysis.models import AnswerLabels, ErrorAnalysis
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.personal_parts import Part, Row, fields_of


def parts_of(user: User) -> Iterator[Part]:
    """The files about the answers of systems that ``user`` labelled; others' labels are not in."""
    yield Part(
        "error_labels",
        "The labels that you gave answers of systems, with your notes.",
        AnswerLabels.objects.filter(labeller__user=user)
        .select_related("answer__analysis__project", "answer__example__question")
        .order_by("pk"),
        _labels,
    )
    yield part_of_opened(
        ErrorAnalysis,
        user,
        "error_analyses_opened",
        "The error analyses that you opened.",
        "system_name",
        "split",
        number="number",
    )


def _labels(row: AnswerLabels) -> Row:
    analysis, example = row.answer.analysis, row.answer.example
    return {
        "project": analysis.project.slug,
        "error_analysis": analysis.number,
        "system": analysis.system_name,
        "example_id": example.example_id,
        "question": example.question.text,
        "labels": [analysis.labels[place]["name"] for place in row.labels],
        **fields_of(row, "note", "decided_at"),
    }
