"""How sure the figures of retrieval are: of other questions asked about the same index.

The unit is a question. Two encoders are compared on the questions that both answered (paired), so
that what makes a question hard for both cancels out.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from annotator.measures.intervals import (
    CONFIDENCE,
    LEAST_ASKED,
    LEAST_COMPARED,
    Interval,
    Withheld,
    share_interval,
    too_few,
)
from annotator.measures.retrieval import Floats, by_question, recalls
from annotator.measures.seeds import seeded
from annotator.measures.simultaneous import Pairs, joint_confidence, pairs_of_means

UNITS = "questions"

DRAWS, SEED = 5_000, 1
"""Of the greatest difference between encoders that are equal."""

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
    few = too_few(len(values), UNITS, LEAST_ASKED)
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


@dataclass(frozen=True, slots=True)
class Comparison:
    """The means over questions of several encoders' figures, their pairs, and the confidence of
    each interval at which all hold at once.
    """

    means: Mapping[str, Floats]
    pairs: Mapping[str, Pairs]
    confidence: float

    def between(self, one: int, other: int) -> dict[str, Estimate]:
        """The figures of encoder ``one`` less those of the ``other``, -1 to 1.

        Student's t over the questions' differences. Where too few questions are ranked differently,
        there is no interval.
        """
        found = {}
        for name, means in self.means.items():
            value, pairs = float(means[one] - means[other]), self.pairs[name]
            few = too_few(pairs.units, UNITS, LEAST_COMPARED)
            interval = few or pairs.interval(value, one, other, self.confidence)
            found[name] = _estimate(value, interval, least=-1.0)
        return found


def compare_encoders(figures: Sequence[Mapping[str, Floats]]) -> Comparison:
    """Compare all pairs of encoders by what each question adds to each figure, shape (questions,),
    of the same questions in the same order.
    """
    columns = {name: np.column_stack([each[name] for each in figures]) for name in figures[0]}
    pairs = {name: pairs_of_means(values) for name, values in columns.items()}
    confidence = _joint_confidence(columns, pairs)
    means = {name: values.mean(axis=0) for name, values in columns.items()}
    return Comparison(means, pairs, confidence)


def _joint_confidence(columns: Mapping[str, Floats], pairs: Mapping[str, Pairs]) -> float:
    """Means of resampled questions follow the normal distribution, with the covariances of the
    questions' values. Draws of that take their place, which cost the same for any number of them.
    """
    everything = np.column_stack(list(columns.values()))
    if len(everything) < LEAST_COMPARED:
        return CONFIDENCE
    covariances = np.atleast_2d(np.cov(everything, rowvar=False))
    zeros = np.zeros(len(covariances))
    drawn = seeded(SEED).multivariate_normal(zeros, covariances, size=DRAWS, method="eigh")
    by_figure = np.split(drawn, len(columns), axis=1)
    return joint_confidence(list(zip(by_figure, pairs.values(), strict=True)))


def _estimate(value: float, interval: Interval, *, least: float = 0.0) -> Estimate:
    low = interval.low if interval.low is None else max(least, interval.low)
    return Estimate(value, low, interval.high, interval.withheld)
