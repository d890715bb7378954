"""What came of a study: Table 4 with intervals, strengths, agreement; Table 5."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from annotator.material.corpus.example_units import example_units
from annotator.material.corpus.splits import rows_of_splits
from annotator.measures import comparisons as measures
from annotator.measures.agreement import fleiss_kappa, observed_agreement
from annotator.measures.intervals import EXAMPLES, Interval
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.strengths import bradley_terry, strength_intervals
from annotator.quality.comparisons.models import ComparedSystem, Comparison, ComparisonStudy

RESPECTS = measures.RESPECTS
COLUMNS = ("acc", "comp", "flue", "ho")
"""Table 4's, of which all but the first are ``RESPECTS``."""

CAPTURED = "captured"
NOBODY_ELSE = "No pair has more than one comparer."
NOT_ALL = "No pair has all {} comparisons yet."
NOT_WHICH = "The file does not say which disambiguations each comparer found captured."
METHOD = (
    "ACC is the mean share of disambiguations that an answer captures; COMP (resolving the"
    " ambiguity), FLUE (fluency) and HO (human overall) are victories and half of the ties, divided"
    " by comparisons. A pair that several comparers saw counts each of its comparisons. Brackets:"
    " 95% intervals over the questions, or over groups of pages where questions share pages."
    " Strengths: log-strengths of a Bradley-Terry model, in which ties are half a victory of each,"
    " with mean 0, and such intervals from 30 of these on. Kappa: Fleiss', over the pairs"
    " on which all comparers have decided."
)
PUBLISHED = (
    ("JPR@1", 36.1, 44.4, 42.2, 37.8),
    ("T5 C", 8.4, 35.6, 32.2, 21.1),
    ("T5 O-1", 25.7, 36.7, 38.9, 41.1),
    ("T5 O-5", 28.0, 36.7, 37.8, 36.7),
    ("HP-w/o-C", 52.7, 60.0, 66.7, 74.4),
    ("HP-w/-C", 94.3, 86.7, 82.2, 88.9),
)
"""Table 4 of the ASQA paper: system, ACC, COMP, FLUE, HO in percent."""


@dataclass(frozen=True, slots=True)
class SystemResult:
    """A row of Table 4. Without a comparison there are no estimates. A strength can be None."""

    name: str
    comparisons: int
    estimates: dict[str, measures.Estimate]
    strength: dict[str, measures.Estimate | None]


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far comparers of the same pairs agree in one respect.

    ``units`` are pairs, and for *captured* disambiguations of answers. ``reason`` says why there
    is no ``agreement`` or no ``kappa``.
    """

    respect: str
    units: int
    agreement: float | None
    kappa: float | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class Results:
    """What a study shows so far. ``no_strength`` has, by respect, the reason why there are no
    strengths.
    """

    comparisons: int
    systems: list[SystemResult]
    no_strength: dict[str, str | None]
    agreement: list[Agreement]


class Correlation(NamedTuple):
    """Pearson's r over ``n`` systems, or the reason why there is none."""

    metric: str
    r: float | None
    n: int
    reason: str | None


def submitted_comparisons(study: ComparisonStudy, splits: Sequence[str] = ()) -> list[Comparison]:
    """The study's comparisons that were made, by pair and then by comparer; those of questions of
    ``splits`` where some are named.
    """
    made = Comparison.objects.filter(pair__study=study, submitted_at__isnull=False)
    return list(
        rows_of_splits(made, study.project, splits, example="pair__example")
        .select_related("pair__left__system", "pair__right__system")
        .order_by("pair__number", "comparer__number")
    )


STEPS = len(COLUMNS) + len(RESPECTS) + 1
"""How often ``results_of`` says that it has come further."""


def results_of(
    study: ComparisonStudy,
    made: Sequence[Comparison] | None = None,
    on_step: Callable[[], None] = lambda: None,
) -> Results:
    """Table 4 for a study so far, Bradley-Terry strengths, agreement of comparers.

    ``made`` are the study's ``submitted_comparisons``, read here where they are not given.
    ``on_step`` is called ``STEPS`` times. It takes seconds for many comparisons: for jobs.
    """
    made = submitted_comparisons(study) if made is None else made
    outcomes = [outcome_of(each) for each in made]
    units = _units_of(outcomes)
    estimates = {}
    for column, observations in _observations(outcomes).items():
        estimates[column] = measures.estimates(observations, units)
        on_step()
    strengths = {}
    for respect in RESPECTS:
        strengths[respect] = _strengths(outcomes, respect, units)
        on_step()
    counts = _count(outcomes)
    agreement = _agreement(study, made)
    on_step()
    return Results(
        comparisons=len(made),
        systems=[
            SystemResult(
                name=system.name,
                comparisons=counts.get(system.name, 0),
                estimates={
                    column: found[system.name]
                    for column, found in estimates.items()
                    if system.name in found
                },
                strength={
                    respect: found.get(system.name) for respect, (found, _) in strengths.items()
                },
            )
            for system in study.systems.order_by("number")
        ],
        no_strength={respect: reason for respect, (_, reason) in strengths.items()},
        agreement=agreement,
    )


