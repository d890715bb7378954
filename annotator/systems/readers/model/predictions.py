"""A model's predictions in the official format, and the thresholds that suit it best."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from annotator.material.formats.predictions import OTHERS
from annotator.measures.answer_match import Answer
from annotator.measures.system_scores import (
    Best,
    Outcomes,
    Scored,
    curve,
    long_outcomes,
    official_metrics,
    short_outcomes,
)
from annotator.systems.evaluation.baselines.baselines import written_span
from annotator.systems.readers.model.pages import Reading
from annotator.systems.readers.model.proposals import (
    AT_ONCE,
    Model,
    Proposal,
    Thresholds,
    proposals,
)


def predictions(model: Model, readings: Iterable[Reading]) -> Iterator[dict[str, Any]]:
    """A prediction for each example; answers below the model's thresholds are left out.

    Scores are the model's own also where there is no answer. A short answer needs a long one, and
    so do the other candidates in order, which suggestions can show.
    """
    rest = iter(readings)
    while few := list(islice(rest, AT_ONCE)):
        asked = [(each.question, each.page) for each in few]
        for reading, proposal in zip(few, proposals(model, asked), strict=True):
            answer = answer_of(proposal, model.thresholds)
            others = proposal.other_long_answers if answer.long_answer is not None else ()
            yield {
                "example_id": reading.boxed.gold.example_id,
                "long_answer": written_span(answer.long_answer),
                "long_answer_score": proposal.long_score,
                "short_answers": [written_span(each) for each in answer.short_answers],
                "short_answers_score": proposal.short_score,
                "yes_no_answer": "NONE",
                OTHERS: [written_span(each) for each in others],
            }


def answer_of(proposal: Proposal, thresholds: Thresholds) -> Answer:
    """What is left of a proposal where scores below the thresholds don't count."""
    if proposal.long_answer is None or proposal.long_score < thresholds.long:
        return Answer(None)
    if proposal.short_answer is None or proposal.short_score < thresholds.short:
        return Answer(proposal.long_answer)
    return Answer(proposal.long_answer, (proposal.short_answer,))


def best_thresholds(
    readings: Sequence[Reading], found: Sequence[Proposal], non_null_annotations: int
) -> tuple[Thresholds, dict[str, float]]:
    """The thresholds with the greatest F1, and the official metrics of what they leave.

    They are the official evaluator's: the long answers' first, then the short ones' among the
    questions that keep a long answer. With ``non_null_annotations`` that have an answer, an example
    is answerable. Where nothing is right every answer is given.
    """

    def outcomes(thresholds: Thresholds) -> tuple[Outcomes, Outcomes]:
        scored = _scored(readings, found, thresholds)
        return (
            long_outcomes(scored, non_null_annotations),
            short_outcomes(scored, non_null_annotations),
        )

    long = _threshold(curve(outcomes(Thresholds())[0]).best())
    short = _threshold(curve(outcomes(Thresholds(long=long))[1]).best())
    thresholds = Thresholds(long=long, short=short)
    return thresholds, official_metrics(*outcomes(thresholds))


def _scored(
    readings: Sequence[Reading], found: Sequence[Proposal], thresholds: Thresholds
) -> list[Scored]:
    return [
        Scored(
            reading.boxed.gold.annotations,
            answer_of(proposal, thresholds),
            proposal.long_score,
            proposal.short_score,
        )
        for reading, proposal in zip(readings, found, strict=True)
    ]


def _threshold(best: Best) -> float:
    return best.threshold if best.scores.f1 else Thresholds().long
