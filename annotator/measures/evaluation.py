"""Evaluation against several annotations of each example (NQ paper, section 5.1).

Definition 1: h_β(a, l) = 1 if g(a) ≥ β and l ≠ NULL and l = a_j for some j, or if g(a) < β and
l = NULL; else 0. Here a is the annotations of an example, g(a) the number of non-null ones, and l a
prediction.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from annotator.measures.intervals import EXAMPLES, Clusters, Interval, share_interval
from annotator.measures.intervals.undefined import UndefinedMeasureError

BETA = 2
"""β in the paper's experiments: how many of the annotations must be non-null."""

Score = Literal["accuracy", "precision", "recall", "f1"]


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """What came of each example: 0 or 1, or the probability of it where it hangs on a draw.

    ``correct`` is h_β of the prediction, ``hits`` is t (right and non-null), ``answered`` a
    non-null prediction, ``answerable`` g(a) ≥ β.
    """

    correct: NDArray[np.float64]
    hits: NDArray[np.float64]
    answered: NDArray[np.float64]
    answerable: NDArray[np.float64]

    def accuracy(self) -> float:
        """A_β = (1/n) Σ h_β; raises ``UndefinedMeasureError`` without examples."""
        return self._score("accuracy", "without examples there is no accuracy")

    def precision(self) -> float:
        """P = Σ t / Σ [[f ≠ NULL]]; raises ``UndefinedMeasureError`` where nothing is answered."""
        return self._score("precision", "where nothing is answered there is no precision")

    def recall(self) -> float:
        """R = Σ t / Σ [[g ≥ β]]; raises ``UndefinedMeasureError`` where nothing is answerable."""
        return self._score("recall", "where nothing can be answered there is no recall")

    def f1(self) -> float:
        """The harmonic mean of precision and recall, 2 Σ t / (Σ [[f ≠ NULL]] + Σ [[g ≥ β]]).

        0 where nothing is right; raises ``UndefinedMeasureError`` where either of the two does.
        """
        self.precision()
        self.recall()
        return self._score("f1", "")

    def interval(self, score: Score, *, units: str | Clusters = EXAMPLES) -> Interval:
        """The 95% interval of one of the four, over examples or the units that they belong to.

        Raises ``UndefinedMeasureError`` if the score itself does.
        """
        getattr(self, score)()
        return share_interval(*_parts(self._columns(), score), units=units)

    def by_example(self, score: Score) -> NDArray[np.float64]:
        """What each example adds to the score: the quotient of its own summands.

        Those of precision are t / [[f ≠ NULL]], and so on; NaN if an example has no part in the
        score, such as an unanswerable one in recall.
        """
        part, whole = _parts(self._columns(), score)
        values = np.full(len(part), np.nan)
        np.divide(part, whole, out=values, where=whole > 0)
        return values

    def _columns(self) -> NDArray[np.float64]:
        examples = np.ones(len(self.correct))
        return np.column_stack([self.correct, self.hits, self.answered, self.answerable, examples])

    def _score(self, score: Score, why_not: str) -> float:
        value = float(_scores(self._columns().sum(axis=0)[None, :], score)[0])
        if np.isnan(value):
            raise UndefinedMeasureError(why_not)
        return value


def _parts(
    sums: NDArray[np.float64], score: Score
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    correct, hits, answered, answerable, examples = sums.T
    parts = {
        "accuracy": (correct, examples),
        "precision": (hits, answered),
        "recall": (hits, answerable),
        "f1": (2 * hits, answered + answerable),
    }
    return parts[score]


def _scores(sums: NDArray[np.float64], score: Score) -> NDArray[np.float64]:
    part, whole = _parts(sums, score)
    defined = whole > 0
    if score == "f1":
        answered, answerable = sums[:, 2], sums[:, 3]
        defined = (answered > 0) & (answerable > 0)
    values = np.full(len(sums), np.nan)
    np.divide(part, whole, out=values, where=defined)
    return values
