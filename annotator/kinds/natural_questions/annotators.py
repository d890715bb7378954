"""Figures of annotators of Natural Questions: see ``AnnotatorFigures``."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, Q

from annotator.collecting.annotations.annotators import count_figures
from annotator.collecting.annotations.kinds import Figures
from annotator.collecting.annotations.models import Annotation
from annotator.workspace.projects.models import Project

_JUDGED = {
    "null": Count("pk", filter=Q(natural_questions_answer__candidate_index__isnull=True)),
    "bad": Count("pk", filter=Q(natural_questions_answer__question_quality="bad")),
    "judged": Count("natural_questions_answer__question_quality"),
}


def annotator_figures(project: Project) -> Figures:
    """Of all annotations, less those that don't count: these are few."""
    answered = Annotation.objects.filter(project=project, natural_questions_answer__isnull=False)
    found = count_figures(project, answered, _JUDGED)
    for left_out in answered.left_out(project):
        for annotator, row in count_figures(project, left_out, _JUDGED).items():
            for name in ("submitted", "timed", *_JUDGED):
                found[annotator][name] -= row[name]
    return {annotator: row for annotator, row in found.items() if row["submitted"]}


def progress(project: Project) -> None:
    """Nothing."""
    return


def describe(row: Mapping[str, Any]) -> dict[str, Any]:
    """Shares of questions without an answer, and of bad ones."""
    return {
        "null_share": row["null"] / row["submitted"] if row else None,
        "bad_share": row["bad"] / row["judged"] if row and row["judged"] else None,
        "long_form": None,
    }
