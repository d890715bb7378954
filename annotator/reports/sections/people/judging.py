"""Who differs by more than chance, since when, and on which examples."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotator.measures.control_charts import (
    THREE_SIGMA,
    Excursion,
    FunnelPoint,
    Rises,
    cusum,
    funnel,
    limits_for,
    rises_of,
)
from annotator.measures.personal_levels import (
    FEWEST_FOR_OVERDISPERSION,
    expected_of,
    overdispersion,
    ranks_among_earlier,
    variance_between,
)
from annotator.reports.figures import Missing
from annotator.reports.sections.people.scores import Scores

CHANCE = 0.01
"""The greatest chance that a steady annotator trips any chart over time."""
ALLOWANCE = 0.25
"""In standard deviations of one outcome: half of the smallest change to find."""
EVEN_RANKS = np.sqrt(3) * np.linspace(-1, 1, 201)
"""A steady person's ranks among earlier outcomes are spread evenly, with a variance of 1."""
FEWEST_EXPECTED = 5
"""n p (1 - p) from which on a funnel's limits hold."""
TOGETHER = 50
"""Excursions with at most this many outcomes between them count as one."""
MOST_EXAMPLES = 50
"""That are listed behind a signal, the latest ones."""


@dataclass(frozen=True, slots=True, eq=False)
class Sequences:
    """N annotations by annotator, in the order in which each made them.

    ``annotators`` has keys, ascending; the annotations of ``annotators[i]`` are
    ``rows[bounds[i]:bounds[i + 1]]``, places among the report's annotations.
    """

    annotators: NDArray[np.int64]
    rows: NDArray[np.int64]
    bounds: NDArray[np.int64]

    @classmethod
    def of(
        cls,
        annotator: NDArray[np.int64],
        created_at: NDArray[np.int64],
        annotation: NDArray[np.int64],
    ) -> "Sequences":
        """From arrays with a value for each annotation."""
        rows = np.lexsort((annotation, created_at, annotator))
        annotators, counts = np.unique(annotator, return_counts=True)
        return cls(annotators, rows, np.concatenate([[0], np.cumsum(counts)]))

    def of_place(self, place: int) -> NDArray[np.int64]:
        """The rows of one annotator."""
        return self.rows[self.bounds[place] : self.bounds[place + 1]]


@dataclass(frozen=True, slots=True, eq=False)
class Person:
    """One annotator's outcomes of a measure, in their order, and the rows that they are of.

    ``point`` is None without outcomes.
    """

    annotator: int
    outcomes: NDArray[np.float64]
    rows: NDArray[np.int64]
    point: FunnelPoint | None
    excursions: Sequence[Excursion]


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """A measure of everybody: ``center`` and ``spread`` (standard deviation) of all outcomes,
    ``sigmas`` the width of the funnel. With ``missing``, nobody can be judged, and why.
    """

    scores: Scores
    center: float | None
    spread: float
    sigmas: float
    people: Sequence[Person]
    missing: Missing | None

    @property
    def outcomes(self) -> int:
        """Of everybody."""
        return sum(len(person.outcomes) for person in self.people)

    @property
    def fewest(self) -> int | None:
        """The number of outcomes from which somebody can stand out in the funnel."""
        if self.center is None or not 0 < self.center < 1:
            return None
        return int(np.ceil(FEWEST_EXPECTED / (self.center * (1 - self.center)) - 1e-9))


@dataclass(frozen=True, slots=True)
class Signal:
    """A reason to look at somebody's annotations.

    ``trigger``: "funnel" (the rate over all of them), "cusum" (a run of them) or "both". ``rate``
    of ``outcomes`` is compared with ``expected`` and the funnel's limits. The run goes from
    ``since`` to ``until`` (microseconds) over ``run`` outcomes with the rate ``run_rate``, which is
    compared with the annotator's own ``earlier_rate``; without one these are None. ``urgency`` is
    the larger distance, in standard deviations of a mean of that many outcomes. ``examples`` are
    the latest ``MOST_EXAMPLES`` of the ``behind`` examples behind it, the latest first.
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
    run: int | None
    since: int | None
    until: int | None
    urgency: float
    behind: int
    examples: tuple[int, ...]


def judge(scores: Scores, sequences: Sequences, *, measures: int) -> Judged:
    """Hold everybody's outcomes against everybody's, and against their own earlier ones; one of
    ``measures`` that are looked at.
    """
    known = scores.values[~np.isnan(scores.values)]
    own = [_own_rows(scores, sequences, place) for place in range(len(sequences.annotators))]
    missing = _missing(scores.name, known, [len(rows) for rows in own])
    center = float(known.mean()) if len(known) else None
    if missing or center is None:
        people = _unjudged(scores, sequences, own)
        return Judged(scores, center, 0.0, THREE_SIGMA, people, missing)
    spread = float(known.std())
    sums = [float(scores.values[rows].sum()) for rows in own]
    totals = [len(rows) for rows in own]
    plain = funnel(sums, totals, center=center, spread=spread)
    sigmas = _sigmas(plain)
    points = funnel(sums, totals, center=center, spread=spread, sigmas=sigmas)
    expectation = _Expectation.of(scores, known, plain)
    people = [
        Person(
            int(annotator),
            scores.values[rows],
            rows,
            point,
            expectation.excursions(scores, rows, chance=CHANCE / measures),
        )
        for annotator, rows, point in zip(sequences.annotators, own, points, strict=True)
    ]
    return Judged(scores, center, spread, sigmas, people, None)


@dataclass(frozen=True, slots=True)
class _Expectation:
    """What everybody's outcomes say of a person's: ``center`` and ``spread`` of all of them, the
    ``variance`` of people's own rates in variances of one outcome, and how a sum may rise.
    """

    center: float
    spread: float
    variance: float
    rises: Rises

    @classmethod
    def of(
        cls, scores: Scores, known: NDArray[np.float64], points: Sequence[FunnelPoint | None]
    ) -> "_Expectation":
        center, spread = float(known.mean()), float(known.std())
        if scores.pace is not None:
            return cls(center, spread, math.inf, rises_of(EVEN_RANKS, allowance=ALLOWANCE))
        distinct, counts = np.unique((known - center) / spread, return_counts=True)
        rises = rises_of(distinct, allowance=ALLOWANCE, weights=counts.astype(np.float64))
        return cls(center, spread, variance_between(points), rises)

    def excursions(
        self, scores: Scores, rows: NDArray[np.int64], *, chance: float
    ) -> list[Excursion]:
        """Where a person's outcomes differ from what is expected of them."""
        limits = limits_for(self.rises, outcomes=len(rows), chance=chance)
        if scores.pace is not None:
            ranks = ranks_among_earlier(scores.pace.seconds[rows], scores.pace.steps[rows])
            ranks = -ranks if scores.pace.quick else ranks
            return cusum(ranks, expected=0, spread=1, allowance=ALLOWANCE, limit=limits)
        outcomes = scores.values[rows]
        expected = expected_of(outcomes, center=self.center, variance=self.variance)
        return cusum(
            outcomes, expected=expected, spread=self.spread, allowance=ALLOWANCE, limit=limits
        )


