"""Choosing the splits of an export."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Min, QuerySet

from annotator.corpus.models import Example
from annotator.jobs.context import JobFailedError
from annotator.projects.models import Project

UNNAMED_SPLIT = "all"
"""The name of the examples that belong to no split."""


def main_examples(project: Project, splits: Sequence[str] = ()) -> "QuerySet[Example]":
    """The published examples of ``splits``, or of all splits where none is named.

    Those of the hidden split are among them only where it is named.
    """
    hidden = names_hidden_split(project, splits)
    return of_splits(Example.objects.shown(hidden=hidden).filter(project=project), splits)


def names_hidden_split(project: Project, splits: Sequence[str]) -> bool:
    """Whether ``splits`` name the project's hidden split, which is for stewards alone."""
    return project.hidden_split != "" and project.hidden_split in splits


def may_hold_hidden(project: Project, splits: Sequence[str], *, at: datetime) -> bool:
    """Whether what was read of ``splits`` ``at`` that time may hold what is hidden now.

    Examples without a split may have been drawn into the hidden one since.
    """
    is_older = project.hidden_since is not None and at < project.hidden_since
    return names_hidden_split(project, splits) or (is_older and UNNAMED_SPLIT in splits)


def of_splits(examples: "QuerySet[Example]", splits: Sequence[str]) -> "QuerySet[Example]":
    """The examples of ``splits``; all of them where none is named."""
    if not splits:
        return examples
    return examples.filter(split__in={*splits, *map(stored_name, splits)})


def splits_of(examples: "QuerySet[Example]") -> list[str]:
    """The names of the examples' splits, in the order in which their first examples came."""
    first = examples.order_by().values("split").annotate(first=Min("position")).order_by("first")
    return list(dict.fromkeys(row["split"] or UNNAMED_SPLIT for row in first))


def scorable_splits(project: Project) -> list[str]:
    """The names of all splits that a system can be scored on, the hidden one last."""
    hidden = [project.hidden_split] if project.hidden_split else []
    return [*_shown(project), *hidden]


def flaw_of_split(project: Project, split: str) -> str:
    """Why ``split`` can't be scored, as a sentence with the fix; "" where it can."""
    splits = scorable_splits(project)
    if split in splits:
        return ""
    has = f"Choose one of {', '.join(splits)}." if splits else "It has no examples yet."
    return f"The project has no such split. {has}"


def _shown(project: Project) -> list[str]:
    return splits_of(main_examples(project))


def check_splits(project: Project, splits: Sequence[str]) -> None:
    """Raise ``JobFailedError`` for a split that the project doesn't have."""
    there = scorable_splits(project) if names_hidden_split(project, splits) else _shown(project)
    for name in splits:
        if name not in there:
            has = f"It has {', '.join(there)}." if there else "It has no examples yet."
            raise JobFailedError(f"The project has no split named {name}. {has}")


def stored_name(split: str) -> str:
    """How the database has the name of a split."""
    return "" if split == UNNAMED_SPLIT else split
