"""The answers of a kind of task, as its room gives them."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from django.db.models import Model

from annotator.collecting.annotations.answer_fields import AnswerField
from annotator.collecting.annotations.models import Annotation
from annotator.collecting.assignments.models import Assignment
from annotator.material.corpus.models import Example
from annotator.workspace.projects.kinds import ROOMS, part_of
from annotator.workspace.projects.models import Project


class Answers(Protocol):
    """The part ``answers`` of a room.

    ``MODEL`` is that of the answer's row, which an annotation has as ``ROW``. ``FIELDS`` are all
    that its columns and the API have, but for the active times: one for each of ``STAGES``, in a
    column ``seconds_`` and the stage. ``BESIDE`` are an annotation's rows of other tables that its
    answer needs. ``CRITERIA`` are what feedback may be about, in the order of the form.
    """

    @property
    def MODEL(self) -> type[Model]: ...
    @property
    def ROW(self) -> str: ...
    @property
    def FIELDS(self) -> Sequence[AnswerField]: ...
    @property
    def STAGES(self) -> Sequence[str]: ...

    @property
    def BESIDE(self) -> Sequence[str]: ...
    @property
    def CRITERIA(self) -> Sequence[str]: ...

    def check(self, example: Example, answer: Mapping[str, Any]) -> Any:
        """Check an answer against its example. Raises ``InvalidInputError``."""

    def check_own(self, assignment: Assignment, answer: Mapping[str, Any]) -> Any:
        """As ``check``, by what its annotator has seen so far."""

    def new_row(
        self,
        *,
        annotation: Annotation | None,
        checked: Any,
        project: Project,
        active_seconds: Mapping[str, float] | None = None,
    ) -> Model:
        """The row of a checked answer, not stored yet. ``active_seconds`` are by ``STAGES``; a
        stage that is left out is null.
        """

    def store_beside(self, annotation: Annotation, checked: Any) -> None:
        """Store what else a checked answer has, once its row is stored."""

    def text(self, row: Any) -> str:
        """The words that an answer was written in; none of an answer that is marked on a page."""

    def event_details(self, checked: Any) -> dict[str, str]:
        """The details of its event in the history."""


def answers_of(kind: str) -> Answers:
    """The answers of a kind."""
    found: Answers = part_of(kind, "answers")
    return found


def rows_of_answers() -> tuple[str, ...]:
    """The rows that an annotation may have its answer in, one of each kind, to read with it."""
    return tuple(answers_of(kind).ROW for kind in ROOMS)


def answer_of(annotation: Annotation) -> tuple[str, Answers, Any]:
    """The answer of an annotation that was read with the rows of every kind: its kind, what that
    says of answers, and its row. Raises ``LookupError`` for an annotation without one.
    """
    for kind in ROOMS:
        answers = answers_of(kind)
        row = getattr(annotation, answers.ROW, None)
        if row is not None:
            return kind, answers, row
    raise LookupError(f"annotation {annotation.pk} has no answer")


def seconds_of(answers: Answers, row: Any) -> dict[str, float | None]:
    """The active seconds of each stage of an answer, null where nothing was measured."""
    return {stage: getattr(row, f"seconds_{stage}") for stage in answers.STAGES}


def active_seconds(answers: Answers, row: Any) -> dict[str, float] | None:
    """As above, a stage that an answer did not come to as 0; None if nothing was measured."""
    seconds = seconds_of(answers, row)
    if all(value is None for value in seconds.values()):
        return None
    return {stage: value or 0.0 for stage, value in seconds.items()}


Figures = dict[int, dict[str, Any]]
"""By the annotator's key, without those who have no answers."""


class AnnotatorFigures(Protocol):
    """The part ``annotators`` of a room: what leads see of each annotator's work."""

    def annotator_figures(self, project: Project) -> Figures:
        """Counts and means of current annotations of the main task."""

    def progress(self, project: Project) -> dict[str, Any] | None:
        """Figures of all current answers of the main task for leads, beyond how many there are;
        None where a kind has none.
        """

    def describe(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """An annotator's figures as ``describe_annotators`` has them; ``row`` may be empty."""


def figures_of(kind: str) -> AnnotatorFigures:
    """The figures of annotators of a kind."""
    found: AnnotatorFigures = part_of(kind, "annotators")
    return found
