"""Grading exams: by a lead, or for NQ by comparing with the references first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from annotator.collecting.training.answers import reference_of
from annotator.collecting.training.attempts import lock_membership, record_attempt
from annotator.collecting.training.kinds import automatic_grades_of, training_of
from annotator.collecting.training.models import (
    Attempt,
    Criterion,
    Grade,
    Level,
    Step,
    TrainingAnswer,
)
from annotator.collecting.training.standing import standing_of
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Membership


@dataclass(frozen=True, slots=True)
class GivenGrade:
    """A lead's grade of an answer on one criterion."""

    criterion: str
    level: str
    comment: str = ""


def _lock_exam(membership: Membership) -> Attempt:
    """The exam that is to be graded, or was and is not decided yet, with its member locked."""
    standing = standing_of(lock_membership(membership))
    if standing.state not in ("grading", "decision") or standing.attempt is None:
        raise ConflictError("no_exam_to_grade", "There is no exam to grade now.")
    return standing.attempt


@transaction.atomic
def grade_answer(
    *, answer: TrainingAnswer, grades: Sequence[GivenGrade], at: datetime, actor: User
) -> list[Grade]:
    """Grade an exam's answer on some criteria; a later grade takes the place of an earlier one.

    Raises ``InvalidInputError`` for a criterion that the project's kind has not, ``ConflictError``
    with code ``no_exam_to_grade`` where the exam is not finished, or was decided.
    """
    if answer.attempt is None or answer.attempt.step != Step.EXAM:
        raise ConflictError("no_exam_to_grade", "Only answers of an exam are graded.")
    exam = _lock_exam(answer.attempt.membership)
    if exam.pk != answer.attempt_id:
        raise ConflictError("no_exam_to_grade", "This exam has already been decided.")
    _check_grades(answer.example.project.kind, grades)
    before = current_grades(answer)
    return [
        Grade.objects.create(
            answer=answer,
            criterion=given.criterion,
            level=given.level,
            comment=given.comment.strip(),
            graded_at=at,
            graded_by=actor,
        )
        for given in grades
        if not _is_same(before.get(given.criterion), given)
    ]


def _is_same(earlier: Grade | None, given: GivenGrade) -> bool:
    return (
        earlier is not None
        and not earlier.automatic
        and (earlier.level, earlier.comment) == (given.level, given.comment.strip())
    )


def _check_grades(kind: str, grades: Sequence[GivenGrade]) -> None:
    known = training_of(kind).CRITERIA
    for given in grades:
        if given.criterion not in known or given.level not in Level.values:
            names = ", ".join(known)
            raise InvalidInputError(
                "unknown_criterion",
                f"{given.criterion} is not a criterion of this project.",
                fields={"grades": f"Grade on {names}."},
            )


@transaction.atomic
def grade_automatically(*, membership: Membership, at: datetime, actor: User) -> list[Grade]:
    """Grade the ungraded answers of an NQ exam by comparing them with the references.

    The lead can still change each grade, and decides. Raises ``ConflictError`` with code
    ``no_exam_to_grade``, ``not_comparable`` in a project of another kind.
    """
    automatic = automatic_grades_of(membership.project.kind)
    if automatic is None:
        raise ConflictError("not_comparable", "Only people grade long-form answers.")
    exam = _lock_exam(membership)
    grades: list[Grade] = []
    for answer in exam.answers.select_related("example").order_by("number"):
        reference = reference_of(answer.example)
        if reference is None or answer.shown is None or reference.shown is None:
            continue
        there = current_grades(answer)
        grades += [
            Grade(
                answer=answer,
                criterion=found.criterion,
                level=found.level,
                comment=found.comment,
                automatic=True,
                graded_at=at,
                graded_by=actor,
            )
            for found in automatic.compare_answers(answer.shown, reference.shown)
            if found.criterion not in there
        ]
    made = Grade.objects.bulk_create(grades)
    record_attempt(exam, "graded_automatically", at, actor, grades=len(made))
    return made


@transaction.atomic
def finish_grading(*, membership: Membership, at: datetime, actor: User) -> Attempt:
    """Show the grades to the annotator. Again changes nothing.

    Raises ``ConflictError`` with code ``no_exam_to_grade``, and ``grades_missing`` where an answer
    lacks one.
    """
    exam = _lock_exam(membership)
    if exam.graded_at is not None:
        return exam
    needed = set(training_of(membership.project.kind).CRITERIA)
    ungraded = [
        answer.number + 1
        for answer in exam.answers.order_by("number")
        if set(current_grades(answer)) != needed
    ]
    if ungraded:
        numbers = ", ".join(map(str, ungraded))
        raise ConflictError(
            "grades_missing", f"Grade every criterion first: question {numbers} lacks some."
        )
    exam.graded_at, exam.graded_by = at, actor
    exam.save(update_fields=["graded_at", "graded_by"])
    record_attempt(exam, "graded", at, actor)
    return exam


@transaction.atomic
def read_feedback(*, membership: Membership, at: datetime) -> None:
    """Note that the annotator has read all grades that there are."""
    membership = lock_membership(membership)
    for attempt in membership.attempts.filter(graded_at__isnull=False, read_at=None):
        attempt.read_at = at
        attempt.save(update_fields=["read_at"])
        record_attempt(attempt, "read", at, membership.user)


def current_grades(answer: TrainingAnswer) -> Mapping[str, Grade]:
    """The newest grade of an answer on each criterion, by the criterion."""
    newest = sorted(answer.grades.all(), key=lambda grade: grade.pk)
    return {Criterion(grade.criterion).value: grade for grade in newest}
