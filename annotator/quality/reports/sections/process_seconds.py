"""How long annotations took: active time alone, of stages that were reached."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.measures.intervals import Clusters, Interval, clustered_proportion, two_way_interval
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.process import Summary, summarise
from annotator.quality.reports.either_kind import (
    most_annotations,
    seconds_of_stages,
    stages_reached,
    total_seconds,
)
from annotator.quality.reports.estimates import estimated, first_without, share_point
from annotator.quality.reports.figures import (
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
from annotator.quality.reports.natural_questions_columns import NaturalQuestionsColumns
from annotator.quality.reports.published import SECONDS_PER_ANNOTATION

STAGES = ("question", "long_answer", "short_answer")
EDGES = (0, 20, 40, 60, 80, 100, 120, 180, 240)
"""Edges of the bars of total time, in seconds; the last bar has no end."""

UNTIMED = Missing("No annotation has a measured time.", "One annotation made here is enough.", 0, 1)


def interval_of_seconds(annotations: Any, values: NDArray[np.float64], units: Clusters) -> Interval:
    """The interval of the mean of ``values``, NaN for none. It is about other annotators of other
    units: both are drawn.
    """
    known = ~np.isnan(values)
    return two_way_interval(values[known], units.take(known), annotations.annotator[known])


def reached(annotations: NaturalQuestionsColumns) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """Each stage's seconds, NaN for annotations that did not come to it, and their total."""
    stages = seconds_of_stages(annotations)
    for place, stage in enumerate(STAGES):
        yield stage, stages[:, place]
    yield "in_all", total_seconds(annotations)


def seconds_figures(annotations: NaturalQuestionsColumns, units: Clusters) -> list[Figure]:
    """Mean and median time of an annotation, and how many have none."""
    values = total_seconds(annotations)

    def mean() -> Figure:
        summary = summarise(values)
        figure = Figure(
            "seconds_mean",
            "seconds",
            value=summary.mean,
            count=summary.present,
            published=SECONDS_PER_ANNOTATION,
        )
        return estimated(figure, interval_of_seconds(annotations, values, units), "two_way")

    def median() -> Figure:
        summary = summarise(values)
        return Figure("seconds_median", "seconds", summary.median, count=summary.present)

    untimed = int(np.isnan(values).sum())
    return [
        measured("seconds_mean", "seconds", mean, UNTIMED),
        measured("seconds_median", "seconds", median, UNTIMED),
        Figure("seconds_missing", "count", untimed, count=len(values)),
    ]


def seconds_plots(annotations: NaturalQuestionsColumns, units: Clusters) -> list[Plot]:
    """Mean seconds of each stage; how many annotations took how long in all."""
    points, intervals, most = [], [], most_annotations(annotations)
    for stage, values in reached(annotations):
        if (summary := _summary(values)) is None:
            continue
        interval = interval_of_seconds(annotations, values, units)
        intervals.append(interval)
        points.append(
            Point(
                key=stage,
                value=summary.mean,
                low=interval.low,
                high=interval.high,
                count=summary.present,
                published=SECONDS_PER_ANNOTATION if stage == "in_all" else None,
                examples=Drill(f"timed_{stage}", 1, most),
            )
        )
    stages = Plot(
        "seconds_by_stage",
        "seconds",
        "bars",
        points=points,
        missing=None if points else UNTIMED,
        no_interval=first_without(intervals),
    )
    return [stages, _distribution(annotations, units)]


def _distribution(annotations: NaturalQuestionsColumns, units: Clusters) -> Plot:
    values = total_seconds(annotations)
    timed = ~np.isnan(values)
    if not timed.any():
        return Plot("seconds_distribution", "share", "bars", missing=UNTIMED)
    most = most_annotations(annotations)
    shares = {
        name: clustered_proportion(chosen, units, timed) for name, chosen in bins_of_seconds(values)
    }
    return Plot(
        "seconds_distribution",
        "share",
        "bars",
        points=[
            share_point(name, share, Drill(f"took_{name}", 1, most))
            for name, share in shares.items()
        ],
        no_interval=first_without(shares.values()),
    )


def bins_of_seconds(values: NDArray[np.float64]) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    """From each edge, inclusive, to the next, exclusive."""
    for low, high in zip(EDGES, (*EDGES[1:], np.inf), strict=True):
        name = f"{low}_and_more" if high == np.inf else f"{low}_to_{high}"
        yield name, (values >= low) & (values < high)


def seconds_table(annotations: NaturalQuestionsColumns, units: Clusters) -> Table:
    """Every stage's number, mean, quartiles; the paper has a mean in all alone."""
    rows: list[list[Cell]] = []
    everybody = np.ones((len(annotations), 1), dtype=np.bool_)
    reach = np.hstack([stages_reached(annotations), everybody])
    for (stage, values), came_to in zip(reached(annotations), reach.T, strict=True):
        came = int(np.count_nonzero(came_to))
        summary = _summary(values)
        if summary is None:
            rows.append([stage, 0, came, *[None] * 7])
            continue
        low, high, _ = interval_of_seconds(annotations, values, units)
        first, third = summary.quartiles
        given = [summary.mean, low, high, first, summary.median, third, summary.percentile_90]
        rows.append([stage, summary.present, came - summary.present, *given])
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
    return columns | {f"took_{name}": chosen for name, chosen in bins_of_seconds(values)}


def _summary(values: NDArray[np.float64]) -> Summary | None:
    try:
        return summarise(values)
    except UndefinedMeasureError:
        return None
