"""How sure the figures of retrieval are: of other questions asked about the same index.

The unit is a question. Two encoders are compared on the questions that both answered (paired), so
that what makes a question hard for both cancels out.
"""

from typing import NamedTuple

import numpy as np

from annotator.measures.intervals import Interval, Withheld, jackknife_interval, share_interval
from annotator.measures.retrieval import Floats, by_question

UNITS = "questions"


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
    (0.59, 0.507, 0.668)

    Raises ``UndefinedMeasureError`` without questions.
    """
    ones = np.ones(len(ranks))
    return {
        name: _estimate(float(np.mean(values)), share_interval(values, ones, units=UNITS))
        for name, values in by_question(ranks).items()
    }


def differences(ranks: Floats, others: Floats) -> dict[str, Estimate]:
    """MRR and R@N of ``ranks`` less those of ``others``, of the same questions in the same order.

    Student's t over the questions' differences; -1 to 1.

    Raises ``UndefinedMeasureError`` without questions.
    """
    one, other = by_question(ranks), by_question(others)
    found = {}
    for name in one:
        each = one[name] - other[name]
        mean = float(np.mean(each))
        interval = Interval(None, None)
        if len(each) > 1:
            left_out = (each.sum() - each) / (len(each) - 1)
            interval = jackknife_interval(mean, left_out, units=UNITS)
        found[name] = _estimate(mean, interval, least=-1.0)
    return found


def _estimate(value: float, interval: Interval, *, least: float = 0.0) -> Estimate:
    low = interval.low if interval.low is None else max(least, interval.low)
    return Estimate(value, low, interval.high, interval.withheld)
