"""Who sees what of a member's training: leads everything, annotators what a lead has shown them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from annotator.collecting.training.grading import current_grades
from annotator.collecting.training.kinds import training_of
from annotator.collecting.training.models import (
    Attempt,
    Decision,
    Grade,
    InPersonSession,
    ShortInstructions,
    Step,
    TrainingAnswer,
)
from annotator.collecting.training.pool import count_ready
from annotator.collecting.training.settings import current_instructions
from annotator.collecting.training.standing import Standing, attended_at, standing_of, standing_with
from annotator.collecting.training.steps import QUESTIONS
from annotator.material.corpus.models import Disambiguation
from annotator.workspace.projects.models import Membership, Project, Role
from annotator.workspace.projects.shown_names import names_of


@dataclass(frozen=True)
class Viewing:
    """A membership's training as a lead (``is_lead``) or the annotator sees it. The membership
    comes with its attempts and decisions; ``missing``: the questions that its project's steps lack.
    """

    membership: Membership
    missing: Mapping[str, int]
    is_lead: bool

    def name(self, user_id: int | None) -> str | None:
        """By which name the viewer sees a lead; None for annotators."""
        return self._names.get(user_id or 0) if self.is_lead else None

    @cached_property
    def standing(self) -> Standing:
        """Where the member stands."""
        return standing_with(self.membership, self.missing)

    @cached_property
    def attempts(self) -> list[Attempt]:
        """All attempts, the oldest first."""
        return sorted(self.membership.attempts.all(), key=lambda attempt: attempt.pk)

    @cached_property
    def decisions(self) -> list[Decision]:
        """All decisions, the oldest first."""
        return sorted(self.membership.training_decisions.all(), key=lambda row: row.pk)

    def number(self, attempt_id: int | None) -> int | None:
        """The number of an attempt."""
        return next((each.number for each in self.attempts if each.pk == attempt_id), None)

    def reference(self, answer: TrainingAnswer) -> TrainingAnswer | None:
        """The reference of an answer, for annotators after the in-person session, or once their
        exam was graded.
        """
        return self._references.get(answer.example_id) if self._is_open(answer) else None

    def grades(self, answer: TrainingAnswer) -> list[Grade]:
        """The grades of an answer by criterion, for annotators once all of the exam was graded."""
        if not (self.is_lead or self._is_graded(answer)):
            return []
        grades = current_grades(answer)
        criteria = training_of(self.membership.project.kind).CRITERIA
        return [grades[criterion] for criterion in criteria if criterion in grades]

    def _is_open(self, answer: TrainingAnswer) -> bool:
        if self.is_lead:
            return True
        if answer.attempt is not None and answer.attempt.step == Step.SELF_STUDY:
            return attended_at(self.membership) is not None
        return self._is_graded(answer)

    def _is_graded(self, answer: TrainingAnswer) -> bool:
        return answer.attempt is not None and answer.attempt.graded_at is not None

    @cached_property
    def sessions(self) -> list[InPersonSession]:
        """All in-person sessions, the oldest first; for leads."""
        sessions = self.membership.in_person_sessions.order_by("pk")
        return list(sessions.select_related("marked_by")) if self.is_lead else []

    @cached_property
    def _names(self) -> dict[int, str]:
        people = {session.marked_by for session in self.sessions}
        people |= {row.decided_by for row in self.decisions}
        people |= {
            grade.graded_by
            for attempt in self.attempts
            for answer in attempt.answers.all()
            for grade in answer.grades.all()
        }
        return names_of(
            project=self.membership.project,
            viewer_role=Role.LEAD,
            users=[person for person in people if person],
        )

    @cached_property
    def _references(self) -> dict[int, TrainingAnswer]:
        examples = {answer.example_id for each in self.attempts for answer in each.answers.all()}
        found = TrainingAnswer.objects.filter(
            example__in=examples, attempt__isnull=True, submitted_at__isnull=False
        )
        return {reference.example_id: reference for reference in found}


def shown_readings(answer: TrainingAnswer) -> list[Disambiguation]:
    """The disambiguations of an answer's question. What the task shows, or hides, is shown only
    once it was answered.
    """
    if answer.submitted_at is None:
        return []
    return sorted(answer.example.disambiguations.all(), key=lambda row: row.number)


@dataclass(frozen=True, slots=True)
class Ready:
    """How many questions with a reference a step has, and how many it needs."""

    ready: int
    needed: int


@dataclass(frozen=True, slots=True)
class Training:
    """A project's training. ``own`` is the viewer's standing where they are to train."""

    project: Project
    instructions: ShortInstructions | None
    self_study: Ready
    exam: Ready
    criteria: Sequence[str]
    own: Standing | None


def training_for(project: Project, own: Membership | None) -> Training:
    """The project's training; ``own`` is the viewer's membership where they are to train."""
    numbers = count_ready(project)
    ready = {step: Ready(numbers[step], QUESTIONS[step]) for step in Step}
    return Training(
        project,
        current_instructions(project),
        ready[Step.SELF_STUDY],
        ready[Step.EXAM],
        training_of(project.kind).CRITERIA,
        standing_of(own) if own else None,
    )
