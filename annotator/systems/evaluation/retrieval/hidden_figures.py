"""What is shown of an encoder's figures: on the hidden split as ``hidden_scores`` shows others."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

from annotator.systems.evaluation.leaderboard.hidden_scores import Ends, around
from annotator.systems.evaluation.models import RetrievalScore
from annotator.systems.evaluation.retrieval.figures import KINDS, Found, ends_of, values_of
from annotator.systems.evaluation.retrieval.queries import is_of_hidden_split
from annotator.workspace.projects.models import Project

_DECIMALS = 3
"""MRR and R@N are shares."""


class CurvePoint(NamedTuple):
    """R@N, and the ends of its interval."""

    n: int
    value: float
    interval: Ends


Values = Mapping[str, Mapping[str, float]]
AllEnds = Mapping[str, Mapping[str, Ends]]


@dataclass(frozen=True, slots=True)
class ShownFigures:
    """An encoder's figures as somebody may see them.

    ``is_exact``: with all digits, and all that they came from.
    """

    score: RetrievalScore
    metrics: Values
    intervals: AllEnds
    curve: Mapping[str, list[CurvePoint]]
    is_exact: bool


def shown_figures(score: RetrievalScore, project: Project, *, sees_hidden: bool) -> ShownFigures:
    """Figures for somebody who sees all of the hidden split, or not."""
    is_exact = sees_hidden or not is_of_hidden_split(score.benchmark, project)
    curve = {
        kind: [
            CurvePoint(n, value, None if low is None else [low, high])
            for n, value, low, high in score.curve[kind]
        ]
        for kind in KINDS
    }
    if is_exact:
        return ShownFigures(score, score.metrics, score.intervals, curve, is_exact=True)
    metrics = {
        kind: {name: round(value, _DECIMALS) for name, value in of_kind.items()}
        for kind, of_kind in score.metrics.items()
    }
    intervals = {
        kind: {
            name: around(value, score.metrics[kind][name], score.intervals[kind][name], _DECIMALS)
            for name, value in of_kind.items()
        }
        for kind, of_kind in metrics.items()
    }
    rounded = {kind: [_rounded(point) for point in points] for kind, points in curve.items()}
    return ShownFigures(score, metrics, intervals, rounded, is_exact=False)


def _rounded(point: CurvePoint) -> CurvePoint:
    shown = round(point.value, _DECIMALS)
    return CurvePoint(point.n, shown, around(shown, point.value, point.interval, _DECIMALS))


def shown_difference(one: ShownFigures, other: ShownFigures, less: Found) -> tuple[Values, AllEnds]:
    """How much greater ``one`` is than ``other``, and the ends of the intervals: of rounded figures
    the differences of what is shown.
    """
    values, ends = values_of(less), ends_of(less)
    if one.is_exact and other.is_exact:
        return values, ends
    shown = {
        kind: {
            name: round(one.metrics[kind][name] - other.metrics[kind][name], _DECIMALS)
            for name in of_kind
        }
        for kind, of_kind in values.items()
    }
    return shown, {
        kind: {
            name: around(
                value, values[kind][name], ends[kind][name], _DECIMALS, least=-inf, most=inf
            )
            for name, value in of_kind.items()
        }
        for kind, of_kind in shown.items()
    }
