"""Annotations with a measured time."""

from typing import Any

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce

from annotator.collecting.annotations.kinds import answers_of
from annotator.collecting.annotations.models import AnnotationQuerySet
from annotator.workspace.projects.models import Project


def is_timed(project: Project) -> Q:
    """Of the project's annotations: it was measured how long they took."""
    first, *_ = _seconds_columns(project)
    return Q(**{f"{first}__isnull": False})


def timed(project: Project, annotations: AnnotationQuerySet) -> "QuerySet[Any]":
    """The project's ``annotations`` that were timed, with their active ``seconds``: over
    all stages. One that an answer did not come to may have none, and lasted no time.
    """
    first, *later = _seconds_columns(project)
    stages = sum((Coalesce(F(name), 0.0) for name in later), F(first))
    return annotations.filter(is_timed(project)).annotate(seconds=stages)


def _seconds_columns(project: Project) -> list[str]:
    answers = answers_of(project.kind)
    return [f"{answers.ROW}__seconds_{stage}" for stage in answers.STAGES]
