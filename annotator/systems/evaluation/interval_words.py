"""Intervals and differences of two systems, as commands print them and the API gives them."""

from collections.abc import Mapping
from typing import Any

from annotator.measures.intervals import Interval

Differences = Mapping[str, tuple[float, Interval]]
Ends = list[float] | None


def ends(interval: Interval) -> Ends:
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
    """A line for each score that has an interval, then why others have none; ``names`` are for
    people.
    """
    shown = {words: intervals[name] for name, words in names.items() if name in intervals}
    return [
        "",
        "95% intervals (bootstrap)",
        *(
            f"  {words:34}{_range(interval, scale)}"
            for words, interval in shown.items()
            if ends(interval)
        ),
        *_reasons(shown),
    ]


def difference_lines(
    names: Mapping[str, str], differences: Differences, *, scale: float = 1.0
) -> list[str]:
    """A line for each score of how much greater the first system's is, with its interval; then why
    others have none.
    """
    shown = {words: differences[name] for name, words in names.items() if name in differences}
    return [
        "",
        "Compared on the same examples: difference, interval (95% for all at once)",
        *(
            f"  {words:34}{scale * difference:+8.2f}  {_range(interval, scale)}".rstrip()
            for words, (difference, interval) in shown.items()
        ),
        *_reasons({words: interval for words, (_, interval) in shown.items()}),
    ]


def _range(interval: Interval, scale: float) -> str:
    found = ends(interval)
    return f"{scale * found[0]:.2f} to {scale * found[1]:.2f}" if found else ""


def _reasons(intervals: Mapping[str, Interval]) -> list[str]:
    """A line for each reason why scores have no interval."""
    scores: dict[str, list[str]] = {}
    for words, interval in intervals.items():
        if ends(interval) is None:
            reason = interval.withheld.reason if interval.withheld else "There is none."
            scores.setdefault(reason, []).append(words)
    return [f"  No interval for {', '.join(each)}: {reason}" for reason, each in scores.items()]
