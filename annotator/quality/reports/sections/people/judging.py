"""Everybody's rates of each measure, and where steady people's would be."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from annotator.measures.control_charts import (
    FEWEST_FOR_OVERDISPERSION,
    THREE_SIGMA,
    FunnelPoint,
    funnel,
    overdispersion,
)
from annotator.quality.reports.figures import Missing
from annotator.quality.reports.sections.people.scores import Scores


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


def judge(scores: Scores, sequences: Sequences) -> Judged:
    """Hold everybody's outcomes against everybody's."""
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
    people = [
        Person(int(annotator), scores.values[rows], rows, point)
        for annotator, rows, point in zip(sequences.annotators, own, points, strict=True)
    ]
    return Judged(scores, center, spread, sigmas, people, None)


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
        Person(int(annotator), scores.values[rows], rows, None)
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
