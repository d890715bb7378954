"""Writing answers in training, and the references that they are compared with."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.training.attempts import lock_membership, record_attempt
from annotator.collecting.training.kinds import training_of
from annotator.collecting.training.models import TrainingAnswer
from annotator.exceptions import ConflictError
from annotator.material.corpus.models import TRAINING, Example
from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_event


def _lock_answer(answer: TrainingAnswer) -> TrainingAnswer:
    """The answer, locked; the member first, as everything that changes a training does."""
    if answer.attempt is not None:
        lock_membership(answer.attempt.membership)
    return (
        TrainingAnswer.objects.select_for_update(no_key=True, of=("self",))
        .select_related("attempt__membership", "example__project", "example__page")
        .get(pk=answer.pk)
    )


def _refuse_stale(answer: TrainingAnswer, version: int | None) -> None:
    if version is not None and version != answer.version:
        raise ConflictError("stale_draft", "Another tab has saved a later version of this answer.")


def _refuse_submitted(answer: TrainingAnswer) -> None:
    if answer.attempt is not None and answer.submitted_at is not None:
        raise ConflictError("already_submitted", "This question is already submitted.")


@transaction.atomic
def save_training_draft(
    *, answer: TrainingAnswer, version: int, draft: dict[str, Any], at: datetime
) -> TrainingAnswer:
    """Store an answer so far; ``version`` is the one that was read (0: none yet).

    Raises ``ConflictError`` with code ``stale_draft`` when another tab saved a later one,
    ``already_submitted`` where the answer was submitted. The first draft that calls the question
    good is what shows an NQ page.
    """
    answer = _lock_answer(answer)
    _refuse_submitted(answer)
    _refuse_stale(answer, version)
    answer.draft, answer.version, answer.saved_at = draft, version + 1, at
    if draft.get("question_quality") == "good" and answer.page_shown_at is None:
        answer.page_shown_at = at
    answer.save(update_fields=["draft", "version", "saved_at", "page_shown_at"])
    return answer


@transaction.atomic
def submit_training_answer(
    *,
    answer: TrainingAnswer,
    content: Mapping[str, Any],
    author: User,
    at: datetime,
    idempotency_key: str = "",
    version: int | None = None,
    active_seconds: Mapping[str, float] | None = None,
    client_version: str = "",
) -> tuple[TrainingAnswer, bool]:
    """Submit an answer, with the checks of a real one; the answer, and whether it is new.

    The last answer of an attempt ends it. A new reference replaces the one before. Raises what the
    checks raise, ``ConflictError`` with code ``stale_draft`` or ``already_submitted``.
    """
    answer = _lock_answer(answer)
    if idempotency_key and answer.idempotency_key == idempotency_key:
        return answer, False
    _refuse_submitted(answer)
    _refuse_stale(answer, version)
    checked = training_of(answer.example.project.kind).check(answer.example, content)
    answer.answer, answer.shown = checked.answer, checked.shown
    answer.seconds = sum(active_seconds.values()) if active_seconds else None
    answer.author, answer.submitted_at = author, at
    answer.idempotency_key, answer.client_version = idempotency_key, client_version
    answer.save()
    _record_submission(answer, author, at)
    if answer.attempt is not None:
        _finish_if_complete(answer, at)
    return answer, True


def _finish_if_complete(answer: TrainingAnswer, at: datetime) -> None:
    attempt = answer.attempt
    if attempt is None or attempt.answers.filter(submitted_at__isnull=True).exists():
        return
    attempt.finished_at = at
    attempt.save(update_fields=["finished_at"])
    record_attempt(attempt, "finished", at, attempt.membership.user)


def _record_submission(answer: TrainingAnswer, author: User, at: datetime) -> None:
    attempt = answer.attempt
    details = {"step": attempt.step, "number": attempt.number} if attempt else {"reference": True}
    record_event(
        at=at,
        actor=author,
        verb="submitted",
        subject="training_answer",
        subject_id=answer.pk,
        project_id=answer.example.project_id,
        # What somebody answers in training is not part of the example's life among annotations.
        example_id=None if attempt else answer.example_id,
        details=details,
    )


@transaction.atomic
def open_reference(*, example: Example, author: User, at: datetime) -> TrainingAnswer:
    """The reference of a training example, begun where there is none yet.

    Raises ``ConflictError`` with code ``not_in_training`` for an example of the main task.
    """
    example = Example.objects.select_for_update(no_key=True).get(pk=example.pk)
    if example.purpose not in TRAINING:
        raise ConflictError("not_in_training", "This question belongs to the main task.")
    reference, _ = TrainingAnswer.objects.get_or_create(
        example=example, attempt=None, defaults={"created_at": at, "author": author}
    )
    return reference


@transaction.atomic
def take_reference(
    *, example: Example, annotation: Annotation, author: User, at: datetime
) -> TrainingAnswer:
    """Make an annotation of the example its reference.

    Raises ``ConflictError`` with code ``not_in_training`` for an example of the main task, and
    ``other_example`` for an annotation of another one.
    """
    if annotation.example_id != example.pk:
        raise ConflictError("other_example", "This answer belongs to another question.")
    reference = open_reference(example=example, author=author, at=at)
    content = training_of(example.project.kind).submitted(annotation)
    return submit_training_answer(answer=reference, content=content, author=author, at=at)[0]


def reference_of(example: Example) -> TrainingAnswer | None:
    """The reference of an example, once it is there."""
    return TrainingAnswer.objects.filter(
        example=example, attempt__isnull=True, submitted_at__isnull=False
    ).first()
