"""Who differs by more than chance, and since when."""

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


@dataclass(frozen=True, slots=True, eq=False)
class Sequences:
    """N annotations made here by annotator, in the order in which each made them.

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
        submitted_at: NDArray[np.int64],
        annotation: NDArray[np.int64],
        imported: NDArray[np.bool_],
    ) -> "Sequences":
        """From arrays with a value for each annotation; ``imported`` ones are left out."""
        rows = np.lexsort((annotation, submitted_at, annotator))
        rows = rows[~imported[rows]]
        annotators, counts = np.unique(annotator[rows], return_counts=True)
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
            ranks = scores.pace.ranks(rows)
            return cusum(ranks, expected=0, spread=1, allowance=ALLOWANCE, limit=limits)
        outcomes = scores.values[rows]
        expected = expected_of(outcomes, center=self.center, variance=self.variance)
        return cusum(
            outcomes, expected=expected, spread=self.spread, allowance=ALLOWANCE, limit=limits
        )


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
