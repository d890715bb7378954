"""Scores of a file of predictions against Natural Questions' annotations in files."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from annotator.formats.gold_answers import GoldExample, gold_files, read_gold
from annotator.formats.predictions import Prediction, check_examples, read_predictions
from annotator.measures.answer_match import NON_NULL_ANNOTATIONS
from annotator.measures.intervals import Interval
from annotator.measures.resampled_scores import (
    SEED,
    Replicates,
    prediction_intervals,
    prediction_replicates,
)
from annotator.measures.system_scores import (
    Outcomes,
    Scored,
    Scores,
    long_outcomes,
    official_metrics,
    scores_without_threshold,
    short_outcomes,
)
from annotator.measures.undefined import UndefinedMeasureError


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The outcomes of one file of predictions."""

    long_answers: Outcomes
    short_answers: Outcomes

    @property
    def metrics(self) -> dict[str, float]:
        """The official evaluator's numbers, under its names."""
        return official_metrics(self.long_answers, self.short_answers)

    def replicates(self, seed: int = SEED) -> Replicates:
        """The numbers on resampled examples; two systems on the same gold are paired."""
        return prediction_replicates(self.long_answers, self.short_answers, seed)

    def intervals(self, replicates: Replicates) -> dict[str, Interval]:
        """95% intervals of the numbers that have one, by their names."""
        return prediction_intervals(self.metrics, replicates)

    @property
    def without_threshold(self) -> dict[str, Scores]:
        """Precision, recall and F1 of both kinds of answers where every prediction counts."""
        return {
            "long": scores_without_threshold(self.long_answers),
            "short": scores_without_threshold(self.short_answers),
        }


def evaluate_files(
    gold: Sequence[str],
    predictions: Path,
    *,
    non_null_annotations: int = NON_NULL_ANNOTATIONS,
    short_non_null_annotations: int | None = None,
    annotated_only: bool = False,
) -> Evaluation:
    """Score a file of predictions against the files that ``gold``, paths and globs, names.

    The thresholds are those of ``evaluate_examples``. With ``annotated_only`` examples without an
    annotation don't count; the official evaluator takes them as examples without an answer. Raises
    ``FormatError`` for whatever is wrong with either, all of one side's problems at once, and
    ``UndefinedMeasureError`` where none is left.
    """
    predicted = read_predictions(predictions)
    examples = read_gold(gold_files(gold))
    check_examples(predicted, [each.example_id for each in examples], name=predictions.name)
    counted = [each for each in examples if each.annotations or not annotated_only]
    if annotated_only and not counted:
        raise UndefinedMeasureError("Nobody has annotated an example of this split yet.")
    return evaluate_examples(
        counted,
        predicted,
        non_null_annotations=non_null_annotations,
        short_non_null_annotations=short_non_null_annotations,
    )


def evaluate_examples(
    examples: Sequence[GoldExample],
    predictions: Sequence[Prediction],
    *,
    non_null_annotations: int = NON_NULL_ANNOTATIONS,
    short_non_null_annotations: int | None = None,
) -> Evaluation:
    """Score predictions, one for each example in any order.

    With ``non_null_annotations`` that have an answer, an example is answerable; for short answers
    with ``short_non_null_annotations``, if that is given.
    """
    short_from = short_non_null_annotations or non_null_annotations
    of_example = {each.example_id: each for each in predictions}
    scored = [
        Scored(each.annotations, found.answer, found.long_score, found.short_score)
        for each in examples
        if (found := of_example[each.example_id])
    ]
    return Evaluation(
        long_outcomes(scored, non_null_annotations), short_outcomes(scored, short_from)
    )
