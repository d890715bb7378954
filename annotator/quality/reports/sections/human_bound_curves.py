"""The effect of the threshold α, β and k on people's scores, and when predicting pays off."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.measures.bayes_threshold import bayes_threshold, threshold_given_null
from annotator.measures.evaluation import Outcomes, Score
from annotator.measures.human_bounds import single_annotator, super_annotator
from annotator.measures.intervals import Clusters, Interval
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.quality.reports.answers_by_example import PARTS, AnsweredExamples, Part
from annotator.quality.reports.context import ReportContext
from annotator.quality.reports.estimates import first_without
from annotator.quality.reports.figures import Drill, Figure, Missing, Plot, Point
from annotator.quality.reports.partial_columns import partial_column
from annotator.quality.reports.published import BAYES_THRESHOLD, SUPER_ANNOTATOR_ALPHA, TABLE_3

SCORES: tuple[Score, ...] = ("precision", "recall", "f1")
NO_SCORES = Missing("Nobody gave an answer, so there are no scores.")
KS = (3, 5, 10, 25)
"""Numbers of annotations whose thresholds are compared with the project's own."""

NULL_STEPS = 40
PAPERS_K, PAPERS_BETA = 5, 2
CURVES: Mapping[str, Sequence[str]] = {
    **{f"alpha_{part}": SCORES for part in PARTS},
    "f1_by_beta": tuple(f"{who}_{part}" for part in PARTS for who in ("single", "super")),
    "f1_by_references": PARTS,
}
"""Plots of the super-annotator's examples, each with its series."""


def figures(
    many: AnsweredExamples, missing: Missing | None, context: ReportContext
) -> list[Figure]:
    """The Bayes-optimal threshold, and which α serves the super-annotator best."""
    parameters = context.parameters
    k, beta = parameters.references, parameters.beta
    is_the_papers = (k, beta) == (PAPERS_K, PAPERS_BETA)
    threshold = Figure(
        "bayes_threshold",
        "",
        value=bayes_threshold(k, beta),
        published=BAYES_THRESHOLD if is_the_papers else None,
    )
    return [threshold, *(_best_alpha(many, part, missing, context) for part in PARTS)]


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """A series of a plot: the ``score`` on the same examples for each x."""

    plot: str
    series: str
    score: Score
    outcomes: Mapping[int, Outcomes]
    published: Mapping[int, float]

    def column(self, x: int) -> str:
        """The column of the example table that is behind the point at x."""
        return f"{self.plot}_{self.series}_{x}"


def plots(many: AnsweredExamples, missing: Missing | None, context: ReportContext) -> list[Plot]:
    """The curves over α, β and k, and the thresholds."""
    curves = [] if missing else _curves(many, context)
    units = context.units.of(many.keys)
    return [
        *(_plot(name, series, curves, units, missing) for name, series in CURVES.items()),
        _thresholds(context),
        _thresholds_given_null(context),
    ]


def columns(many: AnsweredExamples, context: ReportContext) -> dict[str, NDArray[Any]]:
    """What each example adds to each point of the curves."""
    return {
        curve.column(x): partial_column(many.keys, outcomes.by_example(curve.score))
        for curve in (_curves(many, context) if len(many) else ())
        for x, outcomes in curve.outcomes.items()
    }


def _super(many: AnsweredExamples, part: Part, alpha: int, context: ReportContext) -> Outcomes:
    parameters = context.parameters
    return super_annotator(
        many.of(part),
        alpha=alpha,
        references=parameters.references,
        predictors=parameters.predictors,
        beta=parameters.beta,
    )


def _best_alpha(
    many: AnsweredExamples, part: Part, missing: Missing | None, context: ReportContext
) -> Figure:
    name = f"best_alpha_{part}"
    if missing:
        return Figure(name, "count", published=SUPER_ANNOTATOR_ALPHA, missing=missing)
    alphas = range(1, context.parameters.predictors + 1)
    scores = [_value(_super(many, part, alpha, context), "f1") for alpha in alphas]
    known = [each for each in scores if each is not None]
    if not known:
        return Figure(name, "count", missing=NO_SCORES)
    # Of equally good ones the lowest.
    best = float(scores.index(max(known)) + 1)
    return Figure(name, "count", value=best, count=len(many), published=SUPER_ANNOTATOR_ALPHA)


def _curves(many: AnsweredExamples, context: ReportContext) -> list[Curve]:
    return [
        *(curve for part in PARTS for curve in _alpha_curves(many, part, context)),
        *(curve for part in PARTS for curve in _beta_curves(many, part, context)),
        *(_references_curve(many, part, context) for part in PARTS),
    ]


def _alpha_curves(many: AnsweredExamples, part: Part, context: ReportContext) -> list[Curve]:
    """Precision, recall and F1 of the super-annotator for each α."""
    alphas = range(1, context.parameters.predictors + 1)
    outcomes = {alpha: _super(many, part, alpha, context) for alpha in alphas}
    paper = TABLE_3["super_annotator"][part]
    return [
        Curve(f"alpha_{part}", score, score, outcomes, {SUPER_ANNOTATOR_ALPHA: paper[score]})
        for score in SCORES
    ]


