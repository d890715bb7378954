"""Reasons to look at somebody's annotations: what differs, since when, and on which examples."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotator.measures.control_charts import Excursion
from annotator.reports.sections.people.judging import Judged, Person
from annotator.reports.sections.people.scores import Pace

TOGETHER = 50
"""Excursions with at most this many outcomes between them count as one."""
MOST_EXAMPLES = 50
"""That are listed behind a signal, the latest ones."""


@dataclass(frozen=True, slots=True)
class Signal:
    """A reason to look at somebody's annotations.

    ``trigger``: "funnel" (the rate over all of them), "cusum" (a run of them) or "both". ``rate``
    of ``outcomes`` is compared with ``expected`` and the funnel's limits. The run goes from
    ``since`` to ``until`` (microseconds) over ``run`` outcomes with the rate ``run_rate``, which is
    compared with the annotator's own ``earlier_rate``; without one these are None. Of a pace,
    ``run_seconds`` and ``earlier_seconds`` are medians of the active time, which say what changed:
    the rates, of everybody's tenth, need not. ``urgency`` is the larger distance, in standard
    deviations of a mean of that many outcomes. ``examples`` are the latest ``MOST_EXAMPLES`` of the
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
    run: int | None
    since: int | None
    until: int | None
    urgency: float
    behind: int
    examples: tuple[int, ...]


def signals_of(
    judged: Judged, *, example: NDArray[np.int64], submitted_at: NDArray[np.int64]
) -> list[Signal]:
    """What asks for a look, of all annotators."""
    ways = [
        upwards
        for upwards, asks in (
            (False, judged.scores.asks_below),
            (True, judged.scores.asks_above),
        )
        if asks
    ]
    found = []
    for person in judged.people:
        for upwards in ways:
            signal = _signal(judged, person, example, submitted_at, upwards=upwards)
            if signal is not None:
                found.append(signal)
    return found


def by_urgency(signals: Sequence[Signal]) -> list[Signal]:
    """The most urgent first; annotators and measures in their own order among equals."""
    return sorted(signals, key=lambda one: (-one.urgency, one.annotator, one.measure, one.upwards))


def _signal(
    judged: Judged,
    person: Person,
    example: NDArray[np.int64],
    submitted_at: NDArray[np.int64],
    *,
    upwards: bool,
) -> Signal | None:
    point, center = person.point, judged.center
    if point is None or center is None or judged.missing:
        return None
    is_outside = (
        judged.scores.pace is None
        and point.outside
        and (point.distance > 0) == upwards
        and point.total >= (judged.fewest or point.total)
    )
    run = latest_run(person.excursions, upwards=upwards)
    if not is_outside and run is None:
        return None
    part = slice(run.start, run.alarm + 1) if run else slice(None)
    before = slice(run.start if run else 0)
    rows = person.rows[part]
    rates = _mean(person.outcomes[before]), _mean(person.outcomes[part]) if run else None
    distance, behind = _evidence(judged, person, part, rates, upwards=upwards)
    earlier_seconds, run_seconds = _medians(judged.scores.pace, person.rows[before], rows)
    return Signal(
        annotator=person.annotator,
        measure=judged.scores.name,
        upwards=upwards,
        trigger="both" if is_outside and run else "cusum" if run else "funnel",
        rate=point.rate,
        expected=center,
        low=point.low,
        high=point.high,
        outcomes=point.total,
        earlier_rate=rates[0],
        run_rate=rates[1],
        earlier_seconds=earlier_seconds,
        run_seconds=run_seconds,
        run=len(rows) if run else None,
        since=int(submitted_at[rows[0]]) if run else None,
        until=int(submitted_at[rows[-1]]) if run else None,
        urgency=max(distance, abs(point.distance) if is_outside else 0.0),
        behind=len(behind),
        examples=tuple(example[behind[::-1][:MOST_EXAMPLES]].tolist()),
    )


def _evidence(
    judged: Judged,
    person: Person,
    part: slice,
    rates: tuple[float | None, float | None],
    *,
    upwards: bool,
) -> tuple[float, NDArray[np.int64]]:
    """How far a run is from what was usual before, in standard deviations of a mean, and the rows
    of ``part`` that show it. ``rates``: before the run and in it.

    A pace is compared with the person's own, by ranks with mean 0 and a variance of 1: slow people
    who become quicker need not be among everybody's quick ones.
    """
    outcomes, rows, pace = person.outcomes[part], person.rows[part], judged.scores.pace
    if pace is not None:
        ranks = pace.ranks(person.rows)[part]
        return abs(float(ranks.mean())) * math.sqrt(len(ranks)), rows[ranks > 0]
    center = judged.center or 0.0
    behind = rows[outcomes > center] if upwards else rows[outcomes < center]
    earlier_rate, run_rate = rates
    if run_rate is None:
        return 0.0, behind
    usual = center if earlier_rate is None else earlier_rate
    return abs(run_rate - usual) / judged.spread * math.sqrt(len(outcomes)), behind


def _medians(pace: Pace | None, *parts: NDArray[np.int64]) -> list[float | None]:
    """The median of the active time in each of ``parts``; None for other measures than a pace."""
    if pace is None:
        return [None for _ in parts]
    return [float(np.median(pace.seconds[rows])) if len(rows) else None for rows in parts]


def _mean(outcomes: NDArray[np.float64]) -> float | None:
    return float(outcomes.mean()) if len(outcomes) else None


def latest_run(excursions: Sequence[Excursion], *, upwards: bool) -> Excursion | None:
    """The last excursion in one direction, together with those at most ``TOGETHER`` before it."""
    own = [one for one in excursions if one.upwards == upwards]
    run: Excursion | None = None
    for one in reversed(own):
        if run is not None and run.start - one.alarm > TOGETHER:
            break
        run = Excursion(one.start, run.alarm if run else one.alarm, upwards)
    return run
