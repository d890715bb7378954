"""Control questions, for tests."""

from collections.abc import Mapping, Sequence
from typing import Any

from annotator.collecting.annotations.services import submit_annotation
from annotator.collecting.assignments.claiming import claim_assignment
from annotator.collecting.assignments.models import Assignment
from annotator.material.corpus.models import Example
from annotator.quality.adjudication.controls import mark_controls
from annotator.quality.adjudication.deciding import write_answer
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project
from tests.factories.corpus import AT
from tests.factories.late import BAD

EVERY_TURN = 10_000
"""A share that no lead can choose: each question is a control as long as there are some."""


def make_gold(example: Example, lead: User, answer: Mapping[str, Any] = BAD) -> None:
    """Decide on an answer: that the question is bad, unless another is given."""
    write_answer(example=example, answer=answer, supersedes=None, reason="So.", at=AT, actor=lead)


def make_controls(
    project: Project, examples: Sequence[Example], lead: User, answer: Mapping[str, Any] = BAD
) -> None:
    """Decided examples that are controls."""
    for example in examples:
        make_gold(example, lead, answer)
    keys = [example.pk for example in examples]
    mark_controls(project=project, examples=keys, at=AT, actor=lead)


def draw_controls(project: Project, percent: int, seed: int = 1) -> None:
    Project.objects.filter(pk=project.pk).update(control_percent=percent, control_seed=seed)
    project.refresh_from_db()


def claim_and_submit(
    project: Project, annotator: User, answer: Mapping[str, Any] = BAD
) -> Assignment | None:
    """Answer the next question: as bad, unless another answer is given."""
    assignment = claim_assignment(project=project, annotator=annotator, at=AT)
    if assignment is not None:
        submit_annotation(assignment=assignment, answer=answer, at=AT)
        assignment.refresh_from_db()
    return assignment
