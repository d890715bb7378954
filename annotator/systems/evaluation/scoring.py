"""From a file of gold and a file of predictions to a system's scores, without the database."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from annotator.foundation.files.code_version import sources_sha256
from annotator.material.formats.asqa import AsqaExample, read_file
from annotator.material.formats.asqa.predictions import read_found_answers, read_long_form_answers
from annotator.material.formats.gold_answers import GoldExample, read_gold
from annotator.material.formats.predictions import check_examples, read_predictions
from annotator.material.formats.problems import ExampleError
from annotator.measures.answer_match import Answer
from annotator.measures.example_results import results_of
from annotator.measures.human_bounds import REFERENCES
from annotator.measures.intervals import CONFIDENCE
from annotator.measures.resampled_scores import RESAMPLES, SEED, Replicates
from annotator.measures.undefined import UndefinedMeasureError
from annotator.quality.reports.code_version import libraries
from annotator.systems.evaluation import asqa, natural_questions
from annotator.systems.evaluation.interval_words import all_ends
from annotator.workspace.projects.models import Kind

PLACES = (
    "annotator/systems/evaluation/asqa.py",
    "annotator/systems/evaluation/natural_questions.py",
    "annotator/systems/evaluation/people.py",
    "annotator/systems/evaluation/scoring.py",
    "annotator/material/formats",
    "annotator/measures",
)
"""All that scores come from."""

INTERVALS = "intervals"
"""The parameter that says how intervals were made: scores from before receipts had them have none.
"""

INTERVAL_PARAMETERS = {
    "method": "bootstrap over examples, or over pages that examples share",
    "level": CONFIDENCE,
    "resamples": RESAMPLES,
}

DRAWN = "references"
"""The parameter that says how many annotations were drawn as references. A score of Natural
Questions without it is against all annotations: no example has more, or it is from before any were
drawn.
"""

UNTOLD = "secret"
"""What ``parameters`` has for a secret seed."""

BETWEEN_STEPS = 20
"""So many long-form answers are scored between two calls of ``on_scored``."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """The files to score, and choices that the definitions leave open.

    ``found`` is a file of what a reader found in long-form answers. ``non_null_annotations`` is for
    Natural Questions only: with this many annotations that have an answer, an example is
    answerable, and of one with more than ``references`` annotations so many are drawn, if that
    isn't None. ``passages`` is for ASQA only: from a file of passages, this many of each question
    are its answer. Without ``names_missing`` problems don't name what has no prediction.
    Only examples whose key is ``among`` those wanted count, though the files have all.
    ``secret_seed`` draws the resamples of a hidden split, so that its intervals tell nobody which
    answers are right; a receipt only says that it was secret.
    """

    kind: str
    split: str
    gold: Path
    predictions: Path
    found: Path | None = None
    non_null_annotations: int = 2
    references: int | None = REFERENCES
    passages: int = 1
    names_missing: bool = True
    among: Callable[[str], bool] = lambda key: True  # noqa: ARG005
    secret_seed: int | None = None

    @property
    def seed(self) -> int:
        """What the resamples are drawn with."""
        return SEED if self.secret_seed is None else self.secret_seed

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters of its receipt that are known before anything is scored."""
        seed = SEED if self.secret_seed is None else UNTOLD
        intervals = {INTERVALS: INTERVAL_PARAMETERS | {"seed": seed}}
        if self.kind == Kind.NQ:
            return {"non_null_annotations": self.non_null_annotations, **intervals}
        # What older receipts leave out is 1.
        passages = {} if self.passages == 1 else {"passages": self.passages}
        return {"references": asqa.REFERENCES, **passages, **intervals}


class ExampleResult(NamedTuple):
    """A system's answer to an example, and the result of each part."""

    example_id: int
    answer: Answer
    long_result: str
    short_result: str


@dataclass(frozen=True, slots=True)
class Scored:
    """The official metrics over ``examples``; ``unannotated`` ones have no annotation to hold a
    prediction against.

    What follows is Natural Questions' alone. ``results`` are against all annotations, one for each
    example that counts. ``references`` is ``Evaluation``'s. If references were ``drawn``, so many,
    ``on_all`` has the ``metrics``, ``intervals`` and ``references`` of all annotations.
    """

    metrics: dict[str, float]
    examples: int
    unannotated: int
    intervals: dict[str, list[float] | None] = field(default_factory=dict)
    replicates: Replicates | None = None
    results: Sequence[ExampleResult] = ()
    references: Mapping[str, Any] = field(default_factory=dict)
    drawn: int | None = None
    on_all: Mapping[str, Any] = field(default_factory=dict)

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters of its receipt beside the ``Scoring``'s own."""
        return {} if self.drawn is None else {DRAWN: self.drawn}


