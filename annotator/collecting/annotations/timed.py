"""Annotations with a measured time."""

from typing import Any

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce

from annotator.collecting.annotations.models import AnnotationQuerySet
from annotator.workspace.projects.models import Kind, Project

TIMED = {
    Kind.NQ: Q(natural_questions_answer__seconds_question__isnull=False),
    Kind.ASQA: Q(long_form_answer__seconds_writing__isnull=False),
}
"""Of annotations: it was measured how long they took."""


def timed(project: Project, annotations: AnnotationQuerySet) -> "QuerySet[Any]":
    """Those of the project's ``annotations`` that were timed, with their active ``seconds``."""
    if project.kind == Kind.ASQA:
        return _timed_long_form(annotations)
    return _timed_natural_questions(annotations)


def _timed_natural_questions(annotations: AnnotationQuerySet) -> "QuerySet[Any]":
    """Over all stages; one that an answer did not come to may have none, and lasted no time."""
    answer = "natural_questions_answer__seconds"
    later = (Coalesce(F(f"{answer}_{stage}"), 0.0) for stage in ("long_answer", "short_answer"))
    stages = sum(later, F(f"{answer}_question"))
    return annotations.filter(TIMED[Kind.NQ]).annotate(seconds=stages)


def _timed_long_form(annotations: AnnotationQuerySet) -> "QuerySet[Any]":
    """Of writing."""
    written = F("long_form_answer__seconds_writing")
    return annotations.filter(TIMED[Kind.ASQA]).annotate(seconds=written)
