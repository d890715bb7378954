"""Training as the API shows it. This module decides who sees what."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Prefetch

from annotator.collecting.annotations.kinds import rows_of_answers
from annotator.collecting.annotations.models import Annotation, Draft, Source
from annotator.collecting.assignments.timing import Time
from annotator.collecting.guidance.markdown import render_markdown
from annotator.collecting.training.grading import current_grades
from annotator.collecting.training.kinds import training_of
from annotator.collecting.training.models import (
    Attempt,
    Decision,
    InPersonSession,
    Step,
    TrainingAnswer,
)
from annotator.collecting.training.pool import count_ready, training_examples
from annotator.collecting.training.settings import current_instructions
from annotator.collecting.training.standing import (
    asked_again,
    attended_at,
    decision_on,
    standing_of,
)
from annotator.collecting.training.steps import QUESTIONS
from annotator.material.corpus.models import QUEUED, Example, Purpose
from annotator.workspace.projects.models import Membership, Project, Role
from annotator.workspace.projects.shown_names import name_of_member, names_of
from api.presenters.assignments import present_draft
from api.presenters.kinds import presenting_of

PREVIEW = 200
NO_LIMIT = Time(
    limit_seconds=None, used_seconds=0, running_since=None, is_up=False, was_up_at=None, period=0
)


def present_training(project: Project, own: Membership | None) -> dict[str, Any]:
    """The project's training; ``own`` is the caller's membership where they are to train."""
    instructions = current_instructions(project)
    ready = count_ready(project)
    return {
        "requires_training": project.requires_training,
        "instructions": instructions.markdown if instructions else "",
        "instructions_html": render_markdown(instructions.markdown, project=project.slug)
        if instructions
        else "",
        "instructions_version": instructions.version if instructions else 0,
        **{step.value: {"ready": ready[step], "needed": QUESTIONS[step]} for step in Step},
        "criteria": training_of(project.kind).CRITERIA,
        "own": present_standing(own) if own else None,
    }


def present_standing(membership: Membership) -> dict[str, Any]:
    """A member's standing."""
    standing = standing_of(membership)
    answers = list(standing.attempt.answers.all()) if standing.attempt else []
    asked = asked_again(membership)
    return {
        "state": standing.state,
        "since": standing.since,
        "waits_for": standing.waits_for,
        "attempt": standing.attempt.number if standing.attempt else None,
        "answered": sum(answer.submitted_at is not None for answer in answers),
        "questions": len(answers),
        "asked_again": asked.note if asked else None,
    }


@dataclass(frozen=True)
class Viewer:
    """Who looks at a training: leads see everything, annotators what a lead has shown them."""

    is_lead: bool
    names: Mapping[int, str] = field(default_factory=dict)

    def name(self, user_id: int | None) -> str | None:
        """By which name the viewer sees a lead; None for annotators."""
        return self.names.get(user_id or 0)

    def sees_reference(self, membership: Membership, attempt: Attempt) -> bool:
        """Annotators after the in-person session, or once their exam was graded."""
        if self.is_lead:
            return True
        if attempt.step == Step.SELF_STUDY:
            return attended_at(membership) is not None
        return attempt.graded_at is not None

    def sees_grades(self, attempt: Attempt) -> bool:
        """Annotators once all of the exam was graded."""
        return self.is_lead or attempt.graded_at is not None


def present_own_training(membership: Membership) -> dict[str, Any]:
    """The caller's own training, without names and without what they may not see yet."""
    viewer = Viewer(is_lead=False)
    return {"standing": present_standing(membership), **_present_work(membership, viewer)}


def present_trainee(membership: Membership) -> dict[str, Any]:
    """A row of the lead's list; ``annotations`` is annotated to the membership."""
    user = membership.user
    return {
        "id": membership.pk,
        "username": user.username,
        "display_name": user.display_name,
        "name": name_of_member(membership),
        "pseudonym": membership.pseudonym,
        "joined_at": membership.joined_at,
        "annotations": getattr(membership, "annotations", 0),
        "standing": present_standing(membership),
    }


def present_trainee_detail(membership: Membership) -> dict[str, Any]:
    """All of a member's training, as a lead sees it."""
    sessions = list(membership.in_person_sessions.order_by("pk").select_related("marked_by"))
    people = {session.marked_by for session in sessions}
    people |= {row.decided_by for row in _decisions(membership)}
    people |= {
        grade.graded_by
        for attempt in membership.attempts.all()
        for answer in attempt.answers.all()
        for grade in answer.grades.all()
    }
    names = names_of(
        project=membership.project,
        viewer_role=Role.LEAD,
        users=[person for person in people if person],
    )
    viewer = Viewer(is_lead=True, names=names)
    return {
        **present_trainee(membership),
        **_present_work(membership, viewer),
        "sessions": [_present_session(session, viewer) for session in sessions],
    }


def _decisions(membership: Membership) -> list[Decision]:
    return sorted(membership.training_decisions.all(), key=lambda row: row.pk)


def _present_work(membership: Membership, viewer: Viewer) -> dict[str, Any]:
    attempts = sorted(membership.attempts.all(), key=lambda attempt: attempt.pk)
    examples = {answer.example_id for each in attempts for answer in each.answers.all()}
    references = _references(examples)
    return {
        "attempts": [_present_attempt(each, membership, viewer, references) for each in attempts],
        "decisions": [_present_decision(row, attempts, viewer) for row in _decisions(membership)],
    }


