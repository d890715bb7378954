"""How far the annotations of an example differ: what several sections show of it (NQ, 4.4)."""

from collections.abc import Mapping, Sequence
from math import inf, nextafter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.measures.answer_variety import (
    distinct_answers,
    entropies,
    most_varied,
    popular_share_intervals,
    popular_shares,
    popular_shares_by_example,
)
from annotator.measures.answers import AnswerCounts, Over
from annotator.measures.intervals import Clusters, clustered_proportion, mean_interval
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.process import summarise
from annotator.measures.variability import (
    INTERVALS,
    interval_numbers,
    mean_mu,
    mean_mu_interval,
    mus,
)
from annotator.quality.reports.answers_by_example import PARTS, AnsweredExamples, Part
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
    Unit,
)
from annotator.quality.reports.partial_columns import partial_column
from annotator.quality.reports.published import MOST_VARIED, POPULAR_SHARES

RANKS = ("most_popular", "two_most_popular", "three_most_popular")
OVERS: tuple[Over, ...] = ("all", "non_null")
ZERO = "zero"
"""The bar of examples whose annotations are all NULL, which Figure 4 doesn't have."""

VARIED = 20
"""So many of the most varied examples are listed."""

VARIED_COLUMNS = (
    Column("question", "text"),
    Column("distinct", "count"),
    Column("entropy_bits", ""),
    Column("answers", "count"),
    Column("annotations", "count"),
    Column("example", "text"),
)

_UNITS: Mapping[str, Unit] = {"mean_mu": "share", "mean_distinct": "count", "mean_entropy": "bits"}


def interval_key(number: int) -> str:
    """The name of one of Figure 4's intervals, from 1: ``0.2-0.4``."""
    low, high = INTERVALS[number - 1]
    return f"{low}-{high}"


def interval_drill(column: str, number: int) -> Drill:
    """The examples whose μ, in ``column``, is in the interval: above its lower end."""
    low, high = INTERVALS[number - 1]
    return Drill(column, nextafter(low, inf), high)


def mu_plot(
    name: str, answers: AnswerCounts, units: Clusters, missing: Missing | None, *, column: str
) -> Plot:
    """The share of examples in each of Figure 4's intervals, and of those whose μ is 0."""
    if missing:
        return Plot(name, "share", "bars", missing=missing)
    bars = range(len(INTERVALS) + 1)
    names = [ZERO, *map(interval_key, bars[1:])]
    drills = [Drill(column, 0, 0), *(interval_drill(column, number) for number in bars[1:])]
    return _shares(name, names, interval_numbers(answers), units, drills)


def distinct_plot(
    name: str, answers: AnswerCounts, units: Clusters, missing: Missing | None, *, column: str
) -> Plot:
    """The share of examples with no, one, two… different non-null answers."""
    if missing:
        return Plot(name, "share", "bars", missing=missing)
    distinct = distinct_answers(answers)
    bars = range(int(distinct.max(initial=-1)) + 1)
    drills = [Drill(column, number, number) for number in bars]
    return _shares(name, [*map(str, bars)], distinct, units, drills)


def popular_plot(
    name: str,
    answers: AnswerCounts,
    units: Clusters,
    missing: Missing | None,
    *,
    part: Part,
    prefix: str = "",
) -> Plot:
    """The shares of the one, two and three most popular answers. ``prefix`` is that of the
    ``example_columns`` behind a bar.
    """
    if missing:
        return Plot(name, "share", "bars", series=OVERS, missing=missing)
    points: list[Point] = []
    gaps: list[Missing] = []
    for over in OVERS:
        found, gap = _popular_points(answers, units, over, part, prefix)
        points += found
        gaps += [gap] if gap else []
    gap = gaps[0] if gaps else None
    return Plot(name, "share", "bars", series=OVERS, points=points, no_interval=gap)


def variety_figures(
    answered: AnsweredExamples, units: Clusters, missing: Missing | None, prefix: str = ""
) -> list[Figure]:
    """Mean μ, number of distinct answers and entropy, of long answers and of short ones."""
    names = [f"{prefix}{name}_{part}" for part in PARTS for name in _UNITS]
    if missing:
        kinds = [*_UNITS.values()] * len(PARTS)
        return [Figure(*each, missing=missing) for each in zip(names, kinds, strict=True)]
    figures: list[Figure] = []
    for part in PARTS:
        answers = answered.of(part)
        figures += [
            _mean_mu(f"{prefix}mean_mu_{part}", answers, units),
            _mean(f"{prefix}mean_distinct_{part}", "count", distinct_answers(answers), units),
            _mean(f"{prefix}mean_entropy_{part}", "bits", entropies(answers), units),
        ]
    return figures


