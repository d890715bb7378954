"""Scores of a system's predictions on Natural Questions, as its official evaluator gives them.

Each prediction has a score. A threshold drops predictions with lower scores; every threshold has a
precision and a recall (NQ paper, section 5.1; the repository's notes on evaluation).

The evaluator takes all annotations of an example as references. Against a smaller number of
references, drawn without replacement, each example has the probabilities of what comes of it, over
all draws; sums of these are expected counts, and all scores are those of the expected counts.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from annotator.measures.answer_match import (
    NON_NULL_ANNOTATIONS,
    Answer,
    long_answer_matches,
    short_answer_matches,
)
from annotator.measures.reference_draws import enough_drawn, expect_prediction

PRECISIONS = (0.5, 0.75, 0.9)
"""For each the evaluator looks for the greatest recall with at least this precision."""


Chances = NDArray[np.bool_] | NDArray[np.float64]
"""Whether something is so, or the probability of it where references are drawn."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcomes:
    """What came of each example, for long or for short answers: arrays of one length.

    ``has_gold``: enough references have an answer; ``has_prediction``: the system has one;
    ``is_right``: both, and they match; ``score``: the system's, any finite number.
    """

    has_gold: Chances
    has_prediction: NDArray[np.bool_]
    is_right: Chances
    score: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.score)

    def take(self, chosen: NDArray[np.bool_] | NDArray[np.intp]) -> "Outcomes":
        """The outcomes of some examples."""
        return Outcomes(
            self.has_gold[chosen],
            self.has_prediction[chosen],
            self.is_right[chosen],
            self.score[chosen],
        )


class Scored(NamedTuple):
    """An example's annotations, the prediction for it, and the prediction's two scores."""

    annotations: Sequence[Answer]
    prediction: Answer
    long_score: float
    short_score: float


class _Part(NamedTuple):
    """Whether somebody has an answer, whether one matches a prediction, and that one's score."""

    has_answer: Callable[[Answer], bool]
    matches: Callable[[Sequence[Answer], Answer], bool]
    score_of: Callable[[Scored], float]


_LONG = _Part(
    lambda answer: answer.long_answer is not None, long_answer_matches, lambda each: each.long_score
)
_SHORT = _Part(
    lambda answer: answer.has_short_answer, short_answer_matches, lambda each: each.short_score
)


def long_outcomes(
    examples: Iterable[Scored],
    non_null_annotations: int = NON_NULL_ANNOTATIONS,
    references: int | None = None,
) -> Outcomes:
    """The outcomes of the long answers.

    Of an example with more annotations than ``references``, so many are drawn; None takes all.
    """
    return _outcomes(examples, _LONG, non_null_annotations, references)


def short_outcomes(
    examples: Iterable[Scored],
    non_null_annotations: int = NON_NULL_ANNOTATIONS,
    references: int | None = None,
) -> Outcomes:
    """The same of the short answers, *yes* and *no* among them."""
    return _outcomes(examples, _SHORT, non_null_annotations, references)


class Scores(NamedTuple):
    """Precision, recall and F1, each 0 to 1; 0 where a quotient has nothing below the line."""

    precision: float
    recall: float
    f1: float


class Best(NamedTuple):
    """The scores at the threshold with the greatest F1, and that threshold.

    All four are 0 where nothing is right at any threshold.
    """

    scores: Scores
    threshold: float


class RecallAtPrecision(NamedTuple):
    """The greatest recall with at least ``wanted`` precision, and the precision there.

    Both are 0, and ``threshold`` is None, where no threshold reaches it with a right answer.
    """

    wanted: float
    recall: float
    precision: float
    threshold: float | None


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """Precision and recall at each distinct score, from the greatest down."""

    threshold: NDArray[np.float64]
    precision: NDArray[np.float64]
    recall: NDArray[np.float64]

    @property
    def f1(self) -> NDArray[np.float64]:
        """The harmonic mean of precision and recall at each threshold."""
        return _quotient(2 * self.precision * self.recall, self.precision + self.recall)

    def best(self) -> Best:
        """The greatest F1; among equals, that of the highest threshold."""
        f1 = self.f1
        place = int(f1.argmax()) if len(f1) else -1
        if place < 0 or f1[place] == 0:
            return Best(Scores(0.0, 0.0, 0.0), 0.0)
        scores = Scores(float(self.precision[place]), float(self.recall[place]), float(f1[place]))
        return Best(scores, float(self.threshold[place]))

    def recall_at(self, wanted: float) -> RecallAtPrecision:
        """The greatest recall with precision ≥ ``wanted``; of equal ones the highest threshold's.

        Precision at that point need not be the greatest with this recall.
        """
        recall = np.where(self.precision >= wanted, self.recall, 0.0)
        place = int(recall.argmax()) if len(recall) else -1
        if place < 0 or recall[place] == 0:
            return RecallAtPrecision(wanted, 0.0, 0.0, None)
        return RecallAtPrecision(
            wanted,
            float(recall[place]),
            float(self.precision[place]),
            float(self.threshold[place]),
        )


