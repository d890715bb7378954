"""The pages and disambiguations that a kind shows beside a question, as its room gives them."""

from typing import Any, Protocol

from annotator.collecting.assignments.models import Assignment
from annotator.collecting.training.models import TrainingAnswer
from annotator.material.corpus.models import Example
from annotator.workspace.projects.kinds import part_of
from annotator.workspace.projects.models import Project


class Presenting(Protocol):
    """The part ``presenting`` of a room in ``api.kinds``."""

    def of_assignment(
        self, assignment: Assignment, *, with_page: bool, with_rendering: bool, spliced: bool
    ) -> dict[str, Any]:
        """For an annotator; the three choices are those of ``present_assignment``."""

    def in_training(self, answer: TrainingAnswer, address: str) -> dict[str, Any]:
        """For somebody in training; ``address`` is the answer's."""

    def of_revision(self, example: Example, project: Project, address: str) -> dict[str, Any]:
        """For a lead who revises an answer, or writes one; ``address`` is the example's."""

    def of_question(self, example: Example, project: Project) -> dict[str, Any]:
        """The ``disambiguations`` and ``pages`` beside what somebody asked of an example."""


def presenting_of(kind: str) -> Presenting:
    """The part of a kind's room."""
    found: Presenting = part_of(kind, "presenting", of="api")
    return found
