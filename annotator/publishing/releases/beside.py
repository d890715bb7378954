"""What ``annotations/`` has beside the labels: configurations of their own, each optional."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Max, QuerySet

from annotator.publishing.releases import (
    comparison_lines,
    gold_lines,
    judgment_lines,
    suggestion_lines,
)
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
    GOLD: Beside(gold_lines.rows_of, gold_lines.Lines, gold_lines.COLUMNS, "decisions"),
    "judgments": Beside(
        judgment_lines.rows_of, judgment_lines.Lines, judgment_lines.COLUMNS, "judged answers"
    ),
    "comparisons": Beside(
        comparison_lines.rows_of, comparison_lines.Lines, comparison_lines.COLUMNS, "comparisons"
    ),
    "suggestions": Beside(
        suggestion_lines.rows_of, suggestion_lines.Lines, suggestion_lines.COLUMNS, "suggestions"
    ),
}
"""By name, which is that of the folder too."""


def choices_beside(project: Project) -> list[str]:
    """Configurations beside the answers that a release can have, simulated annotations or not."""
    contents = Contents(project, simulated=True)
    return [name for name, each in BESIDE.items() if each.rows(contents).exists()]


def state_beside(contents: Contents) -> list[Any]:
    """Changes when rows come, go or get another decision."""
    return [
        [rows.count(), rows.aggregate(pk=Max("pk"))["pk"]]
        for rows in (each.rows(contents) for each in BESIDE.values())
    ]
