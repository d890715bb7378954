"""The answers that leads decided on, in exports."""

from collections.abc import Collection, Mapping
from enum import Enum, auto
from typing import Any, NamedTuple, Self

from django.db.models import Q, QuerySet

from annotator.collecting.annotations.models import Source
from annotator.exchange.exports.left_out import NOBODY, LeftOut
from annotator.quality.adjudication.models import Adjudication, AdjudicationQuerySet


class Gold(Enum):
    """Which part the decided answers have: none, before all annotations, or alone."""

    NONE = auto()
    FIRST = auto()
    ONLY = auto()

    @classmethod
    def of(cls, parameters: Mapping[str, Any]) -> Self:
        """As a job's parameters say."""
        if parameters.get("gold_only"):
            return cls(cls.ONLY)
        return cls(cls.FIRST if parameters.get("with_gold") else cls.NONE)


class GoldAnswer(NamedTuple):
    """A decided answer: its id in the official files, which is that of the annotation that was
    ``picked`` (its key), or the decision's own; and its fields as they are shown.
    """

    annotation_id: str
    picked: int | None
    answer: Mapping[str, Any]


def standing_decisions(*, simulated: bool, left_out: LeftOut) -> AdjudicationQuerySet:
    """The decisions that hold; those that picked a simulated annotation only if asked for, and
    never those that picked one of somebody who is left out.
    """
    standing = Adjudication.objects.standing()
    if left_out.people:
        standing = standing.exclude(picked__annotator__in=left_out.people)
    return standing if simulated else standing.exclude(picked__source=Source.SIMULATED)


def gold_of(
    examples: "Collection[int] | QuerySet[Any, Any]",
    *,
    simulated: bool,
    left_out: LeftOut = NOBODY,
) -> dict[int, GoldAnswer]:
    """The decided answers of examples, by their keys; given are these, or a query for them."""
    rows = standing_decisions(simulated=simulated, left_out=left_out).filter(example__in=examples)
    columns = ("example", "annotation_id", "picked", "picked__annotation_id", "answer")
    return {
        example: GoldAnswer(picked_id or own_id, picked, answer)
        for example, own_id, picked, picked_id, answer in rows.values_list(*columns)
        if answer is not None
    }


def is_decided(*, simulated: bool, left_out: LeftOut = NOBODY) -> Q:
    """Of examples: those with a decided answer."""
    return Q(pk__in=standing_decisions(simulated=simulated, left_out=left_out).values("example"))
