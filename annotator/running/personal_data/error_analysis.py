"""What somebody labelled in error analyses, as they get it."""

from collections.abc import Iterator

from annotator.running.personal_data.parts import Part, Row, fields_of
from annotator.systems.error_analysis.models import AnswerLabels, ErrorAnalysis
from annotator.workspace.accounts.models import User


def parts_of_error_analyses(user: User) -> Iterator[Part]:
    """The files about the answers of systems that ``user`` labelled; others' labels are not in."""
    yield Part(
        "error_labels",
        "The labels that you gave answers of systems, with your notes.",
        AnswerLabels.objects.filter(labeller__user=user)
        .select_related("answer__analysis__project", "answer__example__question")
        .order_by("pk"),
        _labels,
    )
    yield Part(
        "error_analyses_opened",
        "The error analyses that you opened.",
        ErrorAnalysis.objects.filter(opened_by=user).select_related("project").order_by("pk"),
        lambda row: {
            "project": row.project.slug,
            **fields_of(row, "number", "system_name", "split", "opened_at"),
        },
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