def curve(outcomes: Outcomes) -> Curve:
    """Precision and recall where all predictions with at least a score count.

    precision = right / predicted, recall = right / answerable, of the predictions kept; examples
    with the same score are kept or dropped together.

    >>> outcomes = Outcomes(np.array([True, True]), np.array([True, True]),
    ...                     np.array([True, False]), np.array([2.0, 1.0]))
    >>> curve(outcomes).best()
    Best(scores=Scores(precision=1.0, recall=0.5, f1=0.6666666666666666), threshold=2.0)
    """
    order = np.argsort(-outcomes.score, kind="stable")
    score = outcomes.score[order]
    last_of_score = np.flatnonzero(np.diff(score, append=np.inf))
    right = np.cumsum(outcomes.is_right[order])[last_of_score]
    predicted = np.cumsum(outcomes.has_prediction[order])[last_of_score]
    answerable = np.full(len(right), outcomes.has_gold.sum())
    return Curve(score[last_of_score], _quotient(right, predicted), _quotient(right, answerable))


def scores_without_threshold(outcomes: Outcomes) -> Scores:
    """Precision, recall and F1 where every prediction counts, whatever its score."""
    right = outcomes.is_right.sum()
    parts = np.array([right, right])
    wholes = np.array([outcomes.has_prediction.sum(), outcomes.has_gold.sum()])
    precision, recall = _quotient(parts, wholes)
    f1 = _quotient(np.array([2 * precision * recall]), np.array([precision + recall]))[0]
    return Scores(float(precision), float(recall), float(f1))


def official_metrics(long_answers: Outcomes, short_answers: Outcomes) -> dict[str, float]:
    """The numbers of the official evaluator, under its names."""
    return {
        f"{prefix}-{name}": value
        for prefix, outcomes in (("long", long_answers), ("short", short_answers))
        for name, value in _metrics(outcomes).items()
    }


def _metrics(outcomes: Outcomes) -> dict[str, float]:
    found = curve(outcomes)
    best = found.best()
    metrics = {
        "best-threshold-f1": best.scores.f1,
        "best-threshold-precision": best.scores.precision,
        "best-threshold-recall": best.scores.recall,
        "best-threshold": best.threshold,
    }
    for wanted in PRECISIONS:
        point = found.recall_at(wanted)
        metrics[f"recall-at-precision>={wanted}"] = point.recall
        metrics[f"precision-at-precision>={wanted}"] = point.precision
    return metrics


def _outcomes(
    examples: Iterable[Scored], part: _Part, beta: int, references: int | None
) -> Outcomes:
    has_gold, has_prediction, is_right, scores = [], [], [], []
    for each in examples:
        size = len(each.annotations)
        drawn = size if references is None else min(references, size)
        non_null = sum(map(part.has_answer, each.annotations))
        same = sum(part.matches([one], each.prediction) for one in each.annotations)
        has_gold.append(float(enough_drawn(size, non_null, drawn, beta)))
        is_right.append(float(expect_prediction(size, non_null, same, drawn, beta)))
        has_prediction.append(part.has_answer(each.prediction))
        scores.append(part.score_of(each))
    return Outcomes(
        np.array(has_gold, dtype=np.float64),
        np.array(has_prediction, dtype=np.bool_),
        np.array(is_right, dtype=np.float64),
        np.array(scores, dtype=np.float64),
    )


def _quotient(part: NDArray[np.generic], whole: NDArray[np.generic]) -> NDArray[np.float64]:
    """``part / whole``, 0 where ``whole`` is 0."""
    result = np.zeros(len(part), dtype=np.float64)
    np.divide(part, whole, out=result, where=whole != 0)
    return result