def outcome_of(comparison: Comparison) -> measures.Outcome:
    """What a comparison says; raises ``ValueError`` for one that is not submitted."""
    pair = comparison.pair
    if (
        comparison.left_captured is None
        or comparison.right_captured is None
        or comparison.ambiguity is None
        or comparison.fluency is None
        or comparison.overall is None
    ):
        raise ValueError(f"comparison {comparison.pk} is not submitted")
    return measures.Outcome(
        question=pair.example_id,
        disambiguations=pair.disambiguation_count,
        left=pair.left.system.name,
        right=pair.right.system.name,
        left_captured=comparison.left_captured,
        right_captured=comparison.right_captured,
        ambiguity=comparison.ambiguity,
        fluency=comparison.fluency,
        overall=comparison.overall,
    )


def _units_of(outcomes: Sequence[measures.Outcome]) -> measures.QuestionUnits:
    """Groups of pages where questions share pages, else the questions."""
    questions = list(dict.fromkeys(each.question for each in outcomes))
    units = example_units(questions)
    name = measures.QUESTIONS if units.name == EXAMPLES else units.name
    return measures.QuestionUnits(dict(zip(questions, units.of.tolist(), strict=True)), name)


def _observations(
    outcomes: Sequence[measures.Outcome],
) -> dict[str, list[measures.Observation]]:
    """What goes into each column of Table 4."""
    points = [list(measures.points(outcomes, respect)) for respect in RESPECTS]
    return dict(zip(COLUMNS, [list(measures.captures(outcomes)), *points], strict=True))


def _strengths(
    outcomes: Sequence[measures.Outcome], respect: str, units: measures.QuestionUnits
) -> tuple[dict[str, measures.Estimate], str | None]:
    if not outcomes:
        return {}, "Nothing was compared yet."
    try:
        strengths = bradley_terry(outcomes, respect)
    except UndefinedMeasureError as error:
        return {}, str(error)
    intervals = strength_intervals(outcomes, respect, strengths, units)
    return {name: _estimate(value, intervals[name]) for name, value in strengths.items()}, None


def _estimate(value: float, interval: Interval) -> measures.Estimate:
    low, high, withheld = interval
    return measures.Estimate(value, low, high, withheld.reason if withheld else "")


def _count(outcomes: Iterable[measures.Outcome]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for system in chain.from_iterable((each.left, each.right) for each in outcomes):
        counts[system] = counts.get(system, 0) + 1
    return counts


def _agreement(study: ComparisonStudy, made: Sequence[Comparison]) -> list[Agreement]:
    """Over the pairs on which as many comparers as there should be have decided.

    A file may say how many disambiguations were captured without saying which.
    """
    by_pair: dict[int, list[Comparison]] = {}
    for each in made:
        by_pair.setdefault(each.pair_id, []).append(each)
    wanted = study.comparers_per_pair
    whole = [each for each in by_pair.values() if len(each) == wanted and wanted > 1]
    is_shared = any(len(each) > 1 for each in by_pair.values())
    no_pair = NOT_ALL.format(wanted) if is_shared else NOBODY_ELSE
    captured = [
        [bool(captures[number]) for captures in sides]
        for pair in whole
        for side in ("left_captures", "right_captures")
        for sides in [[getattr(each, side) for each in pair]]
        if all(captures is not None for captures in sides)
        for number in range(len(sides[0]))
    ]
    return [
        *(
            _agreement_on(
                respect, [[getattr(each, respect) for each in pair] for pair in whole], no_pair
            )
            for respect in RESPECTS
        ),
        _agreement_on(CAPTURED, captured, NOT_WHICH if whole else no_pair),
    ]


def _agreement_on(respect: str, ratings: Sequence[Sequence[Hashable]], why_not: str) -> Agreement:
    if not ratings:
        return Agreement(respect, 0, None, None, why_not)
    agreement = observed_agreement(ratings)
    try:
        return Agreement(respect, len(ratings), agreement, fleiss_kappa(ratings), None)
    except UndefinedMeasureError as error:
        return Agreement(respect, len(ratings), agreement, None, f"{error}.".capitalize())


def metrics_of(systems: Iterable[ComparedSystem]) -> list[str]:
    """The names of the automatic scores that any of ``systems`` has, in their first order."""
    return list(dict.fromkeys(chain.from_iterable(system.scores for system in systems)))


def correlations_of(
    systems: Sequence[ComparedSystem], human: Mapping[str, Mapping[str, float]]
) -> dict[str, list[Correlation]]:
    """Table 5: of each column of Table 4, Pearson's correlation with each automatic score.

    ``human`` has by column the systems' percentages. It takes no time: anybody may ask for it.
    """
    scores = {
        metric: {each.name: each.scores[metric] for each in systems if metric in each.scores}
        for metric in metrics_of(systems)
    }
    return {
        column: [_correlation(metric, found, scores[metric]) for metric in scores]
        for column, found in human.items()
    }


def _correlation(
    metric: str, human: Mapping[str, float], scores: Mapping[str, float]
) -> Correlation:
    common = len(human.keys() & scores.keys())
    try:
        return Correlation(metric, measures.pearson(human, scores), common, None)
    except UndefinedMeasureError as error:
        return Correlation(metric, None, common, str(error))
