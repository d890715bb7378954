"""Figures and bars with the intervals of ``measures.intervals``, or why they have none."""

from collections.abc import Iterable
from dataclasses import replace

from annotator.measures.intervals import Interval, Proportion
from annotator.quality.reports.figures import Drill, Figure, Method, Missing, Point


def no_interval(estimate: Interval | Proportion) -> Missing | None:
    """Why there is no interval; None if there is one."""
    if estimate.withheld is None:
        return None
    reason, have, need = estimate.withheld
    return Missing(reason, have=have, need=need)


def first_without(estimates: Iterable[Interval | Proportion]) -> Missing | None:
    """Why the first of a plot's points that has no interval has none."""
    return next((reason for each in estimates if (reason := no_interval(each))), None)


def estimated(figure: Figure, interval: Interval, method: Method) -> Figure:
    """``figure`` with its interval, which is made by ``method``."""
    return replace(
        figure,
        low=interval.low,
        high=interval.high,
        method="" if interval.low is None else method,
        no_interval=no_interval(interval),
    )


def share_figure(
    name: str, share: Proportion, published: float | None = None, method: Method = "binomial"
) -> Figure:
    """A share with its interval."""
    figure = Figure(name, "share", share.value, count=share.total, published=published)
    return estimated(figure, Interval(share.low, share.high, share.withheld), method)


def share_point(
    key: str,
    share: Proportion,
    examples: Drill | None,
    *,
    series: str = "",
    published: float | None = None,
) -> Point:
    """The bar of a share, with the ``examples`` behind it unless it is empty."""
    return Point(
        key=key,
        value=share.value,
        series=series,
        low=share.low,
        high=share.high,
        count=share.count,
        total=share.total,
        published=published,
        examples=examples if share.count else None,
    )
