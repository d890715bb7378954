"""Evaluation against several annotations of each example (NQ paper, section 5.1).

References are codes of answers, examples × k, and a prediction is the
code of one: 0 is NULL. Only codes of the same example are compared.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from annotator.measures.answers import NULL
from annotator.measures.intervals import Interval, share_interval
from annotator.measures.undefined import UndefinedMeasureError

BETA = 2
"""β in the paper's experiments: how many of the annotations must be non-null."""

Score = Literal["accuracy", "precision", "recall", "f1"]


def h_beta(
    annotations: Sequence[Hashable | None], label: Hashable | None, beta: int = BETA
) -> bool:
    """Whether ``label`` is right, given the k ``annotations`` of its example (Definition 1).

    h_β(a, l) = 1 if g(a) ≥ β and l ≠ NULL and l = a_j for some j, or if g(a) < β and l = NULL;
    else 0. g(a) is the number of non-null annotations. None is NULL.

    >>> h_beta(["P3", "P5", None, None, None], "P5")
    True
    >>> h_beta(["P3", None, None, None, None], "P3"), h_beta(["P3", None, None, None, None], None)
    (False, True)

    Raises ``UndefinedMeasureError`` without annotations, ``ValueError`` where β isn't 1 to k.
    """
    _check(len(annotations), beta)
    non_null = sum(each is not None for each in annotations)
    if label is None:
        return non_null < beta
    return non_null >= beta and label in annotations


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

    def interval(self, score: Score) -> Interval:
        """The 95% interval of one of the four, over examples.

        Raises ``UndefinedMeasureError`` if the score itself does.
        """
        getattr(self, score)()
        return share_interval(*_parts(self._columns(), score))

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


def evaluate(
    references: NDArray[np.int64], predictions: NDArray[np.int64], beta: int = BETA
) -> Outcomes:
    """The outcome of each example for ``predictions`` against k ``references`` each.

    >>> references = np.array([[1, 1, 2, 0, 0], [1, 0, 0, 0, 0], [1, 2, 0, 0, 0]])
    >>> outcomes = evaluate(references, np.array([2, 1, 0]))
    >>> outcomes.precision(), outcomes.recall()
    (0.5, 0.5)

    Raises ``UndefinedMeasureError`` without annotations, ``ValueError`` where β isn't 1 to k or
    there aren't as many predictions as examples.
    """
    if len(references) != len(predictions):
        raise ValueError(f"{len(predictions)} predictions don't fit {len(references)} examples")
    _check(references.shape[1], beta)
    answerable = np.count_nonzero(references != NULL, axis=1) >= beta
    answered = predictions != NULL
    seen = (references == predictions[:, None]).any(axis=1)
    hits = answered & answerable & seen
    correct = hits | (~answered & ~answerable)
    return Outcomes(*(each.astype(np.float64) for each in (correct, hits, answered, answerable)))


def _check(annotations: int, beta: int) -> None:
    if annotations == 0:
        raise UndefinedMeasureError("without annotations nothing says what is right")
    if not 1 <= beta <= annotations:
        raise ValueError(f"β is 1 to {annotations}, the number of annotations, and not {beta}")


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