def _references(examples: Iterable[int]) -> dict[int, TrainingAnswer]:
    found = TrainingAnswer.objects.filter(
        example__in=examples, attempt__isnull=True, submitted_at__isnull=False
    )
    return {reference.example_id: reference for reference in found}


def _present_session(session: InPersonSession, viewer: Viewer) -> dict[str, Any]:
    return {
        "attended": session.attended,
        "notes": session.notes,
        "marked_at": session.marked_at,
        "by": viewer.name(session.marked_by_id),
    }


def _present_decision(
    decision: Decision, attempts: Iterable[Attempt], viewer: Viewer
) -> dict[str, Any]:
    numbers = {attempt.pk: attempt.number for attempt in attempts}
    return {
        "verdict": decision.verdict,
        "note": decision.note,
        "decided_at": decision.decided_at,
        "attempt": numbers.get(decision.attempt_id or 0),
        "by": viewer.name(decision.decided_by_id),
    }


def _present_attempt(
    attempt: Attempt,
    membership: Membership,
    viewer: Viewer,
    references: Mapping[int, TrainingAnswer],
) -> dict[str, Any]:
    shown = references if viewer.sees_reference(membership, attempt) else {}
    decision = decision_on(membership, attempt)
    names = ("step", "number", "started_at", "finished_at", "graded_at", "read_at")
    answers = sorted(attempt.answers.all(), key=lambda answer: answer.number)
    kind = membership.project.kind
    return {
        **{name: getattr(attempt, name) for name in names},
        "answers": [
            {
                **_present_answer(answer, kind),
                "reference": _present_content(shown.get(answer.example_id), kind),
                "grades": _present_grades(answer, viewer) if viewer.sees_grades(attempt) else [],
            }
            for answer in answers
        ],
        "decision": _present_decision(decision, [attempt], viewer) if decision else None,
    }


def _present_answer(answer: TrainingAnswer, kind: str) -> dict[str, Any]:
    rows = sorted(answer.example.disambiguations.all(), key=lambda row: row.number)
    return {
        "id": answer.pk,
        "example": answer.example_id,
        "number": answer.number,
        "question": answer.example.question.text,
        "disambiguations": [
            {"question": row.question, "short_answers": row.short_answers} for row in rows
        ]
        # What the task shows, or hides, is shown here only once it was answered.
        if answer.submitted_at is not None
        else [],
        "has_draft": answer.version > 0,
        "submitted_at": answer.submitted_at,
        "seconds": answer.seconds,
        "content": _present_content(answer, kind),
    }


def _present_content(answer: TrainingAnswer | None, kind: str) -> dict[str, Any] | None:
    if answer is None or answer.shown is None:
        return None
    return {"kind": kind, **answer.shown}


def _present_grades(answer: TrainingAnswer, viewer: Viewer) -> list[dict[str, Any]]:
    grades = current_grades(answer)
    columns = ("criterion", "level", "comment", "automatic", "graded_at")
    return [
        {
            **{name: getattr(grades[criterion], name) for name in columns},
            "by": viewer.name(grades[criterion].graded_by_id),
        }
        for criterion in training_of(answer.example.project.kind).CRITERIA
        if criterion in grades
    ]


def present_training_assignment(answer: TrainingAnswer) -> dict[str, Any]:
    """An answer in training, or a reference, in the shape of an assignment.

    No lease runs and no time is up.
    """
    project, address = answer.example.project, f"/api/v1/training/answers/{answer.pk}/"
    is_done = answer.attempt_id is not None and answer.submitted_at is not None
    shown = presenting_of(project.kind).in_training(answer, address)
    return {
        "id": answer.pk,
        "kind": project.kind,
        "project": project.slug,
        "state": "submitted" if is_done else "open",
        "version": answer.version,
        "lease_expires_at": None,
        "note": "",
        "created_at": answer.created_at,
        "question": {"id": answer.example.question_id, "text": answer.example.question.text},
        "time": dict(NO_LIMIT),
        **shown,
        "draft": _present_draft(answer, project.kind),
        "revising": None,
        "freed": None,
    }


def _present_draft(answer: TrainingAnswer, kind: str) -> dict[str, Any] | None:
    if answer.draft is None or answer.saved_at is None:
        return None
    return present_draft(Draft(answer=answer.draft, saved_at=answer.saved_at), kind)


def present_training_examples(project: Project) -> list[dict[str, Any]]:
    """The questions of a project's training, in a fixed number of queries."""
    imported = Annotation.objects.filter(source=Source.IMPORTED).select_related(*rows_of_answers())
    examples = training_examples(project).prefetch_related(
        Prefetch("annotations", imported.order_by("pk"), to_attr="imported_annotations"),
        "training_answers",
    )
    return [_present_training_example(example, project.kind) for example in examples]


def _present_training_example(example: Example, kind: str) -> dict[str, Any]:
    answers = list(example.training_answers.all())
    reference = next((answer for answer in answers if answer.attempt_id is None), None)
    training = training_of(kind)
    imported: list[Annotation] = getattr(example, "imported_annotations", [])
    return {
        "id": example.pk,
        "question": example.question.text,
        "step": Purpose.MAIN if example.purpose in QUEUED else example.purpose,
        "trained_on": sum(answer.attempt_id is not None for answer in answers),
        "reference": reference.pk if reference else None,
        "is_ready": reference is not None and reference.submitted_at is not None,
        "content": _present_content(reference, kind),
        "annotations": [
            {"id": each.pk, "text": training.preview(each)[:PREVIEW]} for each in imported
        ],
    }
