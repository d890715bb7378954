"""Bars and means that the sections of ASQA share."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.measures.precision import proportion
from annotator.measures.process import summarise
from annotator.reports.figures import Drill, Figure, Missing, Plot, Point, Unit, measured
from annotator.reports.long_form_columns import LongFormColumns


def mean_figure(
    name: str,
    unit: Unit,
    values: NDArray[Any],
    missing: Missing,
    *,
    published: float | None = None,
) -> Figure:
    """The mean of the values that there are (NaN is none), with Student's interval as far as means
    can be: none of the values is below 0, and a share is not above 1.
    """
    most = 1.0 if unit == "share" else np.inf

    def measure() -> Figure:
        summary = summarise(values.astype(np.float64))
        low, high = summary.interval or (None, None)
        return Figure(
            name,
            unit,
            summary.mean,
            None if low is None else max(low, 0.0),
            None if high is None else min(high, most),
            summary.present,
            "student" if summary.interval else "",
            published,
        )

    return measured(name, unit, measure, missing)


def share_figure(
    name: str, count: int, total: int, missing: Missing, *, published: float | None = None
) -> Figure:
    """``count`` of ``total`` with Wilson's interval."""

    def measure() -> Figure:
        share = proportion(count, total)
        return Figure(name, "share", *share[:3], share.total, "wilson", published)

    return measured(name, "share", measure, missing)


def share_point(key: str, count: int, total: int, column: str, *, most: int) -> Point:
    """A bar of ``count`` among ``total``, and the examples that ``column`` counts them of: from 1
    to ``most`` of each.
    """
    share = proportion(count, total)
    return Point(
        key=key,
        value=share.value,
        low=share.low,
        high=share.high,
        count=count,
        total=total,
        examples=Drill(column, 1, most) if count else None,
    )


def bins(
    values: NDArray[Any], edges: Sequence[float], name: str, *, ends: bool = False
) -> Iterator[tuple[str, NDArray[np.bool_]]]:
    """Which values lie from each edge, inclusive, to the next, exclusive; NaN in none.

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
    total: int,
    missing: Missing,
    *,
    most: int,
) -> Plot:
    """The share of ``total`` that each bin has. Bins go by their columns in the example table; what
    is left of that without the prefix is the bar's key. An example has at most ``most`` in a bin.
    """
    if not total:
        return Plot(name, "share", "bars", missing=missing)
    points = [
        share_point(column.removeprefix(prefix), int(mask.sum()), total, column, most=most)
        for column, mask in chosen
    ]
    return Plot(name, "share", "bars", points=points)


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
