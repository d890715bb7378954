"""Choosing the splits of an export."""

from collections.abc import Sequence

from django.db.models import Min, QuerySet

from annotator.corpus.models import Example, Purpose
from annotator.jobs.context import JobFailedError
from annotator.projects.models import Project

UNNAMED_SPLIT = "all"
"""The name of the examples that belong to no split."""


def main_examples(project: Project) -> "QuerySet[Example]":
    """The published examples of the main task."""
    return Example.objects.filter(project=project, is_published=True, purpose=Purpose.MAIN)


def of_splits(examples: "QuerySet[Example]", splits: Sequence[str]) -> "QuerySet[Example]":
    """The examples of ``splits``; all of them where none is named."""
    if not splits:
        return examples
    return examples.filter(split__in={*splits, *map(stored_name, splits)})


def splits_of(examples: "QuerySet[Example]") -> list[str]:
    """The names of the examples' splits, in the order in which their first examples came."""
    first = examples.order_by().values("split").annotate(first=Min("position")).order_by("first")
    return list(dict.fromkeys(row["split"] or UNNAMED_SPLIT for row in first))


def check_splits(project: Project, splits: Sequence[str]) -> None:
    """Raise ``JobFailedError`` for a split that the project doesn't have."""
    there = splits_of(main_examples(project))
    for name in splits:
        if name not in there:
            has = f"It has {', '.join(there)}." if there else "It has no examples yet."
            raise JobFailedError(f"The project has no split named {name}. {has}")


def stored_name(split: str) -> str:
    """How the database has the name of a split."""
    return "" if split == UNNAMED_SPLIT else split
