"""How far each annotator agrees with what leads decided."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from annotator.collecting.annotations.queries import annotations_of
from annotator.measures.intervals.shares import share_interval
from annotator.quality.adjudication.kinds import adjudicating_of, shown_answer
from annotator.quality.adjudication.models import Adjudication
from annotator.workspace.projects.models import Project


@dataclass(frozen=True, slots=True)
class GoldAgreement:
    """The mean closeness of an annotator's answers to the decided ones, from 0 to 1, over
    ``examples``. Without an interval, ``reason`` says why.

    Where a lead picked the annotator's own answer, the two agree by definition.
    """

    value: float
    low: float | None
    high: float | None
    examples: int
    reason: str


def agreement_with_gold(project: Project, annotators: Collection[int]) -> dict[int, GoldAgreement]:
    """By annotator, of those who annotated a decided example of the main task. The hidden split
    doesn't count.
    """
    gold = decided_answers(project)
    if not gold:
        return {}
    closeness = adjudicating_of(project.kind).closeness
    own = annotations_of(project).current().filter(example__in=gold, annotator__in=annotators)
    found: defaultdict[int, list[float]] = defaultdict(list)
    for each in own.filter(assignment__slot__isnull=False):
        value = closeness(shown_answer(project.kind, each), gold[each.example_id])
        if value is not None:
            found[each.annotator_id].append(value)
    return {annotator: _agreement(values) for annotator, values in found.items()}


def decided_answers(project: Project) -> Mapping[int, dict[str, object]]:
    """The decided answers by their example's key, as they are shown."""
    standing = Adjudication.objects.standing().filter(example__project=project)
    rows = standing.values_list("example", "answer")
    return {example: answer for example, answer in rows if answer is not None}


def _agreement(values: list[float]) -> GoldAgreement:
    interval = share_interval(np.array(values), np.ones(len(values)))
    return GoldAgreement(
        value=sum(values) / len(values),
        low=interval.low,
        high=interval.high,
        examples=len(values),
        reason=interval.withheld.reason if interval.withheld else "",
    )
