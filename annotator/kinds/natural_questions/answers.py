"""NQ answers: see ``Answers``."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db.models import Model

from annotator.collecting.annotations import natural_questions
from annotator.collecting.annotations.answers import CheckedAnswer
from annotator.collecting.annotations.models import (
    Annotation,
    BadReason,
    NaturalQuestionsAnswer,
    QuestionQuality,
)
from annotator.collecting.annotations.natural_questions import (
    check_natural_questions_for_example,
    new_natural_questions_answer,
)
from annotator.collecting.assignments.models import Assignment
from annotator.collecting.guidance.models import Criterion
from annotator.kinds.natural_questions import fields
from annotator.material.corpus.models import Example
from annotator.workspace.projects.models import Project

MODEL: type[Model] = NaturalQuestionsAnswer
ROW = "natural_questions_answer"
BESIDE: tuple[str, ...] = ()
FIELDS = fields.FIELDS
STAGES = natural_questions.STAGES
# The three decisions.
CRITERIA = (Criterion.QUESTION, Criterion.LONG_ANSWER, Criterion.SHORT_ANSWER, Criterion.OTHER)


def check(example: Example, answer: Mapping[str, Any]) -> CheckedAnswer:
    """By ``check_answer``."""
    checked = check_natural_questions_for_example(example, answer)
    beside = {field.name: answer.get(field.name, field.default) for field in fields.BESIDE}
    return replace(checked, beside=beside)


def check_own(assignment: Assignment, answer: Mapping[str, Any]) -> CheckedAnswer:
    """With the reason why a question is bad after its page was shown."""
    checked = check(assignment.example, answer)
    return replace(
        checked, beside={**checked.beside, "bad_reason": _bad_reason(assignment, answer)}
    )


def _bad_reason(assignment: Assignment, answer: Mapping[str, Any]) -> str:
    """Why the question is bad after all: the judgment comes from the question alone (NQ paper,
    section 3.2), so the interface asks an annotator who has seen the page why. Programs that
    submit answers may leave it out. "" for any other answer.
    """
    if answer["question_quality"] != QuestionQuality.BAD or assignment.page_shown_at is None:
        return ""
    return answer.get("bad_reason") or BadReason.NOT_GIVEN


def new_row(
    *,
    annotation: Annotation | None,
    checked: CheckedAnswer,
    project: Project,
    active_seconds: Mapping[str, float] | None = None,
) -> NaturalQuestionsAnswer:
    """All of an NQ answer."""
    return new_natural_questions_answer(
        annotation=annotation, checked=checked, active_seconds=active_seconds
    )


def store_beside(annotation: Annotation, checked: CheckedAnswer) -> None:
    """Nothing: the row has it all."""


def text(row: NaturalQuestionsAnswer) -> str:
    """None: it is marked on the page."""
    return ""


def event_details(checked: CheckedAnswer) -> dict[str, str]:
    """The reason why a question was called bad after its page was shown."""
    reason = checked.beside.get("bad_reason")
    return {"bad_after_page": reason} if reason else {}
