"""Intervals and differences of two systems, as commands print them and the API gives them."""

from collections.abc import Mapping
from typing import Any

from annotator.measures.intervals import Interval

Differences = Mapping[str, tuple[float, Interval]]


def ends(interval: Interval) -> list[float] | None:
    """``[low, high]``, or None if there is no interval."""
    if interval.low is None or interval.high is None:
        return None
    return [interval.low, interval.high]


def all_ends(intervals: Mapping[str, Interval]) -> dict[str, list[float] | None]:
    """The ends of each, by name."""
    return {name: ends(each) for name, each in intervals.items()}


def compared(differences: Differences) -> dict[str, dict[str, Any]]:
    """For each score the difference and the ends of its interval."""
    return {
        name: {"difference": difference, "interval": ends(interval)}
        for name, (difference, interval) in differences.items()
    }


def interval_lines(
    names: Mapping[str, str], intervals: Mapping[str, Interval], *, scale: float = 1.0
) -> list[str]:
    """A line for each score that has an interval; ``names`` are for people."""
    shown = [(words, ends(intervals[name])) for name, words in names.items() if name in intervals]
    return ["", "95% intervals (bootstrap over examples)"] + [
        f"  {words:34}{_range(found, scale)}" for words, found in shown
    ]


def difference_lines(
    names: Mapping[str, str], differences: Differences, *, scale: float = 1.0
) -> list[str]:
    """A line for each score of how much greater the first system's is, with its interval."""
    return ["", "Compared on the same examples: difference, 95% interval"] + [
        f"  {words:34}{scale * difference:+8.2f}  {_range(ends(interval), scale)}"
        for name, words in names.items()
        if name in differences
        for difference, interval in [differences[name]]
    ]


def _range(found: list[float] | None, scale: float) -> str:
    if found is None:
        return "too few examples"
    low, high = found
    return f"{scale * low:.2f} to {scale * high:.2f}"
