"""How good can a model get? How well people do on the measure itself (NQ, section 5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.measures.evaluation import Outcomes, Score
from annotator.measures.human_bounds import one_against_others, single_annotator, super_annotator
from annotator.measures.intervals import Clusters
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.quality.reports.answers_by_example import (
    PARTS,
    AnsweredExamples,
    Part,
    answered_examples,
    most_annotations,
)
from annotator.quality.reports.context import Parameters, ReportContext
from annotator.quality.reports.estimates import estimated
from annotator.quality.reports.figures import (
    Cell,
    Column,
    Drill,
    Figure,
    Missing,
    Plot,
    Point,
    Section,
    Table,
    measured,
)
from annotator.quality.reports.partial_columns import partial_column
from annotator.quality.reports.planned import nothing_planned
from annotator.quality.reports.published import TABLE_3
from annotator.quality.reports.sections import human_bound_curves

NAME = "human_bound"
SINGLE, SUPER, ONE = "single_annotator", "super_annotator", "one_against_others"
WHO = (SINGLE, SUPER, ONE)
SCORES: tuple[Score, ...] = ("precision", "recall", "f1")


@dataclass(frozen=True, slots=True)
class Bound:
    """What somebody reaches, by part, on the examples with ``keys``, which belong to ``units``; or
    why nobody can say it.
    """

    keys: NDArray[np.int64]
    units: Clusters
    outcomes: Mapping[Part, Outcomes]
    missing: Missing | None

    @property
    def examples(self) -> int:
        """How many examples it is taken over."""
        return len(self.keys)


def compute(context: ReportContext) -> Section:
    """The section *human_bound*.

    The super-annotator uses examples with ``references + predictors`` annotations; the single
    annotator the same ones or, if there are none, those with more than ``references``; one against
    the others those with ``references``. If there are more annotations, the earliest count.
    """
    many = _answered(context)
    bounds = _bounds(context, many)
    figures = [
        _score(bounds[who], who, part, score)
        for score in ("f1", "accuracy")
        for who in WHO
        for part in PARTS
    ]
    figures += [_answerable(bounds[SINGLE], part) for part in PARTS]
    return Section(
        NAME,
        figures=[*figures, *human_bound_curves.figures(many, bounds[SUPER].missing, context)],
        plots=[
            *(_scores(bounds, part) for part in PARTS),
            *human_bound_curves.plots(many, bounds[SUPER].missing, context),
        ],
        tables=[_table_3(bounds)],
        notes=_notes(bounds),
    )


def columns(context: ReportContext) -> Mapping[str, NDArray[Any]]:
    """Columns of the example table: what each example adds to each score and curve."""
    many = _answered(context)
    bounds = _bounds(context, many)
    scores = {
        _column(score, who, part): partial_column(bound.keys, outcomes.by_example(score))
        for who, bound in bounds.items()
        for part, outcomes in bound.outcomes.items()
        for score in SCORES
    }
    return scores | human_bound_curves.columns(many, context)


def _column(score: Score, who: str, part: Part) -> str:
    return f"{score}_of_example_{who}_{part}"


def _answered(context: ReportContext) -> AnsweredExamples:
    many = _many(context.parameters)
    return answered_examples(context.annotations, at_least=many, first=many)


def _many(parameters: Parameters) -> int:
    return parameters.references + parameters.predictors


def _bounds(context: ReportContext, many: AnsweredExamples) -> dict[str, Bound]:
    parameters, annotations = context.parameters, context.annotations
    references, beta = parameters.references, parameters.beta
    several = many if len(many) else answered_examples(annotations, at_least=references + 1)
    few_size = max(references, beta + 1)
    few = answered_examples(annotations, at_least=few_size, first=few_size)
    have, units = most_annotations(annotations), context.units
    return {
        SINGLE: Bound(
            several.keys,
            units.of(several.keys),
            {
                part: single_annotator(several.of(part), references=references, beta=beta)
                for part in PARTS
                if len(several)
            },
            None if len(several) else _too_few(context, have, references + 1),
        ),
        SUPER: Bound(
            many.keys,
            units.of(many.keys),
            {
                part: super_annotator(
                    many.of(part),
                    alpha=parameters.alpha,
                    references=references,
                    predictors=parameters.predictors,
                    beta=beta,
                )
                for part in PARTS
                if len(many)
            },
            None if len(many) else _too_few(context, have, _many(parameters)),
        ),
        ONE: Bound(
            few.keys,
            units.of(few.keys),
            {part: one_against_others(few.of(part), beta=beta) for part in PARTS if len(few)},
            None if len(few) else _too_few(context, have, few_size),
        ),
    }


def _too_few(context: ReportContext, have: int, need: int) -> Missing:
    return nothing_planned(context, need, have) or Missing(
        f"No example has {need} annotations yet; the most that one has is {have}.",
        f"{need - have} more of that example are enough to begin.",
        have,
        need,
    )


def _score(bound: Bound, who: str, part: Part, score: Score) -> Figure:
    name = f"{score}_{who}_{part}"
    published = TABLE_3.get(who, {}).get(part, {}).get(score)
    if bound.missing:
        return Figure(name, "share", published=published, missing=bound.missing)
    outcomes = bound.outcomes[part]

    def measure() -> Figure:
        value = float(getattr(outcomes, score)())
        figure = Figure(name, "share", value, count=bound.examples, published=published)
        return estimated(figure, outcomes.interval(score, units=bound.units), "binomial")

    return measured(name, "share", measure, Missing("", "More annotations with an answer."))


def _answerable(bound: Bound, part: Part) -> Figure:
    """The share of examples with g(a) ≥ β: the accuracy of being right on exactly these."""
    name = f"answerable_{part}"
    if bound.missing:
        return Figure(name, "share", missing=bound.missing)
    answerable = bound.outcomes[part].answerable
    always = Outcomes(answerable, answerable, answerable, answerable)
    figure = Figure(name, "share", always.accuracy(), count=bound.examples)
    return estimated(figure, always.interval("accuracy", units=bound.units), "binomial")


def _scores(bounds: Mapping[str, Bound], part: Part) -> Plot:
    """Table 3's human rows as bars with intervals, beside the published values."""
    name = f"scores_{part}"
    points, gaps = [], []
    for score in SCORES:
        for who in WHO:
            figure = _score(bounds[who], who, part, score)
            if figure.value is None:
                continue
            gaps += [figure.no_interval] if figure.no_interval else []
            points.append(
                Point(
                    key=score,
                    series=who,
                    value=figure.value,
                    low=figure.low,
                    high=figure.high,
                    count=figure.count,
                    published=figure.published,
                    examples=Drill(_column(score, who, part), 0, 1),
                )
            )
    return Plot(
        name,
        "share",
        "bars",
        series=WHO,
        points=points,
        missing=_none(points, bounds),
        no_interval=gaps[0] if gaps else None,
    )


