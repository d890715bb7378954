"""How far rounds have come, for lists."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, IntegerField, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Coalesce

from annotator.collecting.annotations.models import Annotation
from annotator.quality.judgments.models import (
    JudgedAnswer,
    JudgmentRound,
    RoundExpert,
    VariabilityRound,
)
from annotator.quality.judgments.queries import with_judged


@dataclass(frozen=True, slots=True)
class Gathering:
    """How many of a round's examples have all the ``annotations`` that were asked for.

    ``missing`` is the number of annotations that are still to come.
    """

    annotations: int
    requested_at: datetime
    examples: int
    complete: int
    missing: int


@dataclass(frozen=True, slots=True)
class Overview:
    """How far a round has come.

    ``settled`` counts answers with a consensus, ``disagreements`` those on which the verdicts
    differ: both are for nobody before phase 1 has ended. ``gathering`` is None if no further
    annotations were asked for.
    """

    answers: int
    settled: int
    disagreements: int
    gathering: Gathering | None


def with_experts(rounds: "QuerySet[JudgmentRound]") -> "QuerySet[JudgmentRound]":
    """Rounds with their experts, each with ``judged``, in a fixed number of queries."""
    experts = with_judged(RoundExpert.objects.select_related("user"))
    return rounds.select_related("project", "variability").prefetch_related(
        Prefetch("experts", experts.order_by("number"))
    )


def variability_of(judgment_round: JudgmentRound) -> VariabilityRound | None:
    """What was asked for of further annotations of the round's examples; None for nothing."""
    return getattr(judgment_round, "variability", None)


def overviews_of(rounds: Iterable[JudgmentRound]) -> dict[int, Overview]:
    """How far each of ``rounds`` has come, by its key, in a fixed number of queries."""
    asked = {each.pk: variability_of(each) for each in rounds}
    answers = JudgedAnswer.objects.filter(round__in=asked).order_by()
    counts = answers.values("round").annotate(all=Count("pk"), settled=Count("consensus"))
    found = {row["round"]: (row["all"], row["settled"]) for row in counts}
    split = answers.annotate(kinds=Count("judgments__verdict", distinct=True)).filter(kinds__gt=1)
    disagreements = Counter(split.values_list("round", flat=True))
    gatherings = _gatherings_of({key: each for key, each in asked.items() if each})
    return {
        key: Overview(*found.get(key, (0, 0)), disagreements[key], gatherings.get(key))
        for key in asked
    }


def gathering_of(judgment_round: JudgmentRound) -> Gathering | None:
    """How far a round's further annotations are; None if none were asked for."""
    asked = variability_of(judgment_round)
    wanted = {judgment_round.pk: asked} if asked else {}
    return _gatherings_of(wanted).get(judgment_round.pk)


def _gatherings_of(wanted: dict[int, VariabilityRound]) -> dict[int, Gathering]:
    if not wanted:
        return {}
    have: dict[int, dict[int, int]] = defaultdict(dict)
    others = Annotation.objects.current().counting()
    others = others.filter(example=OuterRef("annotation__example"))
    others = others.exclude(assignment=OuterRef("annotation__assignment")).order_by()
    number = others.values("example").annotate(number=Count("pk")).values("number")
    answers = (
        JudgedAnswer.objects.filter(round__in=wanted)
        .order_by()
        .annotate(others=Coalesce(Subquery(number, output_field=IntegerField()), 0))
        .values_list("round", "annotation__example", "others")
    )
    for key, example, count in answers:
        # If two annotations of an example were drawn, the example is as complete as the lesser of
        # them.
        have[key][example] = min(count + 1, have[key].get(example, count + 1))
    return {
        key: Gathering(
            annotations=asked.annotations,
            requested_at=asked.requested_at,
            examples=len(have[key]),
            complete=sum(count >= asked.annotations for count in have[key].values()),
            missing=sum(max(0, asked.annotations - count) for count in have[key].values()),
        )
        for key, asked in wanted.items()
    }
