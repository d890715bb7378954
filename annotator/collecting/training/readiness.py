"""Whether a project's training can be passed: whether its steps have enough questions."""

from collections.abc import Mapping

from annotator.collecting.training.models import Step
from annotator.collecting.training.pool import count_ready
from annotator.collecting.training.steps import QUESTIONS
from annotator.exceptions import ConflictError
from annotator.workspace.projects.models import Project


def missing_questions(project: Project) -> dict[str, int]:
    """By step: how many questions with a reference a lead has still to choose."""
    ready = count_ready(project)
    return {step.value: max(0, QUESTIONS[step] - ready[step]) for step in Step}


def refuse_unready(project: Project) -> None:
    """Raise ``ConflictError`` with code ``training_not_ready`` if nobody could pass the training.
    It names what is missing.
    """
    missing = missing_questions(project)
    if any(missing.values()):
        raise ConflictError(
            "training_not_ready",
            "The training has too few questions with a reference: choose"
            f" {in_words(missing)} on the Training page, and give each an answer to compare with.",
        )


def in_words(missing: Mapping[str, int]) -> str:
    """Missing parts, such as *2 more for the exam*."""
    return " and ".join(
        f"{missing[step]} more for the {step.label.lower()}" for step in Step if missing.get(step)
    )
