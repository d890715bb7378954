"""Answers in training pass the checks of real ones, and are kept as what those made of them."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from annotator.collecting.annotations.answers import CheckedAnswer
from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.natural_questions import check_natural_questions_for_example
from annotator.collecting.training.long_form import check_long_form, long_form_of
from annotator.material.corpus.models import Example
from annotator.workspace.projects.models import Kind

NQ_FIELDS = ("question_quality", "long_answer", "short_answers", "yes_no_answer")


@dataclass(frozen=True, slots=True)
class CheckedTrainingAnswer:
    """``answer`` is what was submitted, without other fields; ``shown`` is what readers see."""

    answer: dict[str, Any]
    shown: dict[str, Any]


def check_training_answer(example: Example, content: Mapping[str, Any]) -> CheckedTrainingAnswer:
    """Check an answer against its example. Raises ``InvalidInputError`` as a submission does."""
    if example.project.kind == Kind.ASQA:
        answer, shown = check_long_form(example, content)
        return CheckedTrainingAnswer(answer, shown)
    answer = {name: content[name] for name in NQ_FIELDS}
    checked = check_natural_questions_for_example(example, content)
    return CheckedTrainingAnswer(answer, _show(checked))


def _show(checked: CheckedAnswer) -> dict[str, Any]:
    box = checked.candidate
    return {
        "question_quality": checked.question_quality,
        "long_answer": None
        if box is None
        else {
            "candidate_index": checked.candidate_index,
            "tag": checked.tag,
            "start_token": box.start_token,
            "end_token": box.end_token,
            "start_byte": box.start_byte,
            "end_byte": box.end_byte,
            "text": checked.preview,
        },
        "short_answers": [asdict(span) for span in checked.short_answers],
        "yes_no_answer": checked.yes_no_answer,
    }


def answer_of_annotation(annotation: Annotation) -> dict[str, Any]:
    """An annotation's answer in the shape in which one is submitted."""
    if annotation.example.project.kind == Kind.ASQA:
        return long_form_of(annotation)
    answer = annotation.natural_questions_answer
    index = answer.candidate_index
    return {
        # Files don't say whether a question was good; only a good one has an answer.
        "question_quality": answer.question_quality or "good",
        "long_answer": None if index is None else {"candidate_index": index},
        "short_answers": [
            {"start_token": row[2], "end_token": row[3]} for row in answer.short_answers
        ],
        "yes_no_answer": answer.yes_no_answer,
    }
