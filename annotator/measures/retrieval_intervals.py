"""How sure the figures of retrieval are: of other questions asked about the same index.

The unit is a question. Two encoders are compared on the questions that both answered (paired), so
that what makes a question hard for both cancels out.
"""

from typing import NamedTuple

import numpy as np

from annotator.measures.intervals import (
    Interval,
    Withheld,
    effective_number,
    jackknife_interval,
    share_interval,
    too_few,
)
from annotator.measures.retrieval import Floats, by_question, recalls

UNITS = "questions"

LEAST_QUESTIONS = 100
"""Questions that an interval takes: of fewer, R@N of a good encoder comes in too wide steps."""

LEAST_APART = 10.0
"""Effective number of questions on which two encoders differ that a difference takes."""

CURVE = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 75, 100)
"""N at which a curve of R@N has points: the closer the steeper it is."""


class Estimate(NamedTuple):
    """A figure with its 95% interval, from ``low`` to ``high``, or why there is none."""

    value: float
    low: float | None
    high: float | None
    withheld: Withheld | None = None


def estimates(ranks: Floats) -> dict[str, Estimate]:
    """MRR and R@N of the best ranks, shape (questions,), under the paper's names.

    >>> recall = estimates(np.array([1.0] * 82 + [12.0] * 57))["r@10"]
    >>> round(recall.value, 3), round(recall.low, 3), round(recall.high, 3)
    (0.59, 0.507, 0.669)

    Raises ``UndefinedMeasureError`` without questions.
    """
    return {name: _share(values) for name, values in by_question(ranks).items()}


def _share(values: Floats) -> Estimate:
    few = too_few(len(values), UNITS, LEAST_QUESTIONS)
    interval = few or share_interval(values, np.ones(len(values)), units=UNITS)
    return _estimate(float(np.mean(values)), interval)


def recall_curve(ranks: Floats) -> list[tuple[int, Estimate]]:
    """N and R@N, for N of ``CURVE``.

    >>> found = recall_curve(np.array([1.0] * 82 + [12.0] * 57))
    >>> [(cutoff, round(each.value, 3)) for cutoff, each in found if 8 <= cutoff <= 15]
    [(8, 0.59), (10, 0.59), (15, 1.0)]

    Raises ``UndefinedMeasureError`` without questions.
    """
    return [(cutoff, _share(recall)) for cutoff, recall in recalls(ranks, CURVE).items()]


def differences(ranks: Floats, others: Floats) -> dict[str, Estimate]:
    """MRR and R@N of ``ranks`` less those of ``others``, of the same questions in the same order.

    Student's t over the questions' differences; -1 to 1. Where too few questions are ranked
    differently, there is no interval.

    Raises ``UndefinedMeasureError`` without questions.
    """
    one, other = by_question(ranks), by_question(others)
    found = {}
    for name in one:
        each = one[name] - other[name]
        found[name] = _estimate(float(np.mean(each)), _of_difference(each), least=-1.0)
    return found


def _of_difference(each: Floats) -> Interval:
    if few := too_few(len(each), UNITS, LEAST_QUESTIONS):
        return few
    apart = effective_number(np.abs(each))
    if apart < LEAST_APART:
        return Interval(None, None, Withheld("Too few questions are ranked differently."))
    left_out = (each.sum() - each) / (len(each) - 1)
    return jackknife_interval(float(np.mean(each)), left_out, units=UNITS)


def _estimate(value: float, interval: Interval, *, least: float = 0.0) -> Estimate:
    low = interval.low if interval.low is None else max(least, interval.low)
    return Estimate(value, low, interval.high, interval.withheld)
