"""People in training, in the world of the table of permissions."""

from typing import Any

from annotator.collecting.training.answers import save_training_draft
from annotator.collecting.training.attempts import start_step
from annotator.collecting.training.decisions import ask_to_requalify, waive_training
from annotator.collecting.training.models import Step, TrainingAnswer
from annotator.collecting.training.settings import require_training
from annotator.workspace.projects.models import Membership, Project, Role
from tests.factories.corpus import AT, make_member, make_project, make_user
from tests.factories.training import (
    finish_exam,
    finish_graded_exam,
    finish_self_study,
    grade_all,
    make_training,
    make_training_examples,
)

GOOD = {
    "question_quality": "good",
    "long_answer": None,
    "long_answer_decided": False,
    "short_answers": [],
    "short_answer_decided": False,
    "yes_no_answer": "NONE",
    "stage": "long_answer",
}


def objects_of_training(membership: Membership) -> dict[str, Any]:
    """What addresses of training name: the project's, and the member's own answer."""
    answer = start_step(membership=membership, at=AT).answers.get(number=0)
    save_training_draft(answer=answer, version=0, draft=GOOD, at=AT)
    return {"training_answer": answer.pk}


def make_project_training(project: Project) -> dict[str, Any]:
    """Questions, references, and somebody who waits for each thing that a lead does."""
    trainer = make_user(f"trainer of {project.slug}")
    make_training(project, trainer)
    [spare] = make_training_examples(project, Step.EXAM, trainer, count=1)
    reference = TrainingAnswer.objects.get(example=spare, attempt=None)
    save_training_draft(answer=reference, version=0, draft=GOOD, at=AT)
    studied, examined, graded = (
        make_member(project, f"{state} in {project.slug}")
        for state in ("studied", "examined", "graded")
    )
    finish_self_study(studied)
    exam = finish_exam(examined, trainer)
    grade_all(exam, trainer)
    finish_graded_exam(graded, trainer)
    return {
        "trainee_studied": studied.pk,
        "trainee_examined": examined.pk,
        "trainee_graded": graded.pk,
        "exam_answer": exam.answers.get(number=0).pk,
        "training_example": spare.pk,
        "reference": reference.pk,
    }


def make_qualifying_project(project: Project, roles: dict[str, Role]) -> dict[str, Any]:
    """A project beside ``project`` that requires training: who has passed, and who is to again.

    ``roles`` are those of people by name.
    """
    qualifying = make_project(f"{project.slug}-qualifying")
    for name, role in roles.items():
        make_member(qualifying, name, role)
    trainer = make_user(f"trainer of {qualifying.slug}")
    make_training(qualifying, trainer)
    require_training(project=qualifying, required=True, at=AT, actor=trainer)
    passed, asked = (
        make_member(qualifying, f"{state} in {qualifying.slug}") for state in ("passed", "asked")
    )
    waive_training(
        project=qualifying, members=[passed.pk, asked.pk], note="x", at=AT, actor=trainer
    )
    ask_to_requalify(membership=asked, reason="x", at=AT, actor=trainer)
    return {
        "qualifying_project": qualifying.slug,
        "passed_member": passed.pk,
        "asked_member": asked.pk,
    }
