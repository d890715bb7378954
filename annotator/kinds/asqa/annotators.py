"""Figures of annotators of ambiguous questions: see ``AnnotatorFigures``."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Count

from annotator.collecting.annotations.annotators import count_figures
from annotator.collecting.annotations.kinds import Figures
from annotator.collecting.annotations.long_form_reviews import HAS_CONCERN, LONG_FORM_FIGURES
from annotator.collecting.annotations.models import Annotation
from annotator.workspace.projects.models import Project


def annotator_figures(project: Project) -> Figures:
    """Of current annotations, since means can't be taken off again."""
    annotations = Annotation.objects.of_main_task(project).current()
    answered = annotations.filter(long_form_answer__isnull=False)
    return count_figures(project, answered, LONG_FORM_FIGURES)


def progress(project: Project) -> dict[str, Any]:
    """``examples_with_concern`` counts examples, ``concerns`` and ``confirmations`` annotations."""
    return (
        Annotation.objects.of_main_task(project)
        .current()
        .aggregate(
            **LONG_FORM_FIGURES,
            examples_with_concern=Count("example", filter=HAS_CONCERN, distinct=True),
        )
    )


def describe(row: Mapping[str, Any]) -> dict[str, Any]:
    """Concerns and confirmations, and means over answers with a text."""
    return {
        "null_share": None,
        "bad_share": None,
        "long_form": {
            "concerns": row.get("concerns", 0),
            "confirmations": row.get("confirmations", 0),
            "words_mean": row.get("words_mean"),
            "coverage_mean": row.get("coverage_mean"),
        },
    }
