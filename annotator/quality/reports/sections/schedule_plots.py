"""Plots and tables of the schedule, and the columns behind their bars."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.measures.forecast import Forecast
from annotator.measures.intervals import Interval
from annotator.quality.reports.context import ReportContext
from annotator.quality.reports.estimates import no_interval
from annotator.quality.reports.figures import Cell, Column, Drill, Missing, Plot, Point, Table
from annotator.quality.reports.partial_columns import partial_column

LONGEST = 91
"""Days that the plot of single days shows: 13 weeks."""

WEEK = 7
_COURSE = 60


def per_day_plot(
    first: int,
    counts: NDArray[np.int64],
    by_example: Sequence[tuple[int, str, int]],
    none: Missing,
) -> Plot:
    """Annotations of each UTC day, and the mean of each whole day with the six before it. A day's
    bar opens the examples of ``by_example`` (see ``schedule_inputs``) that have it.
    """
    if not len(counts):
        return Plot("per_day", "count", "line", "date", missing=none)
    shown = range(max(0, len(counts) - LONGEST), len(counts))
    most: dict[str, int] = {}
    for _, day, count in by_example:
        most[day] = max(most.get(day, 0), count)
    single = [
        Point(
            key=_date(first + place),
            x=first + place,
            value=int(counts[place]),
            series="submitted",
            examples=_drill_of_day(_date(first + place), most),
        )
        for place in shown
    ]
    means = [
        Point(
            key=_date(first + place),
            x=first + place,
            value=float(counts[place - WEEK + 1 : place + 1].mean()),
            series="mean_7_days",
        )
        for place in shown
        # Today is not over yet.
        if WEEK - 1 <= place < len(counts) - 1
    ]
    return Plot("per_day", "count", "line", "date", ("submitted", "mean_7_days"), single + means)


def burn_up_plot(
    first: int,
    counts: NDArray[np.int64],
    submitted: int,
    wanted: int,
    forecast: Forecast | None,
    *,
    too_few: Interval | None,
) -> Plot:
    """Annotations up to each day, the forecast's way to all that are wanted, and that number. The
    way has no interval where days are ``too_few``.

    Imported annotations are there from the beginning.
    """
    if not len(counts):
        none = Missing("No annotation has a known day yet.")
        return Plot("burn_up", "count", "line", "date", missing=none)
    totals = submitted - int(counts.sum()) + np.cumsum(counts)
    step = -(-len(counts) // _COURSE)
    today = len(counts) - 1
    past = [
        Point(key=_date(first + place), x=first + place, value=int(totals[place]), series="so_far")
        for place in range(today % step, len(counts), step)
    ]
    coming = [
        Point(
            key=_date(first + today + each.day),
            x=first + today + each.day,
            value=submitted + each.median,
            low=None if too_few else submitted + each.low,
            high=None if too_few else submitted + each.high,
            series="forecast",
        )
        for each in (forecast.course if forecast else ())
    ]
    end = first + today + (forecast.course[-1].day if forecast else 0)
    goal = [
        Point(key=_date(day), x=day, value=wanted, series="wanted")
        for day in dict.fromkeys([first, end])
    ]
    return Plot(
        "burn_up",
        "count",
        "line",
        "date",
        ("so_far", "forecast", "wanted"),
        past + coming + goal,
        no_interval=no_interval(too_few) if coming and too_few else None,
    )


def examples_plot(context: ReportContext, given: NDArray[np.int64]) -> Plot:
    """For each split: examples that are complete, begun, and not begun."""
    if not len(context.examples):
        none = Missing("The project has no examples yet.", "Import examples.")
        return Plot("examples_by_split", "count", "stacked", missing=none)
    points = []
    for name, rows in _splits(context):
        wanted = context.examples.overlap[rows]
        complete, begun = given[rows] >= wanted, given[rows] > 0
        column = _column_of(context, name)
        for state, chosen, drill in (
            ("complete", complete, _drill(column, 0, 0)),
            ("begun", begun & ~complete, _drill(column, 1, int(wanted.max()))),
            ("not_begun", ~begun & ~complete, _drill(f"not_begun_{column}", 1, int(wanted.max()))),
        ):
            count = int(chosen.sum())
            points.append(
                Point(
                    key=name or "no_split",
                    value=count,
                    series=state,
                    total=len(wanted),
                    examples=drill if count else None,
                )
            )
    series = ("complete", "begun", "not_begun")
    return Plot("examples_by_split", "count", "stacked", "category", series, points)


def splits_table(context: ReportContext, given: NDArray[np.int64]) -> Table:
    """Slots by state, for each split and in all."""
    amounts = {
        name or "no_split": _amounts(context, given, name, rows) for name, rows in _splits(context)
    }
    if len(amounts) > 1:
        amounts["all"] = [sum(column) for column in zip(*amounts.values(), strict=True)]
    rows: list[list[Cell]] = []
    for name, counts in amounts.items():
        _, _, wanted, submitted, *_ = counts
        rows.append([name, *counts, submitted / wanted if wanted else None])
    names = ("examples", "complete", "wanted", "submitted", "held", "free")
    columns = [Column("split"), *(Column(name, "count") for name in names), Column("done", "share")]
    return Table("splits", columns, rows)


def _amounts(
    context: ReportContext, given: NDArray[np.int64], split: str, rows: NDArray[np.bool_]
) -> list[int]:
    overlap = context.examples.overlap[rows]
    wanted, submitted = int(overlap.sum()), int(given[rows].sum())
    states = context.inputs["assignments"].get(split, {})
    held = sum(states.get(state, 0) for state in ("open", "reserved", "parked"))
    # A slot may have been taken since the annotations were read.
    free = max(0, wanted - submitted - held)
    complete = int((given[rows] >= overlap).sum())
    return [len(overlap), complete, wanted, submitted, held, free]


def example_columns(context: ReportContext) -> Mapping[str, NDArray[Any]]:
    """``submitted_on_2026-01-05`` and so on: how many annotations of that UTC day there are.
    ``left``: annotations that are still to come; with several splits one column for each, which has
    values for its own examples alone. ``not_begun_left``, of each split too, is the same of
    examples without any annotation.
    """
    annotations, examples = context.annotations, context.examples
    keys, counts = np.unique(annotations.example, return_counts=True)
    places = np.searchsorted(examples.example, keys)
    left = np.maximum(examples.overlap[places] - counts, 0).astype(np.float32)
    columns = _columns_of_days(context.inputs.get("by_example", ()), keys)
    for name, rows in _splits(context):
        column = _column_of(context, name)
        columns[column] = np.where(rows[places], left, np.float32(np.nan))
        untouched = rows & (examples.overlap > 0)
        untouched[places] = False
        columns[f"not_begun_{column}"] = partial_column(
            examples.example[untouched], examples.overlap[untouched]
        )
    return columns


def _columns_of_days(
    by_example: Sequence[tuple[int, str, int]], keys: NDArray[np.int64]
) -> dict[str, NDArray[Any]]:
    """A column for each day. A day's triples are together; an example without a place in ``keys``
    got its first annotation after they were read.
    """
    columns: dict[str, NDArray[Any]] = {}
    for day, rows in groupby(by_example, key=itemgetter(1)):
        examples, _, counts = zip(*rows, strict=True)
        places = np.searchsorted(keys, examples)
        known = np.isin(examples, keys)
        column = np.zeros(len(keys), dtype=np.uint16)
        column[places[known]] = np.array(counts)[known]
        columns[_column_of_day(day)] = column
    return columns


def _column_of_day(day: str) -> str:
    return f"submitted_on_{day}"


def _drill_of_day(day: str, most: Mapping[str, int]) -> Drill | None:
    return _drill(_column_of_day(day), 1, most[day]) if day in most else None


def _splits(context: ReportContext) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    for place, name in enumerate(context.examples.splits):
        yield name, context.examples.split == place


def _column_of(context: ReportContext, split: str) -> str:
    splits = context.examples.splits
    if len(splits) == 1:
        return "left"
    name = split if re.fullmatch("[a-z0-9_]+", split) else f"split_{splits.index(split)}"
    return f"left_in_{name}"


def _drill(column: str, low: float, high: float) -> Drill:
    return Drill(column, low, high)


def _date(day: int) -> str:
    return str(np.datetime64(day, "D"))
