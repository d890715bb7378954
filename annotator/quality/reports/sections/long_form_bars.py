"""Bars and means that the sections of ASQA share."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.measures.intervals import (
    Clusters,
    Interval,
    Proportion,
    clustered_proportion,
    mean_interval,
    share_interval,
)
from annotator.measures.process import summarise
from annotator.quality.reports import estimates
from annotator.quality.reports.figures import Drill, Figure, Missing, Plot, Point, Unit, measured
from annotator.quality.reports.long_form_columns import LongFormColumns


def mean_figure(
    name: str,
    unit: Unit,
    values: NDArray[Any],
    units: Clusters,
    missing: Missing,
    *,
    published: float | None = None,
) -> Figure:
    """The mean of the values that there are (NaN is none), with its interval over units."""

    def measure() -> Figure:
        summary = summarise(values.astype(np.float64))
        figure = Figure(name, unit, summary.mean, count=summary.present, published=published)
        interval = interval_of_mean(values, units, is_share=unit == "share")
        return estimates.estimated(figure, interval, "binomial" if unit == "share" else "student")

    return measured(name, unit, measure, missing)


def interval_of_mean(values: NDArray[Any], units: Clusters, *, is_share: bool = False) -> Interval:
    """Of the mean of annotations' ``values``, NaN for none, over their units."""
    known = ~np.isnan(values)
    interval = share_interval if is_share else mean_interval
    return interval(values[known], np.ones(int(known.sum())), units=units.take(known))


def share_figure(
    name: str,
    measure: Callable[[], Proportion],
    missing: Missing,
    *,
    published: float | None = None,
) -> Figure:
    """A share with its interval, or what is ``missing`` if it is undefined."""
    return measured(
        name, "share", lambda: estimates.share_figure(name, measure(), published), missing
    )


def share_point(key: str, share: Proportion, column: str, *, most: int) -> Point:
    """A bar, and the examples that ``column`` counts it of: from 1 to ``most`` of each."""
    return estimates.share_point(key, share, Drill(column, 1, most))


def bins(
    values: NDArray[Any], edges: Sequence[float], name: str, *, ends: bool = False
) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    """Which values are from each edge, inclusive, to the next, exclusive; NaN is in none.

    The names begin with ``name``. With ``ends`` the last edge ends the last bin and belongs to it,
    else one more bin has no end.
    """
    uppers = [*edges[1:]] if ends else [*edges[1:], np.inf]
    for low, high in zip(edges, uppers, strict=False):
        below = values <= high if ends and high == edges[-1] else values < high
        end = "and_more" if high == np.inf else f"to_{high:g}"
        yield f"{name}_{low:g}_{end}".replace(".", ""), (values >= low) & below


def histogram(
    name: str,
    prefix: str,
    chosen: Iterator[tuple[str, NDArray[np.bool_]]],
    *,
    among: NDArray[np.bool_],
    units: Clusters,
    missing: Missing,
    most: int,
) -> Plot:
    """The share of annotations ``among`` others that each bin has; ``units`` are theirs. Bins
    are named by their columns in the example table; without the prefix, that is the bar's key. An
    example has at most ``most`` in a bin.
    """
    if not among.any():
        return Plot(name, "share", "bars", missing=missing)
    shares = {column: clustered_proportion(mask, units, among) for column, mask in chosen}
    points = [
        share_point(column.removeprefix(prefix), share, column, most=most)
        for column, share in shares.items()
    ]
    gap = estimates.first_without(shares.values())
    return Plot(name, "share", "bars", points=points, no_interval=gap)


def counted(
    annotations: LongFormColumns, chosen: Mapping[str, NDArray[np.bool_]]
) -> dict[str, NDArray[np.float32]]:
    """How many annotations of each example are chosen, by column."""
    keys, places = np.unique(annotations.example, return_inverse=True)
    return {
        name: np.bincount(places[mask], minlength=len(keys)).astype(np.float32)
        for name, mask in chosen.items()
    }


def example_means(
    examples: NDArray[np.int64], of: NDArray[np.int64], values: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The mean of each of ``examples`` (ascending keys) over ``values``, which belong to the
    examples ``of``; NaN where it has none.
    """
    known = ~np.isnan(values)
    places = np.searchsorted(examples, of[known])
    counts = np.bincount(places, minlength=len(examples))
    sums = np.bincount(places, weights=values[known], minlength=len(examples))
    means = np.full(len(examples), np.nan)
    np.divide(sums, counts, out=means, where=counts > 0)
    return means
