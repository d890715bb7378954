"""Answers to ambiguous questions: see ``Answers``."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Model

from annotator.collecting.annotations.long_form import (
    check_long_form_for_example,
    new_long_form_answer,
    store_knowledge,
)
from annotator.collecting.annotations.long_form_check import CheckedLongForm
from annotator.collecting.annotations.models import LongFormAnswer
from annotator.collecting.assignments.models import Assignment
from annotator.collecting.guidance.models import Criterion
from annotator.kinds.asqa import fields
from annotator.material.corpus.models import Example

MODEL: type[Model] = LongFormAnswer
ROW = "long_form_answer"
BESIDE: tuple[str, ...] = ("knowledge",)
FIELDS = fields.FIELDS
STAGES = ("writing",)
# ASQA paper, section 3.1.
CRITERIA = (
    *(Criterion.COMPLETENESS, Criterion.COMPREHENSIVENESS),
    *(Criterion.FLUENCY, Criterion.ATTRIBUTABILITY, Criterion.OTHER),
)

new_row = new_long_form_answer
store_beside = store_knowledge


def check(example: Example, answer: Mapping[str, Any]) -> CheckedLongForm:
    """By ``check_long_form_answer``."""
    return check_long_form_for_example(project=example.project, example=example, answer=answer)


def check_own(assignment: Assignment, answer: Mapping[str, Any]) -> CheckedLongForm:
    """The same: annotators see everything at once."""
    return check_long_form_for_example(
        project=assignment.project, example=assignment.example, answer=answer
    )


def text(row: LongFormAnswer) -> str:
    """The long-form answer."""
    return row.text


def event_details(checked: CheckedLongForm) -> dict[str, str]:
    """Nothing."""
    return {}
