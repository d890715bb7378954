"""Scores of a file of predictions against Natural Questions' annotations in files."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from annotator.material.formats.gold_answers import GoldExample, gold_files, read_gold, units_of
from annotator.material.formats.predictions import Prediction, check_examples, read_predictions
from annotator.measures.answer_match import NON_NULL_ANNOTATIONS
from annotator.measures.intervals import Clusters, Interval
from annotator.measures.intervals.undefined import UndefinedMeasureError
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


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The outcomes of one file of predictions.

    Of the ``annotations`` of each example, how many it has, so many are drawn; None takes all.
    ``units`` are those of intervals.
    """

    long_answers: Outcomes
    short_answers: Outcomes
    annotations: Sequence[int] = ()
    drawn: int | None = None
    units: Clusters | None = None

    @property
    def metrics(self) -> dict[str, float]:
        """The official evaluator's numbers, under its names."""
        return official_metrics(self.long_answers, self.short_answers)

    def replicates(self, seed: int = SEED) -> Replicates:
        """The numbers on resampled examples, or pages; two systems on the same gold are paired."""
        return prediction_replicates(self.long_answers, self.short_answers, seed, self.units)

    def intervals(self, replicates: Replicates) -> dict[str, Interval]:
        """95% intervals of the numbers that have one, by their names."""
        return prediction_intervals(self.metrics, replicates)

    @property
    def references(self) -> dict[str, Any]:
        """The ``least`` and the ``most`` references of an example, and the share of ``answerable``
        examples by part: over all draws of them.
        """
        counts = [min(each, self.drawn or each) for each in self.annotations]
        parts = {"long": self.long_answers, "short": self.short_answers}
        return {
            "least": min(counts, default=0),
            "most": max(counts, default=0),
            "answerable": {
                part: float(outcomes.has_gold.mean()) if len(outcomes) else 0.0
                for part, outcomes in parts.items()
            },
        }

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
    references: int | None = None,
) -> Evaluation:
    """Score a file of predictions against the files that ``gold``, paths and globs, names.

    The thresholds and references are those of ``evaluate_examples``. With ``annotated_only``
    examples without an annotation don't count; the official evaluator takes them as examples
    without an answer. Raises ``FormatError`` for whatever is wrong with either, all of one side's
    problems at once, and ``UndefinedMeasureError`` where none is left.
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
        references=references,
    )


def evaluate_examples(
    examples: Sequence[GoldExample],
    predictions: Sequence[Prediction],
    *,
    non_null_annotations: int = NON_NULL_ANNOTATIONS,
    short_non_null_annotations: int | None = None,
    references: int | None = None,
) -> Evaluation:
    """Score predictions, one for each example in any order.

    With ``non_null_annotations`` that have an answer, an example is answerable; for short answers
    with ``short_non_null_annotations``, if that is given. Without ``references`` all annotations of
    an example are references, as in the official evaluator; otherwise draws of so many, where one
    has more and so many are enough for an example to be answerable.
    """
    short_from = short_non_null_annotations or non_null_annotations
    annotations = [len(each.annotations) for each in examples]
    drawn = None
    if references and max(non_null_annotations, short_from) <= references:
        drawn = references if max(annotations, default=0) > references else None
    of_example = {each.example_id: each for each in predictions}
    scored = [
        Scored(each.annotations, found.answer, found.long_score, found.short_score)
        for each in examples
        if (found := of_example[each.example_id])
    ]
    return Evaluation(
        long_outcomes(scored, non_null_annotations, drawn),
        short_outcomes(scored, short_from, drawn),
        annotations,
        drawn,
        units_of(examples),
    )
