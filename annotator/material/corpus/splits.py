"""The examples of a project's splits, as exports and scorings choose them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Count, Min, Model, QuerySet

from annotator.material.corpus.models import Example, Purpose
from annotator.workspace.jobs.context import JobFailedError
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.changing import hidden_since
from annotator.workspace.projects.hidden_split import is_hidden_from, names_hidden_split
from annotator.workspace.projects.models import Project

Row = TypeVar("Row", bound=Model)

UNNAMED_SPLIT = "all"
"""The name of the examples that belong to no split."""


def main_examples(project: Project, splits: Sequence[str] = ()) -> "QuerySet[Example]":
    """The published examples of ``splits``, or of all splits where none is named.

    Those of the hidden split are among them only where it is named.
    """
    own = Example.objects.filter(project=project)
    named = own.queued() if names_hidden_split(project, splits) else own.of_main_task()
    return of_splits(named, splits)


def purpose_of_split(project: Project, split: str) -> Purpose:
    """What a queued example of a split is for."""
    return Purpose.HIDDEN if split and split == project.hidden_split else Purpose.MAIN


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


def rows_of_splits(
    rows: "QuerySet[Row]", project: Project, splits: Sequence[str], *, example: str = "example"
) -> "QuerySet[Row]":
    """The ``rows`` whose example, to which the path ``example`` leads, is one of
    ``main_examples``; all rows if no split is named.
    """
    if not splits:
        return rows
    return rows.filter(**{f"{example}__in": main_examples(project, splits).order_by()})


def splits_of(examples: "QuerySet[Example]") -> list[str]:
    """The names of the examples' splits, in the order in which their first examples came."""
    first = examples.order_by().values("split").annotate(first=Min("position")).order_by("first")
    return list(dict.fromkeys(row["split"] or UNNAMED_SPLIT for row in first))


def scorable_splits(project: Project, *, hidden: bool = True) -> list[str]:
    """The names of all splits that a system can be scored on; with ``hidden``, that one is last."""
    secret = project.hidden_split
    shown = [each for each in splits_of(main_examples(project)) if each != secret]
    return [*shown, secret] if hidden and secret else shown


def flaw_of_split(project: Project, split: str) -> str:
    """Why ``split`` can't be scored, as a sentence with the fix; "" where it can."""
    splits = scorable_splits(project)
    if split in splits:
        return ""
    has = f"Choose one of {', '.join(splits)}." if splits else "It has no examples yet."
    return f"The project has no such split. {has}"


def check_splits(project: Project, splits: Sequence[str]) -> None:
    """Raise ``JobFailedError`` for a split that the project doesn't have."""
    if flaw := flaw_of_splits(project, splits):
        raise JobFailedError(flaw)


def check_splits_of_job(
    job: Job, project: Project, splits: Sequence[str] | None = None
) -> list[str]:
    """The ``splits`` that a job works on: those of its parameters, if they are not given.

    Raises ``JobFailedError`` for a split that the project doesn't have, and what
    ``refuse_hidden_since`` raises.
    """
    named = list(job.parameters.get("splits") or [] if splits is None else splits)
    check_splits(project, named)
    refuse_hidden_since(job, project, named)
    return named


def refuse_hidden_since(job: Job, project: Project, splits: Sequence[str]) -> None:
    """Raise ``NotAllowedError`` if one of ``splits`` was hidden, after ``job`` was queued, from the
    person who queued it.
    """
    if is_hidden_from(job.created_by, project, splits, asked_at=job.created_at):
        raise hidden_since(project)


def flaw_of_splits(project: Project, splits: Sequence[str]) -> str:
    """Which of ``splits`` the project doesn't have, as a sentence; "" where it has all."""
    there = scorable_splits(project, hidden=names_hidden_split(project, splits))
    has = f"It has {', '.join(there)}." if there else "It has no examples yet."
    lacking = (name for name in splits if name not in there)
    return next((f"The project has no split named {name}. {has}" for name in lacking), "")


def stored_name(split: str) -> str:
    """How the database has the name of a split."""
    return "" if split == UNNAMED_SPLIT else split


def split_counts(project: Project) -> list[dict[str, Any]]:
    """How many examples each split has, including the hidden one; those without a split are under
    "".
    """
    main = Example.objects.queued().filter(project=project)
    found = main.values("split").annotate(examples=Count("pk")).order_by("split")
    return [{"name": row["split"], "examples": row["examples"]} for row in found]
