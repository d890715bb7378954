"""One annotator's charts over time, and the examples behind each signal."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from annotator.measures.control_charts import ewma
from annotator.quality.reports.figures import Plot, Point
from annotator.quality.reports.sections.people.judging import Judged, Person
from annotator.quality.reports.sections.people.signals import Signal

WEIGHT = 0.1
"""Of the newest outcome in the moving average."""
DECIMALS = 4
MOST_POINTS = 60
"""That a chart shows, spread over the sequence."""


def details_of_people(
    judged: Sequence[Judged], signals: Sequence[Signal], submitted_at: NDArray[np.int64]
) -> dict[str, Any]:
    """By annotators' keys: ``plots`` (see ``chart_of``) and ``signals`` with their examples.

    An annotator without anything to judge has neither.
    """
    details: dict[str, Any] = {}
    for measure in judged:
        if measure.missing:
            continue
        for person in measure.people:
            if len(person.outcomes):
                own = details.setdefault(str(person.annotator), {"plots": [], "signals": []})
                own["plots"].append(_chart(measure, person, submitted_at))
    for signal in signals:
        values = {**asdict(signal), "examples": list(signal.examples)}
        details[str(values.pop("annotator"))]["signals"].append(values)
    return details


def chart_of(stored: Mapping[str, Any]) -> Plot:
    """A chart as ``details_of_people`` keeps it, as a plot.

    A point's key is when its annotation was made, in microseconds since 1970.
    """
    return Plot(
        name=stored["name"],
        unit="share",
        kind="control",
        x="number",
        points=[
            Point(key=str(made_at), x=float(number), value=value, low=low, high=high)
            for made_at, number, value, low, high in stored["points"]
        ],
    )


def _chart(judged: Judged, person: Person, submitted_at: NDArray[np.int64]) -> dict[str, Any]:
    """The moving average over the annotator's own sequence, by number, with its limits around their
    own rate. If all outcomes are the same, everybody's variance is used.
    """
    rate, deviation = float(person.outcomes.mean()), float(person.outcomes.std())
    spread = deviation if person.outcomes.min() < person.outcomes.max() else judged.spread
    chart = ewma(person.outcomes, expected=rate, spread=spread, weight=WEIGHT)
    count = len(person.outcomes)
    shown = np.unique(np.linspace(0, count - 1, min(count, MOST_POINTS)).round().astype(np.int64))
    columns = (submitted_at[person.rows], np.arange(1, count + 1))
    averages = (column.round(DECIMALS) for column in (chart.values, chart.low, chart.high))
    rows = zip(*(column[shown].tolist() for column in (*columns, *averages)), strict=True)
    return {"name": judged.scores.name, "points": list(rows)}
