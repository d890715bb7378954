"""Pointing out to an annotator what to do better, and knowing whether it comes again."""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from annotator.accounts.models import User
from annotator.annotations.models import Annotation, LongFormAnswer
from annotator.exceptions import ConflictError, InvalidInputError, NotAllowedError
from annotator.guidance.models import CRITERIA, Feedback
from annotator.history.services import record_event


@dataclass(frozen=True)
class Span:
    """Characters (code points) of a long-form answer, inclusive and exclusive."""

    start: int
    end: int


@transaction.atomic
def give_feedback(
    *,
    annotation: Annotation,
    criterion: str,
    text: str,
    at: datetime,
    actor: User,
    span: Span | None = None,
) -> Feedback:
    """Point something out in ``annotation``; with ``span``, in these words of its answer.

    Raises ``InvalidInputError`` for a criterion of the other kind of project, an empty text, or a
    span that the long-form answer does not have; ``ConflictError`` for an annotation that an
    import brought, behind which nobody reads.
    """
    project = annotation.assignment.project
    known = CRITERIA[project.kind]
    if criterion not in known:
        fix = f"Choose one of {', '.join(known)}."
        raise InvalidInputError("unknown_criterion", fix, fields={"criterion": fix})
    if not text.strip():
        fix = "Write what you noticed."
        raise InvalidInputError("text_needed", fix, fields={"text": fix})
    if annotation.annotator.imported:
        raise ConflictError(
            "imported", "This annotation was imported or simulated: nobody would read it."
        )
    feedback = Feedback.objects.create(
        project=project,
        annotation=annotation,
        annotator=annotation.annotator,
        author=actor,
        criterion=criterion,
        text=text.strip(),
        start=span.start if span else None,
        end=span.end if span else None,
        quote=_quoted(annotation, span) if span else "",
        created_at=at,
    )
    _record(feedback, "gave", at, actor)
    return feedback


@transaction.atomic
def acknowledge_feedback(*, feedback: Feedback, at: datetime, actor: User) -> Feedback:
    """Note that the annotator has read it; a second time changes nothing.

    Raises ``NotAllowedError`` for anybody else.
    """
    feedback = Feedback.objects.select_for_update(of=("self",)).get(pk=feedback.pk)
    if feedback.annotator_id != actor.pk:
        raise NotAllowedError("not_yours", "This feedback is for somebody else.")
    if feedback.acknowledged_at is None:
        feedback.acknowledged_at = at
        feedback.save(update_fields=["acknowledged_at"])
        _record(feedback, "acknowledged", at, actor)
    return feedback


@transaction.atomic
def withdraw_feedback(*, feedback: Feedback, at: datetime, actor: User) -> None:
    """Take feedback back that was not acknowledged yet.

    Raises ``ConflictError`` afterwards: what somebody has read stays.
    """
    feedback = Feedback.objects.select_for_update(of=("self",)).get(pk=feedback.pk)
    if feedback.acknowledged_at is not None:
        raise ConflictError("acknowledged", "The annotator has acknowledged it already.")
    _record(feedback, "withdrew", at, actor)
    feedback.delete()


def _quoted(annotation: Annotation, span: Span) -> str:
    answer = LongFormAnswer.objects.filter(annotation=annotation).first()
    length = len(answer.text) if answer else 0
    if answer is None or not 0 <= span.start < span.end <= length:
        fix = f"Mark words of the long-form answer, which has {length} characters."
        raise InvalidInputError("span_outside_answer", fix, fields={"start": fix})
    return answer.text[span.start : span.end]


def _record(feedback: Feedback, verb: str, at: datetime, actor: User) -> None:
    record_event(
        at=at,
        actor=actor,
        verb=verb,
        subject="feedback",
        subject_id=feedback.pk,
        project_id=feedback.project_id,
        example_id=feedback.annotation.example_id,
        details={"criterion": feedback.criterion},
    )
