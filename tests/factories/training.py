"""People in training, for tests."""

from typing import Any

from annotator.collecting.training.answers import open_reference, submit_training_answer
from annotator.collecting.training.attempts import start_step
from annotator.collecting.training.decisions import mark_session
from annotator.collecting.training.grading import GivenGrade, finish_grading, grade_answer
from annotator.collecting.training.kinds import training_of
from annotator.collecting.training.models import Attempt, Level, Step
from annotator.collecting.training.pool import choose_training_examples
from annotator.collecting.training.steps import QUESTIONS
from annotator.material.corpus.models import Example
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.kinds import Kind
from annotator.workspace.projects.models import Membership, Project, Role
from tests.factories.asqa import COMPLETE, make_ambiguous_examples
from tests.factories.corpus import AT, make_examples, make_member
from tests.factories.late import BAD

LONG_FORM: dict[str, Any] = {
    "long_form_answer": COMPLETE,
    "knowledge": [],
    "acknowledged_missing": [],
    "concern": "",
}


def answer_for(project: Project) -> dict[str, Any]:
    """An answer that any of the project's examples takes."""
    return LONG_FORM if project.kind == Kind.ASQA else BAD


def make_training_examples(
    project: Project, step: Step, lead: User, count: int | None = None
) -> list[Example]:
    """Examples for a step, each with a reference; as many as an attempt has."""
    count = QUESTIONS[step] if count is None else count
    make = make_ambiguous_examples if project.kind == Kind.ASQA else make_examples
    examples = choose_training_examples(
        project=project,
        examples=[example.pk for example in make(project, count)],
        step=step,
        at=AT,
        actor=lead,
    )
    for example in examples:
        give_reference(example, lead)
    return examples


def give_reference(example: Example, lead: User, content: dict[str, Any] | None = None) -> None:
    submit_training_answer(
        answer=open_reference(example=example, author=lead, at=AT),
        content=content or answer_for(example.project),
        author=lead,
        at=AT,
    )


def make_training(project: Project, lead: User) -> None:
    """Questions for both steps."""
    for step in Step:
        make_training_examples(project, step, lead)


def train_first(project: Project) -> Project:
    """Require training, whether it can be passed or not."""
    Project.objects.filter(pk=project.pk).update(requires_training=True)
    project.refresh_from_db()
    return project


def make_trainer(project: Project, name: str = "lead") -> User:
    """A lead, with questions for both steps."""
    lead = make_member(project, name, Role.LEAD).user
    make_training(project, lead)
    return lead


def answer_all(membership: Membership, content: dict[str, Any] | None = None) -> Attempt:
    """Let somebody do the step that is their next."""
    attempt = start_step(membership=membership, at=AT)
    for answer in attempt.answers.filter(submitted_at=None):
        submit_training_answer(
            answer=answer,
            content=content or answer_for(membership.project),
            author=membership.user,
            at=AT,
        )
    attempt.refresh_from_db()
    return attempt


def finish_self_study(membership: Membership) -> Attempt:
    return answer_all(membership)


def finish_exam(membership: Membership, lead: User) -> Attempt:
    """Bring somebody from the beginning to a finished exam that nobody has graded."""
    finish_self_study(membership)
    mark_session(membership=membership, attended=True, notes="", at=AT, actor=lead)
    return answer_all(membership)


def grade_all(exam: Attempt, lead: User) -> None:
    """Grade every answer of an exam as met on every criterion."""
    for answer in exam.answers.all():
        grades = [
            GivenGrade(criterion, Level.MET, f"{criterion} of {answer.number + 1}")
            for criterion in training_of(exam.membership.project.kind).CRITERIA
        ]
        grade_answer(answer=answer, grades=grades, at=AT, actor=lead)


def finish_graded_exam(membership: Membership, lead: User) -> Attempt:
    """Bring somebody from the beginning to an exam whose grades they can read."""
    exam = finish_exam(membership, lead)
    grade_all(exam, lead)
    return finish_grading(membership=membership, at=AT, actor=lead)
