"""Natural Questions' annotations of a split, and a system's scores against them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from annotator.material.formats.gold_answers import GoldExample, read_gold
from annotator.material.formats.predictions import Prediction, check_examples, read_predictions
from annotator.measures.example_results import results_of
from annotator.systems.evaluation.scoring.interval_words import all_ends
from annotator.systems.evaluation.scoring.natural_questions import Evaluation, evaluate_examples
from annotator.systems.evaluation.scoring.scored import (
    DRAWN,
    INTERVALS,
    ExampleResult,
    Scored,
    Settings,
    check_annotated,
    say_nothing,
)


@dataclass(frozen=True, slots=True)
class NaturalQuestionsGold:
    """A ``SplitGold``."""

    examples: Sequence[GoldExample]

    @classmethod
    def read(cls, path: Path, split: str) -> Self:  # noqa: ARG003 - the file has one split
        """That of a file; raises ``FormatError``."""
        return cls(list(read_gold([path])))

    def read_predictions(
        self,
        path: Path,
        found: Path | None,  # noqa: ARG002 - nobody reads short answers
        settings: Settings,  # noqa: ARG002 - they say how to score alone
        *,
        names_missing: bool = True,
    ) -> Sequence[Prediction]:
        """One prediction for each example."""
        predicted = read_predictions(path)
        ids = [each.example_id for each in self.examples]
        check_examples(predicted, ids, name=path.name, names_missing=names_missing)
        return predicted

    def among(self, is_wanted: Callable[[str], bool]) -> Self:
        """The gold of the examples whose number is wanted."""
        return type(self)([each for each in self.examples if is_wanted(str(each.example_id))])

    def score(
        self,
        predictions: Sequence[Prediction],
        settings: Settings,
        on_scored: Callable[[int], None] = say_nothing,
    ) -> Scored:
        """The official evaluator's numbers, against drawn references and against all."""
        annotated = [each for each in self.examples if each.annotations]
        check_annotated(annotated)
        on_all, evaluation = (
            evaluate_examples(
                annotated,
                predictions,
                non_null_annotations=settings.non_null_annotations,
                references=references,
            )
            for references in (None, settings.references)
        )
        on_scored(len(self.examples))
        replicates = evaluation.replicates(settings.seed)
        is_drawn = evaluation.drawn is not None
        return Scored(
            evaluation.metrics,
            len(annotated),
            len(self.examples) - len(annotated),
            intervals=all_ends(evaluation.intervals(replicates)),
            replicates=replicates,
            results=_results(annotated, predictions, on_all),
            references=evaluation.references,
            on_all=_against_all(on_all, settings.seed) if is_drawn else {},
            parameters={
                "non_null_annotations": settings.non_null_annotations,
                **settings.of_intervals,
                **({DRAWN: evaluation.drawn} if is_drawn else {}),
            },
        )


def _results(
    annotated: Sequence[GoldExample], predictions: Sequence[Prediction], on_all: Evaluation
) -> list[ExampleResult]:
    answers = {each.example_id: each.answer for each in predictions}
    results = zip(
        annotated,
        results_of(on_all.long_answers),
        results_of(on_all.short_answers),
        strict=True,
    )
    return [
        ExampleResult(each.example_id, answers[each.example_id], long, short)
        for each, long, short in results
    ]


def _against_all(on_all: Evaluation, seed: int) -> dict[str, Any]:
    return {
        "metrics": on_all.metrics,
        INTERVALS: all_ends(on_all.intervals(on_all.replicates(seed))),
        "references": on_all.references,
    }