def seed_of(parameters: Mapping[str, Any]) -> int | str:
    """What the intervals of a score with these parameters were drawn with: a number, or ``UNTOLD``.

    Scores that don't say it are from before there were others than ``SEED``.
    """
    seed: int | str = parameters.get(INTERVALS, {}).get("seed", SEED)
    return seed


@cache
def code_version() -> str:
    """sha256, hex, of the sources that scores come from and of the libraries' versions."""
    return sha256(f"{sources_sha256(*PLACES)}\n{libraries()}".encode()).hexdigest()


def _say_nothing(done: int) -> None:
    """For callers that don't watch."""


def score(scoring: Scoring, on_scored: Callable[[int], None] = _say_nothing) -> Scored:
    """Compare predictions with gold. ``on_scored`` gets the number of examples done.

    Raises ``FormatError`` if something is wrong with the predictions, ``UndefinedMeasureError``
    where no example has an annotation.
    """
    if scoring.kind == Kind.NQ:
        return _natural_questions(scoring, on_scored)
    return _asqa(scoring, on_scored)


def _natural_questions(scoring: Scoring, on_scored: Callable[[int], None]) -> Scored:
    predicted = read_predictions(scoring.predictions)
    gold = read_gold([scoring.gold])
    check_examples(
        predicted,
        [each.example_id for each in gold],
        name=scoring.predictions.name,
        names_missing=scoring.names_missing,
    )
    counted = [each for each in gold if scoring.among(str(each.example_id))]
    annotated = [each for each in counted if each.annotations]
    _check_annotated(annotated)
    on_all, evaluation = (
        natural_questions.evaluate_examples(
            annotated,
            predicted,
            non_null_annotations=scoring.non_null_annotations,
            references=references,
        )
        for references in (None, scoring.references)
    )
    on_scored(len(gold))
    answers = {each.example_id: each.answer for each in predicted}
    results = zip(
        annotated,
        results_of(on_all.long_answers),
        results_of(on_all.short_answers),
        strict=True,
    )
    replicates = evaluation.replicates(scoring.seed)
    return Scored(
        evaluation.metrics,
        len(annotated),
        len(counted) - len(annotated),
        intervals=all_ends(evaluation.intervals(replicates)),
        replicates=replicates,
        results=[
            ExampleResult(each.example_id, answers[each.example_id], long, short)
            for each, long, short in results
        ],
        references=evaluation.references,
        drawn=evaluation.drawn,
        on_all={} if evaluation.drawn is None else _against_all(on_all, scoring.seed),
    )


def _against_all(on_all: natural_questions.Evaluation, seed: int) -> dict[str, Any]:
    return {
        "metrics": on_all.metrics,
        INTERVALS: all_ends(on_all.intervals(on_all.replicates(seed))),
        "references": on_all.references,
    }


def _asqa(scoring: Scoring, on_scored: Callable[[int], None]) -> Scored:
    gold = asqa_gold(scoring.gold, scoring.split)
    answers = read_long_form_answers(
        scoring.predictions,
        keys=gold,
        passages=scoring.passages,
        names_missing=scoring.names_missing,
    )
    found = None
    if scoring.found:
        keys = [key for each in gold.items() for key in asqa.disambiguation_keys(*each)]
        found = read_found_answers(scoring.found, keys=keys)
    counted = {key: each for key, each in gold.items() if scoring.among(key)}
    annotated = {key: each for key, each in counted.items() if each.annotations}
    _check_annotated(annotated)
    scores = []
    for each in asqa.score_answers(annotated, answers, found):
        scores.append(each)
        if len(scores) % BETWEEN_STEPS == 0:
            on_scored(len(scores))
    metrics, replicates = (
        asqa.official_metrics(scores),
        asqa.metric_replicates(scores, scoring.seed),
    )
    return Scored(
        metrics,
        len(scores),
        len(counted) - len(scores),
        intervals=all_ends(asqa.metric_intervals(metrics, replicates)),
        replicates=replicates,
    )


def _check_annotated(annotated: list[GoldExample] | dict[str, AsqaExample]) -> None:
    if not annotated:
        raise UndefinedMeasureError("nobody has annotated an example of this split yet")


def asqa_gold(path: Path, split: str) -> dict[str, AsqaExample]:
    """The examples of a file of gold, by key; raises ``FormatError``."""
    examples: dict[str, AsqaExample] = {}
    for key, example in read_file(path, split=split).examples():
        if isinstance(example, ExampleError):
            raise example
        examples[key] = example
    return examples
