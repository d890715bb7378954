"""What the threshold α, β and k do to what people reach, and when predicting pays off."""

from collections.abc import Callable, Sequence

import numpy as np

from annotator.measures.bayes_threshold import bayes_threshold, threshold_given_null
from annotator.measures.evaluation import Outcomes, Score, intervals_together
from annotator.measures.human_bounds import single_annotator, super_annotator
from annotator.measures.undefined import UndefinedMeasureError
from annotator.reports.answers_by_example import PARTS, AnsweredExamples, Part
from annotator.reports.context import ReportContext
from annotator.reports.figures import Figure, Missing, Plot, Point
from annotator.reports.published import BAYES_THRESHOLD, SUPER_ANNOTATOR_ALPHA, TABLE_3
from annotator.reports.variety import ENOUGH_FOR_AN_INTERVAL

SCORES: tuple[Score, ...] = ("precision", "recall", "f1")
NO_SCORES = Missing("Nobody gave an answer, so that there are no scores.")
KS = (3, 5, 10, 25)
"""Numbers of annotations whose thresholds are compared, beside the project's own."""

NULL_STEPS = 40
PAPERS_K, PAPERS_BETA = 5, 2


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


def plots(many: AnsweredExamples, missing: Missing | None, context: ReportContext) -> list[Plot]:
    """The curves over α, β and k, and the thresholds."""
    return [
        *(_alpha_plot(many, part, missing, context) for part in PARTS),
        _beta_plot(many, missing, context),
        _references_plot(many, missing, context),
        _thresholds(context),
        _thresholds_given_null(context),
    ]


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


def _alpha_plot(
    many: AnsweredExamples, part: Part, missing: Missing | None, context: ReportContext
) -> Plot:
    """Precision, recall and F1 of the super-annotator for each α."""
    name = f"alpha_{part}"
    if missing:
        return Plot(name, "share", "line", x="number", series=SCORES, missing=missing)
    alphas = range(1, context.parameters.predictors + 1)
    outcomes = [_super(many, part, alpha, context) for alpha in alphas]
    points = []
    for score in SCORES:
        published = TABLE_3["super_annotator"][part][score]
        points += _points(
            score, alphas, outcomes, score, context, {SUPER_ANNOTATOR_ALPHA: published}
        )
    return _curves(name, SCORES, points)


def _beta_plot(many: AnsweredExamples, missing: Missing | None, context: ReportContext) -> Plot:
    """F1 for each β: how many of the references must be non-null."""
    series = tuple(f"{who}_{part}" for part in PARTS for who in ("single", "super"))
    plot = Plot("f1_by_beta", "share", "line", x="number", series=series, missing=missing)
    if missing:
        return plot
    parameters = context.parameters
    betas = range(1, parameters.references + 1)
    makers: dict[str, Callable[[Part, int], Outcomes]] = {
        "single": lambda part, beta: single_annotator(
            many.of(part), references=parameters.references, beta=beta
        ),
        "super": lambda part, beta: super_annotator(
            many.of(part),
            alpha=parameters.alpha,
            references=parameters.references,
            predictors=parameters.predictors,
            beta=beta,
        ),
    }
    points = []
    for part in PARTS:
        for who, make in makers.items():
            outcomes = [make(part, beta) for beta in betas]
            published = {PAPERS_BETA: TABLE_3[f"{who}_annotator"][part]["f1"]}
            points += _points(f"{who}_{part}", betas, outcomes, "f1", context, published)
    return _curves("f1_by_beta", series, points)


def _references_plot(
    many: AnsweredExamples, missing: Missing | None, context: ReportContext
) -> Plot:
    """F1 of a single annotator for each k: how many references there are."""
    plot = Plot("f1_by_references", "share", "line", x="number", series=PARTS, missing=missing)
    if missing:
        return plot
    parameters = context.parameters
    numbers = range(parameters.beta, parameters.predictors + 1)
    points = []
    for part in PARTS:
        outcomes = [
            single_annotator(many.of(part), references=k, beta=parameters.beta) for k in numbers
        ]
        published = {PAPERS_K: TABLE_3["single_annotator"][part]["f1"]}
        points += _points(part, numbers, outcomes, "f1", context, published)
    return _curves("f1_by_references", PARTS, points)


def _curves(name: str, series: Sequence[str], points: Sequence[Point]) -> Plot:
    missing = None if points else NO_SCORES
    return Plot(name, "share", "line", x="number", series=series, points=points, missing=missing)


def _points(  # noqa: PLR0917 - a curve is what it is over what
    series: str,
    xs: Sequence[int],
    outcomes: Sequence[Outcomes],
    score: Score,
    context: ReportContext,
    published: dict[int, float],
) -> list[Point]:
    """A point for each x whose outcomes have the score, with intervals from the same resamples."""
    known = [
        (x, each, value)
        for x, each in zip(xs, outcomes, strict=True)
        if (value := _value(each, score)) is not None
    ]
    bounds: Sequence[tuple[float | None, float | None]] = [(None, None)] * len(known)
    if known and len(known[0][1].correct) >= ENOUGH_FOR_AN_INTERVAL:
        found = intervals_together(
            [each for _, each, _ in known],
            score,
            seed=context.seed,
            resamples=context.parameters.resamples,
        )
        bounds = [(each.low, each.high) for each in found]
    return [
        Point(
            key=str(x),
            series=series,
            x=float(x),
            value=value,
            low=low,
            high=high,
            count=len(each.correct),
            published=published.get(x),
        )
        for (x, each, value), (low, high) in zip(known, bounds, strict=True)
    ]


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
    """From which γ on predicting pays off, over γ̄, for each β, as far as it ever does: to where
    there is no other answer, which is the threshold of ``_thresholds``.
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