def _none(points: list[Point], bounds: Mapping[str, Bound]) -> Missing | None:
    if points:
        return None
    return bounds[ONE].missing or human_bound_curves.NO_SCORES


def _table_3(bounds: Mapping[str, Bound]) -> Table:
    rows: list[list[Cell]] = []
    for who in WHO:
        bound = bounds[who]
        cells = [_value(bound.outcomes.get(part), score) for part in PARTS for score in SCORES]
        rows.append([who, bound.examples, *cells])
    published: list[list[Cell]] = [
        [who, None, *(TABLE_3[who][part][score] for part in PARTS for score in SCORES)]
        for who in TABLE_3
    ]
    return Table("table_3", _TABLE_3, rows, published=published)


_TABLE_3 = (
    Column("who", "text"),
    Column("examples", "count"),
    *(Column(f"{score}_{part}", "share") for part in PARTS for score in SCORES),
)


def _value(outcomes: Outcomes | None, score: Score) -> float | None:
    if outcomes is None:
        return None
    try:
        return float(getattr(outcomes, score)())
    except UndefinedMeasureError:
        return None


def _notes(bounds: Mapping[str, Bound]) -> tuple[str, ...]:
    notes = ["every_draw"] if bounds[SINGLE].missing is None else []
    if bounds[ONE].missing is None:
        notes.append("one_against_four")
    if bounds[SINGLE].missing is None and bounds[SUPER].missing:
        notes.append("fewer_than_25")
    return tuple(notes)
