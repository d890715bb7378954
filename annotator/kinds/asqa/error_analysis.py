"""Errors in long-form answers: see ``ErrorAnalysisPart``."""

from django.db.models import QuerySet

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.submission_order import earliest_first
from annotator.exchange.exports.ambiguous_examples import counted_annotations
from annotator.material.corpus.models import Example
from annotator.material.corpus.storage import unpack
from annotator.material.formats.asqa.predictions import read_long_form_answers
from annotator.systems.error_analysis.kinds import GivenAnswer, Reading, ShownAnswer, ShownPart
from annotator.systems.error_analysis.models import AnalysedAnswer
from annotator.systems.error_analysis.shown_answers import annotations_of
from annotator.systems.evaluation.gold.kinds import gold_files_of
from annotator.systems.evaluation.gold.written_files import read_kept_gold, written
from annotator.systems.evaluation.models import Part, Score
from annotator.systems.evaluation.scoring.asqa import REFERENCES
from annotator.workspace.projects.kinds import Kind
from annotator.workspace.projects.models import Project


def given(score: Score) -> list[GivenAnswer]:
    """The answers that are not empty."""
    file = score.files.get(part=Part.PREDICTIONS)
    files: dict[str, tuple[str, bytes]] = {Part.PREDICTIONS: (file.name, unpack(file.content))}
    gold = read_kept_gold(
        gold_files_of(Kind.ASQA), unpack(score.gold.content), score.split
    ).examples
    with written(files) as paths:
        answers = read_long_form_answers(
            paths[Part.PREDICTIONS], keys=gold, passages=score.parameters.get("passages", 1)
        )
    scored = [key for key, each in gold.items() if each.annotations and answers[key].strip()]
    examples = dict(
        Example.objects.filter(project=score.system.project).values_list(
            "ambiguous_question__key", "pk"
        )
    )
    found = [
        GivenAnswer(examples[key], {"text": answers[key]}) for key in scored if key in examples
    ]
    return sorted(found, key=lambda each: each.example)


def beside(project: Project) -> "tuple[QuerySet[Annotation], int]":
    """The first two, as references are."""
    return earliest_first(counted_annotations()), REFERENCES


def shown(answer: AnalysedAnswer) -> ShownAnswer:
    """Its text beside the disambiguations."""
    example = answer.example
    return ShownAnswer(
        question=example.question.text,
        page=None,
        long=answer.answer["text"],
        short=None,
        people_long=[ShownPart(each.long_form_answer.text) for each in annotations_of(answer)],
        people_short=[],
        readings=[
            Reading(each.question, each.short_answers)
            for each in example.disambiguations.order_by("number")
        ],
    )
