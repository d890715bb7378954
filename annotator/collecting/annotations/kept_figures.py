"""A lead's figures of a large project, kept for up to a minute: counting them takes a while."""

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from django.core.cache import cache

from annotator.material.corpus.models import Example
from annotator.workspace.projects.models import Project

KEPT_SECONDS = 60

LARGE = 10_000
"""Examples from which on figures are kept; counting fewer takes some ten milliseconds."""

Figures = TypeVar("Figures")


def kept_figures(
    name: str, project: Project, count: Callable[[Project], Figures], *, at: datetime
) -> tuple[Figures, datetime]:
    """What ``count`` gives and when it was counted: now, or in a large project up to a minute ago.

    Numbers alone belong here: a name that is erased would stay for a minute.
    """
    key = f"figures-{name}-{project.pk}"
    kept: tuple[Figures, datetime] | None = cache.get(key)
    if kept is None:
        kept = count(project), at
        if Example.objects.filter(project=project)[LARGE - 1 : LARGE].exists():
            cache.set(key, kept, KEPT_SECONDS)
    return kept
