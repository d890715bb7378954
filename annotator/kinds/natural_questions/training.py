"""Training for Natural Questions: see ``Training``."""

from collections.abc import Mapping
from typing import Any

from annotator.collecting.annotations.answer_fields import read_as
from annotator.collecting.annotations.models import Annotation
from annotator.collecting.training.kinds import CheckedTrainingAnswer
from annotator.collecting.training.models import Criterion
from annotator.kinds.natural_questions import answers
from annotator.material.corpus.models import Example

CRITERIA = (Criterion.QUESTION_QUALITY, Criterion.LONG_ANSWER, Criterion.SHORT_ANSWERS)
_FIELDS = tuple(field for field in answers.FIELDS if field.in_training)


def check(example: Example, content: Mapping[str, Any]) -> CheckedTrainingAnswer:
    """By the check of real answers."""
    checked = answers.check(example, content)
    row = answers.new_row(annotation=None, checked=checked, project=example.project)
    submitted = (field for field in _FIELDS if field.submitted)
    return CheckedTrainingAnswer(
        answer={field.name: content.get(field.name, field.default) for field in submitted},
        shown=read_as("shown", _FIELDS, row),
    )


def submitted(annotation: Annotation) -> dict[str, Any]:
    """All that training asks for."""
    return read_as("submitted", _FIELDS, annotation.natural_questions_answer)


def preview(annotation: Annotation) -> str:
    """The short answer, or else the long one."""
    answer = annotation.natural_questions_answer
    if answer.candidate_index is None:
        return "No answer"
    return ", ".join(answer.short_answer_texts) or answer.long_answer_preview
