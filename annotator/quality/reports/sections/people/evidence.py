"""Whose annotations speak for a change, or for a level unlike the others', by more than chance.

Four charts: what somebody answers beside what the others say of the same examples, how often they
find no answer, how often they call a question bad, and how long they take, by the day.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.measures.expected_answers import BAD, FOUND, NONE, Chances, chances_of
from annotator.measures.steadiness import Evidence, evidence_of
from annotator.measures.usual_people import Days, Person, by_answers, by_pace, by_rate
from annotator.quality.reports.either_kind import seconds_of_stages
from annotator.quality.reports.sections.people.judging import Sequences
from annotator.quality.reports.sections.people.scores import steps_of

FALSE_DISCOVERY = 0.06
"""Of the people shown, so many are steady on average (Benjamini and Hochberg 1995). The page
promises one in ten: it is looked at more than once, and what is usual is estimated.
"""
CHANCE = 0.006
"""The greatest chance that a steady person is shown; the page promises one in a hundred over a
project. With 0.01, 1.3% were shown in ten looks, and as many where paces spread widely.
"""
SHARES: Mapping[str, float] = {
    "answers": 0.2,
    "quick": 0.5,
    "pace": 0.04,
    "null": 0.03,
    "bad": 0.03,
}
JOINTLY, JOINT_SHARE = ("answers", "quick"), 0.2
"""Of that chance, by chart, and of two charts together, since who hurries answers badly. Being
quick needs the most: steady people differ in pace the most.
"""
TELLING = 0.1
"""A chance that is larger says nothing, so its chart isn't shown beside another that does."""
EXCEEDED: Mapping[str, float] = {"answers": 0.1, "pace": 0.04, "null": 0.1, "bad": 0.12}
"""Over a project in which the page is looked at ten times, steady people reach the evidence x in
about so many of x cases. If nothing had to be estimated, it would be at most 1.
"""
RANDOM = 0.4
"""The share of random answers whose detection the page speaks of."""
_UNKNOWN, _LEAST_TOLD = 3.0, 1e-3
_PEOPLE = 2
_DAY = 86_400_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Observed:
    """A chart of everybody with observations, by their place among the annotators: the ``rows``
    behind each observation, in order, the evidence of all, and the ``chances`` that a steady person
    comes to as much.
    """

    name: str
    places: Sequence[int]
    rows: Sequence[Sequence[NDArray[np.int64]]]
    evidence: Sequence[Evidence]
    chances: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Finding:
    """What stands out in a chart: the rows ``before`` it began, none if it was there from the
    start, and those ``within``. Steady people come to it in ``chance``.
    """

    place: int
    chart: str
    before: NDArray[np.int64]
    within: NDArray[np.int64]
    chance: float


def findings_of(charts: Sequence[Observed], people: int) -> list[Finding]:
    """What may be shown of ``people``, so that of those shown few are steady.

    A person's chance is the smallest over charts and over ``JOINTLY``, each over its share. With
    the people by their chances p_1 ≤ p_2 …, the first k are shown for the largest k with p_k ≤ 0.06
    k / people and p_k ≤ 0.006.
    """
    chances = _over_shares(charts, people)
    ordered = np.sort(np.min([np.ones(people), *chances.values()], axis=0))
    limits = np.minimum(CHANCE, FALSE_DISCOVERY * np.arange(1, people + 1) / max(people, 1))
    shown = np.flatnonzero(ordered <= limits)
    limit = limits[shown[-1]] if len(shown) else 0.0
    return [
        _finding(chart, at, float(chances[chart.name][place]))
        for chart in charts
        for at, place in enumerate(chart.places)
        if chances[chart.name][place] <= limit
    ]


def _over_shares(charts: Sequence[Observed], people: int) -> dict[str, NDArray[np.float64]]:
    """Everybody's chance in each chart over its share, or that of ``JOINTLY`` where it is smaller:
    it then counts for those of the charts that tell something.
    """
    own = {chart.name: np.ones(people) for chart in charts}
    for chart in charts:
        own[chart.name][list(chart.places)] = chart.chances
    together = JOINTLY if own.keys() >= {*JOINTLY} else ()
    shares = sum(SHARES[name] for name in own) + (JOINT_SHARE if together else 0.0)
    found = {name: chances * shares / SHARES[name] for name, chances in own.items()}
    if together:
        both = joint_chance(*(own[name] for name in together)) * shares / JOINT_SHARE
        for name in together:
            tells = own[name] <= TELLING
            found[name] = np.where(tells, np.minimum(found[name], both), found[name])
    return found