def _beta_curves(many: AnsweredExamples, part: Part, context: ReportContext) -> list[Curve]:
    """F1 for each β: how many of the references must be non-null."""
    references = context.parameters.references
    betas = range(1, references + 1)
    single = {
        beta: single_annotator(many.of(part), references=references, beta=beta) for beta in betas
    }
    everybody = {
        beta: super_annotator(
            many.of(part),
            alpha=context.parameters.alpha,
            references=references,
            predictors=context.parameters.predictors,
            beta=beta,
        )
        for beta in betas
    }
    return [
        Curve(
            "f1_by_beta",
            f"{who}_{part}",
            "f1",
            outcomes,
            {PAPERS_BETA: TABLE_3[f"{who}_annotator"][part]["f1"]},
        )
        for who, outcomes in (("single", single), ("super", everybody))
    ]


def _references_curve(many: AnsweredExamples, part: Part, context: ReportContext) -> Curve:
    """F1 of a single annotator for each k: how many references there are."""
    parameters = context.parameters
    outcomes = {
        k: single_annotator(many.of(part), references=k, beta=parameters.beta)
        for k in range(parameters.beta, parameters.predictors + 1)
    }
    published = {PAPERS_K: TABLE_3["single_annotator"][part]["f1"]}
    return Curve("f1_by_references", part, "f1", outcomes, published)


def _plot(
    name: str,
    series: Sequence[str],
    curves: Sequence[Curve],
    units: Clusters,
    missing: Missing | None,
) -> Plot:
    points: list[Point] = []
    gaps: list[Missing] = []
    for curve in curves:
        if curve.plot == name:
            found, gap = _points(curve, units)
            points += found
            gaps += [gap] if gap else []
    return Plot(
        name,
        "share",
        "line",
        x="number",
        series=series,
        points=points,
        missing=missing or (None if points else NO_SCORES),
        no_interval=gaps[0] if gaps else None,
    )


_NO_INTERVAL = Interval(None, None)


def _points(curve: Curve, units: Clusters) -> tuple[list[Point], Missing | None]:
    """A point for each x whose outcomes have the score; why the first without an interval has
    none.
    """
    known = [
        (x, each, value)
        for x, each in curve.outcomes.items()
        if (value := _value(each, curve.score)) is not None
    ]
    # At a high α a few examples decide, and no interval holds (benchmarks/coverage).
    none = curve.plot.startswith("alpha_")
    intervals = [
        _NO_INTERVAL if none else each.interval(curve.score, units=units) for _, each, _ in known
    ]
    points = [
        Point(
            key=str(x),
            series=curve.series,
            x=float(x),
            value=value,
            low=interval.low,
            high=interval.high,
            count=len(each.correct),
            published=curve.published.get(x),
            examples=Drill(curve.column(x), 0, 1),
        )
        for (x, each, value), interval in zip(known, intervals, strict=True)
    ]
    return points, first_without(intervals)


def _thresholds(context: ReportContext) -> Plot:
    """α for γ + γ̄ = 1 over β, for several k."""
    numbers = sorted({*KS, context.parameters.references})
    points = [
        Point(
            key=str(beta),
            series=f"k_{k}",
            x=float(beta),
            value=bayes_threshold(k, beta),
            published=BAYES_THRESHOLD if (k, beta) == (PAPERS_K, PAPERS_BETA) else None,
        )
        for k in numbers
        for beta in range(1, min(k, max(numbers[0], context.parameters.references)) + 1)
    ]
    series = tuple(f"k_{k}" for k in numbers)
    return Plot("thresholds", "share", "line", x="number", series=series, points=points)


def _thresholds_given_null(context: ReportContext) -> Plot:
    """The γ from which predicting pays off, over γ̄, for each β, up to the point without other
    answers, which is the threshold of ``_thresholds``.
    """
    k = context.parameters.references
    points = []
    for beta in range(1, k + 1):
        for null in np.linspace(0, 1, NULL_STEPS + 1).round(6).tolist():
            try:
                value = threshold_given_null(null, k, beta)
            except UndefinedMeasureError:
                continue
            points.append(Point(key=f"{null:g}", series=f"beta_{beta}", x=null, value=value))
        last = bayes_threshold(k, beta)
        points.append(Point(key=f"{1 - last:.5f}", series=f"beta_{beta}", x=1 - last, value=last))
    series = tuple(f"beta_{beta}" for beta in range(1, k + 1))
    return Plot("thresholds_given_null", "share", "line", x="number", series=series, points=points)


def _value(outcomes: Outcomes, score: Score) -> float | None:
    try:
        return float(getattr(outcomes, score)())
    except UndefinedMeasureError:
        return None
