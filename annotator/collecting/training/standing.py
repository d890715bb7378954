"""A member's standing in training, computed from the recorded rows."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from django.db.models import QuerySet

from annotator.collecting.training.models import Attempt, Decision, Step, Verdict
from annotator.collecting.training.readiness import missing_questions
from annotator.workspace.projects.models import Membership, Project, Role

State = Literal["self_study", "in_person", "exam", "grading", "decision", "qualified"]

STATES: tuple[State, ...] = (
    "self_study",
    "in_person",
    "exam",
    "grading",
    "decision",
    "qualified",
)
WAITING_FOR_LEAD: tuple[State, ...] = ("in_person", "grading", "decision")

ACCEPTING = (Verdict.ACCEPTED, Verdict.WAIVED, Verdict.HERE_BEFORE)
"""Decisions that open the main task."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A member's state, since when, and the current or last attempt. ``asked_again`` is the request
    to qualify again that they have not met yet.

    ``in_person``, ``grading`` and ``decision`` wait for a lead, ``self_study`` and ``exam`` for
    the annotator, unless the step has not begun and a lead has still to choose
    ``questions_missing`` for it. In the state ``decision`` the annotator can read the grades.
    """

    state: State
    since: datetime
    attempt: Attempt | None
    asked_again: Decision | None = None
    questions_missing: int = 0

    @property
    def waits_for(self) -> Literal["annotator", "lead"] | None:
        """Who has to act next."""
        if self.state == "qualified":
            return None
        waits = self.state in WAITING_FOR_LEAD or self.questions_missing > 0
        return "lead" if waits else "annotator"

    @property
    def questions(self) -> int:
        """How many questions the attempt has."""
        return len(self.attempt.answers.all()) if self.attempt else 0

    @property
    def answered(self) -> int:
        """How many of these are answered."""
        answers = self.attempt.answers.all() if self.attempt else ()
        return sum(answer.submitted_at is not None for answer in answers)


def with_training(memberships: "QuerySet[Membership]") -> "QuerySet[Membership]":
    """Memberships with all that ``standing_of`` reads, in a fixed number of queries."""
    return memberships.select_related("user", "project").prefetch_related(
        "attempts__answers", "in_person_sessions", "training_decisions"
    )


def trainees_of(project: Project) -> "QuerySet[Membership]":
    """The active annotators of a project, the longest in it first."""
    return with_training(
        project.memberships.filter(role=Role.ANNOTATOR, is_active=True).order_by("pk")
    )


def _latest(attempts: Iterable[Attempt], step: Step) -> Attempt | None:
    own = [attempt for attempt in attempts if attempt.step == step]
    return max(own, key=lambda attempt: attempt.number, default=None)


def standing_of(membership: Membership) -> Standing:
    """A member's standing."""
    return standing_with(membership, missing_questions(membership.project))


def standing_with(membership: Membership, missing: Mapping[str, int]) -> Standing:
    """The same in lists; ``missing``: how many questions each step of the project lacks."""
    standing = _standing(membership)
    if standing.attempt is not None or standing.state not in missing:
        return standing
    return replace(standing, questions_missing=missing[standing.state])


def _standing(membership: Membership) -> Standing:
    attempts = list(membership.attempts.all())
    study, exam = _latest(attempts, Step.SELF_STUDY), _latest(attempts, Step.EXAM)
    asked = asked_again(membership)
    if membership.qualified_at is not None:
        return Standing("qualified", membership.qualified_at, exam or study, asked)
    if study is None:
        since = asked.decided_at if asked else membership.joined_at
        return Standing("self_study", since, None, asked)
    if study.finished_at is None:
        return Standing("self_study", study.started_at, study, asked)
    met_at = attended_at(membership)
    if met_at is None:
        return Standing("in_person", study.finished_at, study, asked)
    if exam is None:
        return Standing("exam", met_at, None, asked)
    return _standing_in_exam(membership, exam, asked)


def _standing_in_exam(membership: Membership, exam: Attempt, asked: Decision | None) -> Standing:
    if exam.finished_at is None:
        return Standing("exam", exam.started_at, exam, asked)
    if asked is not None and exam.finished_at < asked.decided_at:
        # Members who must qualify again take another exam.
        return Standing("exam", asked.decided_at, None, asked)
    if exam.graded_at is None:
        return Standing("grading", exam.finished_at, exam, asked)
    decision = decision_on(membership, exam)
    if decision is None:
        return Standing("decision", exam.graded_at, exam, asked)
    # Accepted members are qualified or asked again, so this exam is to be repeated.
    return Standing("exam", asked.decided_at if asked else decision.decided_at, None, asked)


def attended_at(membership: Membership) -> datetime | None:
    """When the in-person session was marked as attended first; None if it was not yet."""
    marked = [row.marked_at for row in membership.in_person_sessions.all() if row.attended]
    return min(marked, default=None)


def decision_on(membership: Membership, attempt: Attempt) -> Decision | None:
    """The decision about an exam."""
    decisions = membership.training_decisions.all()
    return next((each for each in decisions if each.attempt_id == attempt.pk), None)


def last_acceptance(membership: Membership) -> Decision | None:
    """The newest acceptance on record, with an exam or without."""
    return _newest(membership, ACCEPTING)


def asked_again(membership: Membership) -> Decision | None:
    """The request to qualify again that somebody has not met yet; its note is the reason."""
    newest = _newest(membership, (*ACCEPTING, Verdict.REQUALIFY, Verdict.RESTORED))
    return newest if newest and newest.verdict == Verdict.REQUALIFY else None


def sent_to_train(membership: Membership) -> bool:
    """Whether the last word of a lead is that somebody is to pass an exam before they go on."""
    newest = _newest(membership, Verdict.values)
    return newest is not None and newest.verdict in (Verdict.REQUALIFY, Verdict.ANOTHER_TRY)


def _newest(membership: Membership, verdicts: Collection[str]) -> Decision | None:
    decisions = [row for row in membership.training_decisions.all() if row.verdict in verdicts]
    return max(decisions, key=lambda row: row.pk, default=None)