def joint_chance(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """That two independent chances have so small a product (Fisher 1932): p (1 - ln p).

    >>> joint_chance(np.array([0.05]), np.array([0.05])).round(4).tolist()
    [0.0175]
    """
    product = np.clip(one, 1e-300, 1) * np.clip(other, 1e-300, 1)
    return np.asarray(product * (1 - np.log(product)))


def _finding(chart: Observed, at: int, chance: float) -> Finding:
    rows, start = chart.rows[at], chart.evidence[at].start
    nothing: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
    return Finding(
        chart.places[at],
        chart.name,
        np.concatenate([nothing, *rows[:start]]),
        np.concatenate(rows[start:]),
        chance,
    )


def charts_of(annotations: Any, sequences: Sequences, chances: Chances | None) -> list[Observed]:
    """The charts that a project's annotations have; none with fewer than two people. ``chances``
    as in ``chances_of_annotations``.
    """
    if len(sequences.annotators) < _PEOPLE:
        return []
    own = [sequences.of_place(place) for place in range(len(sequences.annotators))]
    charts = []
    if chances is not None:
        charts = [
            _answers(chances, own),
            _rates("null", (annotations.long == 0).astype(np.float64), own),
            _rates("bad", np.where(annotations.quality < 0, np.nan, annotations.quality == 0), own),
        ]
    charts += _pace(annotations, own)
    return [chart for chart in charts if chart.places]


def noticed_after(chances: Chances, people: int) -> float | None:
    """After about how many annotations of one person it is noticed if two in five of their answers
    become random; None if the others' answers never tell.

    n = (ln(x) + 3) / K: x is the evidence that one of ``people`` needs, 3 what not knowing the
    change and its time costs, and K what an annotation tells on average, the mean of r ln r for r =
    0.6 + 0.4 random / usual.
    """
    ratios = 1 - RANDOM + RANDOM * chances.random / chances.usual
    told = float((ratios * np.log(ratios)).mean()) if len(ratios) else 0.0
    if told <= _LEAST_TOLD:
        return None
    limit = min(CHANCE, FALSE_DISCOVERY / max(people, 1)) * SHARES["answers"]
    return (math.log(EXCEEDED["answers"] / limit) + _UNKNOWN) / told


def chances_of_annotations(annotations: Any) -> Chances | None:
    """Of every annotation, as the others' answers have it; None of answers without codes."""
    if annotations.coded is None:
        return None
    outcome = np.where(
        annotations.long > 0, FOUND, np.where(annotations.quality == 0, BAD, NONE)
    ).astype(np.int64)
    return chances_of(
        outcome,
        annotations.example,
        annotations.long.astype(np.int64),
        annotations.short.astype(np.int64),
    )


def _answers(chances: Chances, own: Sequence[NDArray[np.int64]]) -> Observed:
    people = by_answers([Chances(*(each[rows] for each in chances)) for rows in own])
    return _observed("answers", range(len(own)), [list(rows[:, None]) for rows in own], people)


def _rates(name: str, said: NDArray[np.float64], own: Sequence[NDArray[np.int64]]) -> Observed:
    known = [rows[~np.isnan(said[rows])] for rows in own]
    places = [place for place, rows in enumerate(known) if len(rows)]
    people = by_rate([said[known[place]] for place in places]) if places else []
    return _observed(name, places, [list(known[place][:, None]) for place in places], people)


def relative_seconds(annotations: Any) -> NDArray[np.float64]:
    """The logarithm of active time less its mean over annotations that took the same steps."""
    steps, totals = steps_of(seconds_of_stages(annotations))
    relative = np.full(len(totals), np.nan)
    timed = (steps > 0) & (totals > 0) & ~annotations.imported
    relative[timed] = np.log(totals[timed])
    for kind in np.unique(steps[timed]):
        rows = timed & (steps == kind)
        relative[rows] -= relative[rows].mean()
    return relative


def _pace(annotations: Any, own: Sequence[NDArray[np.int64]]) -> list[Observed]:
    relative = relative_seconds(annotations)
    rows_by_day, days, places = [], [], []
    squares, freedom = 0.0, 0
    for place, rows in enumerate(own):
        timed = rows[~np.isnan(relative[rows])]
        if not len(timed):
            continue
        _, starts = np.unique(annotations.submitted_at[timed] // _DAY, return_index=True)
        parts = np.split(timed, starts[1:])
        means = np.array([relative[part].mean() for part in parts])
        counts = np.array([len(part) for part in parts], dtype=np.float64)
        squares += sum(float(relative[part].var()) * len(part) for part in parts)
        freedom += len(timed) - len(parts)
        rows_by_day.append(parts)
        days.append(Days(means, counts))
        places.append(place)
    if not places:
        return []
    paces = by_pace(days, squares / max(freedom, 1))
    throughout = [Evidence(-math.log(max(chance, 1e-300)), 0) for chance in paces.quick]
    return [
        Observed("quick", places, rows_by_day, throughout, paces.quick),
        _observed("pace", places, rows_by_day, paces.changes),
    ]


def _observed(
    name: str,
    places: Sequence[int],
    rows: Sequence[Sequence[NDArray[np.int64]]],
    people: Sequence[Person],
) -> Observed:
    evidence = [evidence_of(*person) for person in people]
    exceeded = np.full(len(people), EXCEEDED[name])
    if name == "answers":
        counts = np.array([len(each) for each in rows])
        exceeded = EXCEEDED[name] * np.clip(counts / 200, 1, 4)
    strengths = np.array([each.strength for each in evidence])
    chances = np.minimum(exceeded * np.exp(-strengths), 1.0)
    return Observed(name, list(places), rows, evidence, chances)
