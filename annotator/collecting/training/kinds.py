"""The training for a kind of task, as its room gives it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.training.models import Criterion, Level
from annotator.material.corpus.models import Example
from annotator.workspace.projects.kinds import has_part, part_of


@dataclass(frozen=True, slots=True)
class CheckedTrainingAnswer:
    """``answer`` is what was submitted, without other fields; ``shown`` is what people see."""

    answer: dict[str, Any]
    shown: dict[str, Any]


class Training(Protocol):
    """The part ``training`` of a room. ``CRITERIA`` are in the order of the sheet."""

    @property
    def CRITERIA(self) -> Sequence[Criterion]: ...

    def check(self, example: Example, content: Mapping[str, Any]) -> CheckedTrainingAnswer:
        """Check an answer against its example. Raises ``InvalidInputError`` as a submission does.

        Answers in training pass the checks of real ones, and are kept as what those made of them.
        """

    def submitted(self, annotation: Annotation) -> dict[str, Any]:
        """An annotation's answer in the shape in which one is submitted."""

    def preview(self, annotation: Annotation) -> str:
        """An annotation's answer in a line."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of comparing an answer with its reference on one criterion."""

    criterion: Criterion
    level: Level
    comment: str


class AutomaticGrades(Protocol):
    """The part ``automatic_grades`` of a room, which it may leave out."""

    def compare_answers(
        self, answer: Mapping[str, Any], reference: Mapping[str, Any]
    ) -> Sequence[Comparison]:
        """Compare two answers as ``TrainingAnswer.shown`` holds them, on all criteria."""


def training_of(kind: str) -> Training:
    """The training for a kind."""
    found: Training = part_of(kind, "training")
    return found


def automatic_grades_of(kind: str) -> AutomaticGrades | None:
    """How answers of a kind are graded without people; None where only people grade."""
    return part_of(kind, "automatic_grades") if has_part(kind, "automatic_grades") else None
