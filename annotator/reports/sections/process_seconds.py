"""How long annotations took: active time alone, of stages that were reached."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from annotator.measures.precision import proportion
from annotator.measures.process import Summary, summarise
from annotator.measures.undefined import UndefinedMeasureError
from annotator.reports.either_kind import most_annotations, stages_reached, total_seconds
from annotator.reports.figures import (
    Cell,
    Column,
    Drill,
    Figure,
    Missing,
    Plot,
    Point,
    Table,
    measured,
)
from annotator.reports.natural_questions_columns import NaturalQuestionsColumns
from annotator.reports.published import SECONDS_PER_ANNOTATION

STAGES = ("question", "long_answer", "short_answer")
EDGES = (0, 20, 40, 60, 80, 100, 120, 180, 240)
"""Of the bars of the time in all, in seconds; the last has no end."""

UNTIMED = Missing("No annotation has a measured time.", "It takes one annotation made here.", 0, 1)


def interval_of(summary: Summary) -> tuple[float | None, float | None]:
    """Student's interval of a mean time as far as it can be: no time is below 0."""
    low, high = summary.interval or (None, None)
    return None if low is None else max(low, 0.0), high


def reached(annotations: NaturalQuestionsColumns) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """Each stage's seconds, of the annotations that came to it, and those of all stages."""
    came = stages_reached(annotations)
    for place, stage in enumerate(STAGES):
        yield stage, annotations.seconds[came[:, place], place]
    yield "in_all", total_seconds(annotations)


def seconds_figures(annotations: NaturalQuestionsColumns) -> list[Figure]:
    """Mean and median time of an annotation, and how many have none."""
    values = total_seconds(annotations)

    def mean() -> Figure:
        summary = summarise(values)
        low, high = interval_of(summary)
        return Figure(
            "seconds_mean",
            "seconds",
            value=summary.mean,
            low=low,
            high=high,
            count=summary.present,
            method="student" if summary.interval else "",
            published=SECONDS_PER_ANNOTATION,
        )

    def median() -> Figure:
        summary = summarise(values)
        return Figure("seconds_median", "seconds", summary.median, count=summary.present)

    untimed = int(np.isnan(values).sum())
    return [
        measured("seconds_mean", "seconds", mean, UNTIMED),
        measured("seconds_median", "seconds", median, UNTIMED),
        Figure("seconds_missing", "count", untimed, count=len(values)),
    ]


def seconds_plots(annotations: NaturalQuestionsColumns) -> list[Plot]:
    """Mean seconds of each stage; how many annotations took how long in all."""
    points, most = [], most_annotations(annotations)
    for stage, values in reached(annotations):
        if (summary := _summary(values)) is None:
            continue
        low, high = interval_of(summary)
        points.append(
            Point(
                key=stage,
                value=summary.mean,
                low=low,
                high=high,
                count=summary.present,
                published=SECONDS_PER_ANNOTATION if stage == "in_all" else None,
                examples=Drill(f"timed_{stage}", 1, most),
            )
        )
    missing = None if points else UNTIMED
    stages = Plot("seconds_by_stage", "seconds", "bars", points=points, missing=missing)
    return [stages, _distribution(annotations)]


def _distribution(annotations: NaturalQuestionsColumns) -> Plot:
    values = total_seconds(annotations)
    timed = int((~np.isnan(values)).sum())
    if not timed:
        return Plot("seconds_distribution", "share", "bars", missing=UNTIMED)
    points, most = [], most_annotations(annotations)
    for name, chosen in _bins(values):
        share = proportion(int(chosen.sum()), timed)
        points.append(
            Point(
                key=name,
                value=share.value,
                low=share.low,
                high=share.high,
                count=share.count,
                total=share.total,
                examples=Drill(f"took_{name}", 1, most) if share.count else None,
            )
        )
    return Plot("seconds_distribution", "share", "bars", points=points)


def _bins(values: NDArray[np.float64]) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    """From each edge, inclusive, to the next, exclusive."""
    for low, high in zip(EDGES, (*EDGES[1:], np.inf), strict=True):
        name = f"{low}_and_more" if high == np.inf else f"{low}_to_{high}"
        yield name, (values >= low) & (values < high)


def seconds_table(annotations: NaturalQuestionsColumns) -> Table:
    """Every stage's number, mean, quartiles; the paper has a mean in all alone."""
    rows: list[list[Cell]] = []
    for stage, values in reached(annotations):
        summary = _summary(values)
        if summary is None:
            rows.append([stage, 0, len(values), *[None] * 7])
            continue
        low, high = interval_of(summary)
        first, third = summary.quartiles
        given = [summary.mean, low, high, first, summary.median, third, summary.percentile_90]
        rows.append([stage, summary.present, summary.missing, *given])
    names = ("mean", "low", "high", "lower_quartile", "median", "upper_quartile", "percentile_90")
    columns = [
        Column("stage"),
        Column("present", "count"),
        Column("missing", "count"),
        *(Column(name, "seconds") for name in names),
    ]
    paper: list[Cell] = ["in_all", None, None, SECONDS_PER_ANNOTATION, *[None] * 6]
    return Table("seconds", columns, rows, published=[paper])


def time_columns(annotations: NaturalQuestionsColumns) -> dict[str, NDArray[np.bool_]]:
    """Which annotations were timed, in each stage and in all, and which took how long."""
    values = total_seconds(annotations)
    timed = ~np.isnan(annotations.seconds) & stages_reached(annotations)
    columns = {f"timed_{stage}": timed[:, place] for place, stage in enumerate(STAGES)}
    columns["timed_in_all"] = ~np.isnan(values)
    return columns | {f"took_{name}": chosen for name, chosen in _bins(values)}


def _summary(values: NDArray[np.float64]) -> Summary | None:
    try:
        return summarise(values)
    except UndefinedMeasureError:
        return None
