"""What ``annotations/`` has beside the labels: configurations of their own, each optional."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Max, QuerySet

from annotator.publishing.releases.beside import comparisons, gold, judgments, suggestions
from annotator.publishing.releases.contents import Contents
from annotator.publishing.releases.features import Features
from annotator.publishing.releases.lines import LinesOf
from annotator.workspace.projects.models import Project


@dataclass(frozen=True, slots=True)
class Beside:
    """A configuration: the ``rows`` that are released of a split, or of all; the ``lines`` of rows
    with certain keys; its columns. ``noun`` is what progress calls its rows.
    """

    rows: Callable[..., "QuerySet[Any, Any]"]
    lines: Callable[[Contents], LinesOf]
    columns: Features
    noun: str


GOLD = "gold"
BESIDE: Mapping[str, Beside] = {
    GOLD: Beside(gold.rows_of, gold.Lines, gold.COLUMNS, "decisions"),
    "judgments": Beside(judgments.rows_of, judgments.Lines, judgments.COLUMNS, "judged answers"),
    "comparisons": Beside(
        comparisons.rows_of, comparisons.Lines, comparisons.COLUMNS, "comparisons"
    ),
    "suggestions": Beside(
        suggestions.rows_of, suggestions.Lines, suggestions.COLUMNS, "suggestions"
    ),
}
"""By name, which is that of the folder too."""


def choices_beside(project: Project) -> list[str]:
    """Those that a release of the project can have, with simulated annotations or without."""
    contents = Contents(project, simulated=True)
    return [name for name, each in BESIDE.items() if each.rows(contents).exists()]


def state_beside(contents: Contents) -> list[Any]:
    """Changes when rows come, go or are decided anew."""
    return [
        [rows.count(), rows.aggregate(pk=Max("pk"))["pk"]]
        for rows in (each.rows(contents) for each in BESIDE.values())
    ]
