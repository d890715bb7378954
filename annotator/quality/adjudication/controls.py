"""Controls: decided examples that come to annotators unseen, and how far their answers agree.

Answers to controls count nowhere else.
"""

import secrets
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from django.db import transaction
from django.db.models import QuerySet

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.queries import all_annotations_of
from annotator.collecting.assignments.models import Control, ControlQuerySet
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.material.corpus.models import Example
from annotator.measures.intervals.shares import binomial_ends, share_interval
from annotator.quality.adjudication.agreement import decided_answers
from annotator.quality.adjudication.kinds import adjudicating_of, shown_answer
from annotator.quality.adjudication.models import Adjudication
from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_event
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.services import update_project

MOST_AT_ONCE = 100
SEED_BITS = 63


@dataclass(frozen=True, slots=True)
class ControlResult:
    """``answered`` controls, and the mean closeness ``agreed`` of the answers to the decided ones,
    0 to 1: for Natural Questions the share that is the same. ``reason``: why without an interval.
    """

    answered: int
    agreed: float
    low: float | None
    high: float | None
    reason: str


def controls_of(project: Project) -> ControlQuerySet:
    """The project's controls, the newest first."""
    return (
        Control.objects.filter(example__project=project)
        .select_related("example__question")
        .order_by("-marked_at", "-pk")
    )


@transaction.atomic
def mark_controls(*, project: Project, examples: Sequence[int], at: datetime, actor: User) -> int:
    """Mark examples, by their keys, as controls; how many were not yet.

    Raises ``InvalidInputError`` for examples that the main task doesn't have, ``ConflictError``
    with code ``no_gold`` for one without a decided answer.
    """
    if not 0 < len(set(examples)) <= MOST_AT_ONCE:
        raise InvalidInputError(
            "number_of_examples",
            f"Name from 1 to {MOST_AT_ONCE} examples.",
            fields={"examples": "Choose fewer."},
        )
    own = Example.objects.of_main_task().filter(project=project, pk__in=examples)
    found = list(own.select_for_update(no_key=True, of=("self",)).select_related("question"))
    if len(found) != len(set(examples)):
        raise InvalidInputError(
            "unknown_example",
            "Some of these examples are not in the main task.",
            fields={"examples": "Load the list of examples again."},
        )
    decided = set(
        Adjudication.objects.standing().filter(example__in=found).values_list("example", flat=True)
    )
    for example in found:
        if example.pk not in decided:
            raise ConflictError(
                "no_gold",
                f"“{example.question.text}” has no decided answer to compare with. Decide on it on"
                " the Disagreements page first.",
            )
    marked = set(Control.objects.filter(example__in=found).values_list("pk", flat=True))
    new = [each for each in found if each.pk not in marked]
    Control.objects.bulk_create(
        Control(example=each, marked_at=at, marked_by=actor) for each in new
    )
    for each in new:
        _record(each, "marked", at, actor)
    return len(new)


@transaction.atomic
def unmark_control(*, example: Example, at: datetime, actor: User) -> None:
    """Take the mark away, if there is one; answers stay controls' answers."""
    deleted, _ = Control.objects.filter(example=example).delete()
    if deleted:
        _record(example, "unmarked", at, actor)


@transaction.atomic
def set_control_percent(*, project: Project, percent: int, at: datetime, actor: User) -> Project:
    """Set how many of 100 questions are controls, from 0 to 50. The first time draws a seed, which
    nobody can guess.
    """
    project = lock_project(project)
    changes: dict[str, str | float | None] = {"control_percent": percent}
    if project.control_seed is None:
        changes["control_seed"] = secrets.randbits(SEED_BITS)
    return update_project(project=project, at=at, actor=actor, **changes)


def control_results(
    project: Project, annotators: Collection[int] | None = None
) -> dict[int, ControlResult]:
    """By annotator, of those who answered controls whose decision stands; None for everybody."""
    answers = _answers(project)
    if annotators is not None:
        answers = answers.filter(annotator__in=annotators)
    return _results(project, answers, "annotator_id")


def results_by_example(project: Project) -> dict[int, ControlResult]:
    """The same by example."""
    return _results(project, _answers(project), "example_id")


def _answers(project: Project) -> "QuerySet[Annotation]":
    return all_annotations_of(project).of_controls(project).current()


def _results(
    project: Project, answers: "QuerySet[Annotation]", by: str
) -> dict[int, ControlResult]:
    if not answers.exists():
        return {}
    gold = decided_answers(project)
    closeness = adjudicating_of(project.kind).closeness
    found: defaultdict[int, list[float]] = defaultdict(list)
    for each in answers.filter(example__in=gold):
        value = closeness(shown_answer(project.kind, each), gold[each.example_id])
        if value is not None:
            found[getattr(each, by)].append(value)
    return {key: _result(values) for key, values in found.items()}


def _result(values: list[float]) -> ControlResult:
    number, mean = len(values), sum(values) / len(values)
    if set(values) <= {0.0, 1.0}:
        low, high = binomial_ends(mean, number)
        return ControlResult(number, mean, low, high, "")
    interval = share_interval(np.array(values), np.ones(number))
    reason = interval.withheld.reason if interval.withheld else ""
    return ControlResult(number, mean, interval.low, interval.high, reason)


def _record(example: Example, verb: str, at: datetime, actor: User) -> None:
    record_event(
        at=at,
        actor=actor,
        verb=verb,
        subject="control",
        subject_id=example.pk,
        project_id=example.project_id,
        example_id=example.pk,
    )
