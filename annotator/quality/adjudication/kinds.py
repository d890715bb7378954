"""What adjudication asks of a kind of task, as its room gives it."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Protocol

from annotator.collecting.annotations.answer_fields import read_as
from annotator.collecting.annotations.kinds import answers_of
from annotator.collecting.annotations.models import Annotation
from annotator.workspace.projects.kinds import part_of

Answer = Mapping[str, Any]
"""The fields of an answer as they are shown."""


class Adjudicating(Protocol):
    """The part ``adjudication`` of a room. ``AGREEMENT`` are columns of the reports' example
    table: how far an example's annotations agree in one respect each, from 0 to 1. Their mean
    orders the examples.
    """

    @property
    def AGREEMENT(self) -> Sequence[str]: ...

    def key(self, answer: Answer) -> Hashable:
        """Equal for answers that count as the same."""

    def closeness(self, answer: Answer, gold: Answer) -> float | None:
        """How close an answer is to the decided one, from 0 to 1; None where it can't be told."""


def adjudicating_of(kind: str) -> Adjudicating:
    """What adjudication asks of a kind."""
    found: Adjudicating = part_of(kind, "adjudication")
    return found


def shown_answer(kind: str, annotation: Annotation) -> dict[str, Any]:
    """An annotation's answer, without what tells only how its annotator worked."""
    answers = answers_of(kind)
    fields = (field for field in answers.FIELDS if field.in_training)
    return read_as("shown", fields, getattr(annotation, answers.ROW))