def varied_keys(answered: AnsweredExamples) -> set[int]:
    """The examples that are listed as the most varied, for long answers or for short ones."""
    return {
        int(answered.keys[each.place])
        for part in PARTS
        for each in most_varied(answered.of(part), VARIED)
    }


def varied_table(
    name: str,
    answered: AnsweredExamples,
    part: Part,
    questions: Mapping[str, str],
    missing: Missing | None,
) -> Table:
    """The examples with most distinct non-null answers; ``questions`` by the example's key."""
    answers = answered.of(part)
    rows: list[list[Cell]] = []
    for place, distinct, bits in most_varied(answers, VARIED):
        key = int(answered.keys[place])
        said, total = int(answers.non_nulls[place]), int(answers.sizes[place])
        rows.append([questions.get(str(key)), distinct, bits, said, total, key])
    question, most = MOST_VARIED[part]
    return Table(
        name,
        VARIED_COLUMNS,
        rows,
        published=[[question, most, None, None, 25, None]],
        missing=missing,
    )


def example_columns(
    answered: AnsweredExamples, keys: NDArray[np.int64], *, prefix: str = ""
) -> dict[str, NDArray[Any]]:
    """μ, distinct answers and entropy of the examples, and the shares of their most popular
    answers, as columns for ``keys``, NaN for other keys.
    """
    columns = {}
    for part in PARTS:
        answers = answered.of(part)
        own_mus = np.array([float(each) for each in mus(answers)])
        for name, values in (
            ("mu", own_mus),
            ("distinct", distinct_answers(answers).astype(np.float64)),
            ("entropy", entropies(answers)),
        ):
            columns[f"{prefix}{name}_{part}"] = answered.spread(values, keys)
        for over in OVERS:
            shares = popular_shares_by_example(answers, over=over, ranks=len(RANKS))
            for rank, values in zip(RANKS, shares.T, strict=True):
                name = f"{prefix}{_popular_column(rank, part, over)}"
                columns[name] = partial_column(answered.keys, values)
    return columns


def _shares(
    name: str,
    keys: Sequence[str],
    numbers: NDArray[np.int64],
    units: Clusters,
    drills: Sequence[Drill],
) -> Plot:
    """A bar for each of the ``keys``: the share of examples that have its place as number."""
    shares = [clustered_proportion(numbers == place, units) for place in range(len(keys))]
    points = [
        share_point(key, share, drill)
        for key, share, drill in zip(keys, shares, drills, strict=True)
    ]
    return Plot(name, "share", "bars", points=points, no_interval=first_without(shares))


def _popular_points(
    answers: AnswerCounts, units: Clusters, over: Over, part: Part, prefix: str
) -> tuple[list[Point], Missing | None]:
    try:
        shares = popular_shares(answers, over=over, ranks=len(RANKS))
    except UndefinedMeasureError:
        return [], None
    intervals = popular_share_intervals(answers, over=over, ranks=len(RANKS), units=units)
    total = int(answers.ranked(over).sum())
    points = [
        Point(
            key=key,
            value=share,
            series=over,
            low=interval.low,
            high=interval.high,
            count=round(share * total),
            total=total,
            published=published,
            examples=Drill(f"{prefix}{_popular_column(key, part, over)}", 0, 1),
        )
        for key, share, interval, published in zip(
            RANKS, shares, intervals, POPULAR_SHARES[part], strict=True
        )
    ]
    return points, first_without(intervals)


def _popular_column(rank: str, part: Part, over: Over) -> str:
    return f"{rank}_of_example_{part}_{over}"


def _mean_mu(name: str, answers: AnswerCounts, units: Clusters) -> Figure:
    figure = Figure(name, "share", mean_mu(answers), count=len(answers))
    return estimated(figure, mean_mu_interval(answers, units=units), "binomial")


def _mean(name: str, unit: Unit, values: NDArray[Any], units: Clusters) -> Figure:
    """The mean over examples, of those that have a value."""
    found = summarise(values.astype(np.float64))
    known = ~np.isnan(values)
    interval = mean_interval(values[known], np.ones(found.present), units=units.take(known))
    figure = Figure(name, unit, found.mean, count=found.present)
    return estimated(figure, interval, "student")