def signals_of(
    judged: Judged, *, example: NDArray[np.int64], created_at: NDArray[np.int64]
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
            signal = _signal(judged, person, example, created_at, upwards=upwards)
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
    created_at: NDArray[np.int64],
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
    outcomes, rows = person.outcomes[part], person.rows[part]
    run_rate = float(outcomes.mean()) if run else None
    earlier = person.outcomes[: run.start] if run else person.outcomes[:0]
    earlier_rate = float(earlier.mean()) if len(earlier) else None
    distance = 0.0
    if run_rate is not None:
        usual = center if earlier_rate is None else earlier_rate
        distance = abs(run_rate - usual) / judged.spread * math.sqrt(len(outcomes))
    behind = rows[outcomes > center] if upwards else rows[outcomes < center]
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
        earlier_rate=earlier_rate,
        run_rate=run_rate,
        run=len(outcomes) if run else None,
        since=int(created_at[rows[0]]) if run else None,
        until=int(created_at[rows[-1]]) if run else None,
        urgency=max(distance, abs(point.distance) if is_outside else 0.0),
        behind=len(behind),
        examples=tuple(example[behind[::-1][:MOST_EXAMPLES]].tolist()),
    )


def latest_run(excursions: Sequence[Excursion], *, upwards: bool) -> Excursion | None:
    """The last excursion in one direction, together with those at most ``TOGETHER`` before it."""
    own = [one for one in excursions if one.upwards == upwards]
    run: Excursion | None = None
    for one in reversed(own):
        if run is not None and run.start - one.alarm > TOGETHER:
            break
        run = Excursion(one.start, run.alarm if run else one.alarm, upwards)
    return run


def _sigmas(points: Sequence[FunnelPoint | None]) -> float:
    """Three, or more where people differ anyway and enough are there to know by how much."""
    distances = [point.distance for point in points if point is not None]
    if len(distances) < FEWEST_FOR_OVERDISPERSION:
        return THREE_SIGMA
    return THREE_SIGMA * math.sqrt(overdispersion(distances))


def _own_rows(scores: Scores, sequences: Sequences, place: int) -> NDArray[np.int64]:
    rows = sequences.of_place(place)
    return rows[~np.isnan(scores.values[rows])]


def _unjudged(
    scores: Scores, sequences: Sequences, own: Sequence[NDArray[np.int64]]
) -> list[Person]:
    return [
        Person(int(annotator), scores.values[rows], rows, None, ())
        for annotator, rows in zip(sequences.annotators, own, strict=True)
    ]


def _missing(name: str, known: NDArray[np.float64], counts: Sequence[int]) -> Missing | None:
    people = sum(count > 0 for count in counts)
    if not len(known):
        return Missing(*_NOTHING[_family(name)], 0, _NEEDED[_family(name)])
    if people < _PEOPLE:
        return Missing(
            "One person has annotated so far, and there is nobody to compare with.",
            "Annotations of a second person.",
            people,
            _PEOPLE,
        )
    # The deviation of equal values such as 0.4 is not quite 0.
    if known.min() == known.max():
        return Missing("So far there is no difference between annotations.", "", None, None)
    return None


_PEOPLE = 2
_NOTHING: Mapping[str, tuple[str, str]] = {
    "agree": (
        "No example has annotations of two people yet.",
        "Two annotations of one example, by two people.",
    ),
    "speed": (
        "Active time was measured for too few annotations yet.",
        "Ten annotations, made here, that took the same steps.",
    ),
    "rate": ("No annotation says so yet.", "One annotation."),
}
_NEEDED = {"agree": 2, "speed": 10, "rate": 1}


def _family(name: str) -> str:
    if name in ("quick", "slow"):
        return "speed"
    return "agree" if name.startswith("agree") else "rate"
