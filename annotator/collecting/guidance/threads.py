"""Asking when parking, answering, going on asking."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from annotator.collecting.annotations.models import Draft
from annotator.collecting.assignments.models import Assignment
from annotator.collecting.assignments.services import park_assignment
from annotator.collecting.guidance.models import QuestionThread, ThreadMessage
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_event

OVERDUE_AFTER = timedelta(days=1)
"""Questions get an answer within a day (ASQA paper, appendix A); later they are overdue."""


@transaction.atomic
def park_with_question(
    *, assignment: Assignment, question: str, note: str, at: datetime, actor: User
) -> QuestionThread:
    """Set an assignment aside and ask the leads; the draft as it is now goes with the question.

    Raises ``InvalidInputError`` for an empty question, ``ConflictError`` where nothing is open.
    """
    text = _checked(question, "question", "Write what you want to ask.")
    assignment = park_assignment(assignment=assignment, note=note, at=at, actor=actor)
    draft = Draft.objects.filter(assignment=assignment, revising=None).first()
    thread = QuestionThread.objects.create(
        project=assignment.project,
        example=assignment.example,
        assignment=assignment,
        asker=assignment.annotator,
        asked_at=at,
        waiting_since=at,
        draft=draft.answer if draft else None,
    )
    ThreadMessage.objects.create(thread=thread, author=actor, text=text, at=at)
    _record(thread, "asked", at, actor)
    return thread


@transaction.atomic
def write_message(
    *,
    thread: QuestionThread,
    text: str,
    at: datetime,
    actor: User,
    as_lead: bool,
    idempotency_key: str = "",
) -> ThreadMessage:
    """Add a message. A lead's settles the thread, the asker's lets it wait (again).

    Anyone who asked is the asker, also where they lead the project by now. The same author's same
    ``idempotency_key`` gives the message that is there already. Raises ``InvalidInputError`` for
    an empty message.
    """
    text = _checked(text, "text", "Write something first.")
    thread = QuestionThread.objects.select_for_update(of=("self",)).get(pk=thread.pk)
    own = {"author": actor, "idempotency_key": idempotency_key}
    earlier = thread.messages.filter(**own).first() if idempotency_key else None
    if earlier is not None:
        return earlier
    if as_lead and actor.pk != thread.asker_id:
        thread.waiting_since, thread.answered_at = None, at
        verb = "answered"
    else:
        thread.waiting_since, thread.answered_at = thread.waiting_since or at, None
        verb = "asked_again"
    thread.closed_at = None
    thread.save(update_fields=["waiting_since", "answered_at", "closed_at"])
    message = ThreadMessage.objects.create(thread=thread, **own, text=text, at=at)
    _record(thread, verb, at, actor)
    return message


@transaction.atomic
def close_thread(*, thread: QuestionThread, at: datetime, actor: User) -> QuestionThread:
    """End the waiting without an answer: the question has settled itself.

    Raises ``ConflictError`` if it does not wait.
    """
    thread = QuestionThread.objects.select_for_update(of=("self",)).get(pk=thread.pk)
    if thread.waiting_since is None:
        raise ConflictError("not_waiting", "This question is no longer waiting for an answer.")
    thread.waiting_since, thread.closed_at = None, at
    thread.save(update_fields=["waiting_since", "closed_at"])
    _record(thread, "closed", at, actor)
    return thread


def forget_questions_of(*, asker: User, at: datetime) -> None:
    """Drop the drafts that went with somebody's questions, and let none of these wait any more."""
    own = QuestionThread.objects.filter(asker=asker)
    own.exclude(draft=None).update(draft=None)
    own.filter(waiting_since__isnull=False).update(waiting_since=None, closed_at=at)


def is_overdue(thread: QuestionThread, *, at: datetime) -> bool:
    """Whether the leads have let it wait for more than a day."""
    return thread.waiting_since is not None and at - thread.waiting_since > OVERDUE_AFTER


def _checked(text: str, field: str, fix: str) -> str:
    if not text.strip():
        raise InvalidInputError("text_needed", fix, fields={field: fix})
    return text.strip()


def _record(thread: QuestionThread, verb: str, at: datetime, actor: User, **details: Any) -> None:
    record_event(
        at=at,
        actor=actor,
        verb=verb,
        subject="question_thread",
        subject_id=thread.pk,
        project_id=thread.project_id,
        example_id=thread.example_id,
        details=details,
    )
