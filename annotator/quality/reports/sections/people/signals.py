"""Reasons to look at somebody's annotations: what differs, since when, and on which examples."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotator.quality.reports.sections.people.evidence import Finding
from annotator.quality.reports.sections.people.judging import Judged

PACES = ("quick", "pace")
MOST_EXAMPLES = 50
"""That are listed behind a signal, the latest ones."""


@dataclass(frozen=True, slots=True)
class Signal:
    """A reason to look at somebody's annotations.

    ``trigger``: "level" (unlike the others' from the start) or "change" (unlike their own earlier
    ones). ``rate`` of all ``outcomes`` stands beside ``expected``, everybody's, and the funnel's
    limits. What stands out goes from ``since`` to ``until`` (microseconds) over ``run`` outcomes
    with the rate ``run_rate``; the annotator's own ``earlier_rate`` is None if it was so from the
    start. Of a pace, ``run_seconds`` and ``earlier_seconds`` are medians of the active time; from
    the start, ``earlier_seconds`` is everybody's. ``urgency`` is -log10 of the chance that a steady
    person comes to as much evidence. ``examples`` are the latest ``MOST_EXAMPLES`` of the
    ``behind`` examples behind it, the latest first.
    """

    annotator: int
    measure: str
    upwards: bool
    trigger: str
    rate: float
    expected: float
    low: float
    high: float
    outcomes: int
    earlier_rate: float | None
    run_rate: float | None
    earlier_seconds: float | None
    run_seconds: float | None
    run: int
    since: int
    until: int
    urgency: float
    behind: int
    examples: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """Columns that signals are told from; ``relative_seconds`` as in ``evidence``."""

    example: NDArray[np.int64]
    submitted_at: NDArray[np.int64]
    seconds: NDArray[np.float64]
    relative_seconds: NDArray[np.float64]


def signals_of(
    findings: Sequence[Finding], judged: Sequence[Judged], source: Source
) -> list[Signal]:
    """The most urgent first; annotators and measures in their own order among equals."""
    by_name = {each.scores.name: each for each in judged if not each.missing}
    found = [signal for each in findings if (signal := _signal(each, by_name, source)) is not None]
    return sorted(found, key=lambda one: (-one.urgency, one.annotator, one.measure))


def _signal(finding: Finding, judged: Mapping[str, Judged], source: Source) -> Signal | None:
    measure = _measure(finding, judged, source)
    if measure is None or measure.center is None:
        return None
    person = measure.people[finding.place]
    if person.point is None:
        return None
    before, within = (
        _mean(measure.scores.values[rows]) for rows in (finding.before, finding.within)
    )
    is_pace = finding.chart in PACES
    usual = measure.center if before is None else before
    upwards = is_pace or (within is not None and within > usual)
    behind = _behind(finding, measure, source, upwards=upwards)
    timed = finding.before if len(finding.before) else np.flatnonzero(~np.isnan(source.seconds))
    return Signal(
        annotator=person.annotator,
        measure=measure.scores.name,
        upwards=upwards,
        trigger="change" if len(finding.before) else "level",
        rate=person.point.rate,
        expected=measure.center,
        low=person.point.low,
        high=person.point.high,
        outcomes=person.point.total,
        earlier_rate=before,
        run_rate=within,
        earlier_seconds=_median(source.seconds[timed]) if is_pace else None,
        run_seconds=_median(source.seconds[finding.within]) if is_pace else None,
        run=len(finding.within),
        since=int(source.submitted_at[finding.within[0]]),
        until=int(source.submitted_at[finding.within[-1]]),
        urgency=-math.log10(max(finding.chance, 1e-300)),
        behind=len(behind),
        examples=tuple(source.example[behind[::-1][:MOST_EXAMPLES]].tolist()),
    )


def _measure(finding: Finding, judged: Mapping[str, Judged], source: Source) -> Judged | None:
    """What shows a finding: of a pace its way, of answers the decision that agrees the least."""
    if finding.chart in PACES:
        is_quick = finding.chart == "quick" or _is_quicker(finding, source)
        return judged.get("quick" if is_quick else "slow")
    if finding.chart != "answers":
        return judged.get(finding.chart)
    agreement = [each for name, each in judged.items() if name.startswith("agree")]
    return min(agreement, key=lambda each: _distance(finding, each), default=None)


def _is_quicker(finding: Finding, source: Source) -> bool:
    relative = source.relative_seconds
    usual = relative[finding.before].mean() if len(finding.before) else 0.0
    return bool(relative[finding.within].mean() < usual)


def _distance(finding: Finding, judged: Judged) -> float:
    """Of a mean within the finding from everybody's, in its standard deviations."""
    values = judged.scores.values[finding.within]
    known = values[~np.isnan(values)]
    if not len(known) or judged.center is None:
        return math.inf
    return (float(known.mean()) - judged.center) / judged.spread * math.sqrt(len(known))


def _behind(
    finding: Finding, judged: Judged, source: Source, *, upwards: bool
) -> NDArray[np.int64]:
    """The rows within a finding that show it."""
    rows = finding.within
    if finding.chart in PACES:
        relative = source.relative_seconds
        usual = np.median(relative[finding.before]) if len(finding.before) else 0.0
        is_quicker = judged.scores.name == "quick"
        return rows[(relative[rows] < usual) if is_quicker else (relative[rows] > usual)]
    values, center = judged.scores.values[rows], judged.center or 0.0
    return rows[values > center] if upwards else rows[values < center]


def _mean(values: NDArray[np.float64]) -> float | None:
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else None


def _median(values: NDArray[np.float64]) -> float | None:
    known = values[~np.isnan(values)]
    return float(np.median(known)) if len(known) else None
