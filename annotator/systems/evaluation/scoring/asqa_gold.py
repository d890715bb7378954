"""ASQA's annotations of a split, and a system's scores against them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from annotator.material.formats.asqa import AsqaExample, read_file
from annotator.material.formats.asqa.predictions import read_found_answers, read_long_form_answers
from annotator.material.formats.problems import ExampleError
from annotator.systems.evaluation.scoring import asqa
from annotator.systems.evaluation.scoring.interval_words import all_ends
from annotator.systems.evaluation.scoring.scored import (
    Scored,
    Settings,
    check_annotated,
    say_nothing,
)

BETWEEN_STEPS = 20
"""So many long-form answers are scored between two calls of ``on_scored``."""


@dataclass(frozen=True, slots=True)
class LongFormAnswers:
    """A system's answers by their questions' keys, in their file's order, and what an extractor
    found in them by the disambiguations' keys, if one read them.
    """

    answers: Mapping[str, str]
    found: Mapping[str, list[str]] | None = None


@dataclass(frozen=True, slots=True)
class AsqaGold:
    """A ``SplitGold``; its examples are by their keys."""

    examples: Mapping[str, AsqaExample]

    @classmethod
    def read(cls, path: Path, split: str) -> Self:
        """A split of a file; raises ``FormatError``."""
        examples: dict[str, AsqaExample] = {}
        for key, example in read_file(path, split=split).examples():
            if isinstance(example, ExampleError):
                raise example
            examples[key] = example
        return cls(examples)

    def read_predictions(
        self, path: Path, found: Path | None, settings: Settings, *, names_missing: bool = True
    ) -> LongFormAnswers:
        """An answer to each question, and what an extractor found in it for each disambiguation."""
        answers = read_long_form_answers(
            path, keys=self.examples, passages=settings.passages, names_missing=names_missing
        )
        if found is None:
            return LongFormAnswers(answers)
        keys = [key for each in self.examples.items() for key in asqa.disambiguation_keys(*each)]
        return LongFormAnswers(answers, read_found_answers(found, keys=keys))

    def among(self, is_wanted: Callable[[str], bool]) -> Self:
        """The gold of the examples whose key is wanted."""
        return type(self)({key: each for key, each in self.examples.items() if is_wanted(key)})

    def score(
        self,
        predictions: LongFormAnswers,
        settings: Settings,
        on_scored: Callable[[int], None] = say_nothing,
    ) -> Scored:
        """The data set's scorer's numbers."""
        annotated = {key: each for key, each in self.examples.items() if each.annotations}
        check_annotated(annotated)
        scores = []
        for each in asqa.score_answers(annotated, predictions.answers, predictions.found):
            scores.append(each)
            if len(scores) % BETWEEN_STEPS == 0:
                on_scored(len(scores))
        metrics = asqa.official_metrics(scores)
        replicates = asqa.metric_replicates(scores, settings.seed)
        # What older receipts leave out is 1.
        passages = {} if settings.passages == 1 else {"passages": settings.passages}
        return Scored(
            metrics,
            len(scores),
            len(self.examples) - len(scores),
            intervals=all_ends(asqa.metric_intervals(metrics, replicates)),
            replicates=replicates,
            parameters={"references": asqa.REFERENCES, **passages, **settings.of_intervals},
        )
