"""Somebody's training, as they get it."""

from collections.abc import Iterator

from annotator.collecting.training.models import (
    Attempt,
    Decision,
    Grade,
    InPersonSession,
    TrainingAnswer,
)
from annotator.collecting.training.models import ShortInstructions as Instructions
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.personal_parts import Part, Row, fields_of


def parts_of_training(user: User) -> Iterator[Part]:
    """The files about the training of ``user``."""
    own = {"membership__user": user}
    yield Part(
        "training_attempts",
        "When you began and finished each step of a training, and when it was graded.",
        Attempt.objects.filter(**own).select_related("membership__project").order_by("pk"),
        _attempt,
    )
    yield Part(
        "training_answers",
        "What you answered in training, with your drafts.",
        TrainingAnswer.objects.filter(attempt__membership__user=user)
        .select_related("attempt__membership__project", "example__question")
        .order_by("pk"),
        _answer,
    )
    yield Part(
        "training_grades",
        "The grades of your exams, once they were shown to you.",
        Grade.objects.filter(
            answer__attempt__membership__user=user, answer__attempt__graded_at__isnull=False
        )
        .select_related("answer__attempt__membership__project", "answer__example__question")
        .order_by("pk"),
        _grade,
    )
    yield Part(
        "training_sessions",
        "Whether you attended the in-person sessions. What leads noted there is for leads.",
        InPersonSession.objects.filter(**own).select_related("membership__project").order_by("pk"),
        lambda row: {
            "project": row.membership.project.slug,
            **fields_of(row, "attended", "marked_at"),
        },
    )
    yield Part(
        "training_decisions",
        "What was decided about your training.",
        Decision.objects.filter(**own).select_related("membership__project").order_by("pk"),
        _decision,
    )
    yield Part(
        "training_references",
        "The reference answers that you wrote.",
        TrainingAnswer.objects.filter(attempt=None, author=user)
        .select_related("example__project", "example__question")
        .order_by("pk"),
        _reference,
    )
    yield Part(
        "training_grades_given",
        "The grades that you gave to others, without their names.",
        Grade.objects.filter(graded_by=user)
        .select_related("answer__example__project", "answer__example__question")
        .order_by("pk"),
        lambda row: _levels(row, row.answer.example.project.slug),
    )
    yield Part(
        "training_instructions",
        "The short instructions that you wrote.",
        Instructions.objects.filter(created_by=user).select_related("project").order_by("pk"),
        lambda row: {
            "project": row.project.slug,
            "version": row.version,
            "created_at": row.created_at,
            "markdown": row.markdown,
        },
    )


def _attempt(attempt: Attempt) -> Row:
    columns = ("step", "number", "started_at", "finished_at", "graded_at", "read_at")
    return {
        "project": attempt.membership.project.slug,
        **fields_of(attempt, *columns),
    }


def _answer(answer: TrainingAnswer) -> Row:
    project = answer.attempt.membership.project if answer.attempt else answer.example.project
    columns = ("draft", "saved_at", "page_shown_at", "answer", "seconds", "submitted_at")
    return {
        "project": project.slug,
        "question": answer.example.question.text,
        **fields_of(answer, *columns),
    }


def _reference(answer: TrainingAnswer) -> Row:
    return {
        "project": answer.example.project.slug,
        "question": answer.example.question.text,
        "draft": answer.draft,
        "answer": answer.answer,
        "submitted_at": answer.submitted_at,
    }


def _levels(grade: Grade, project: str) -> Row:
    columns = ("criterion", "level", "comment", "automatic", "graded_at")
    return {
        "project": project,
        "question": grade.answer.example.question.text,
        **fields_of(grade, *columns),
    }


def _grade(grade: Grade) -> Row:
    attempt = grade.answer.attempt
    return _levels(grade, attempt.membership.project.slug if attempt else "")


def _decision(decision: Decision) -> Row:
    return {
        "project": decision.membership.project.slug,
        "verdict": decision.verdict,
        "note": decision.note,
        "decided_at": decision.decided_at,
    }
