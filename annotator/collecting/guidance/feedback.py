"""Pointing out to an annotator what to do better, and knowing whether it comes again."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from annotator.collecting.annotations.kinds import answer_of, answers_of
from annotator.collecting.annotations.long_form_limits import MOST_TOKENS
from annotator.collecting.annotations.models import Annotation
from annotator.collecting.assignments.services import lock_assignment
from annotator.collecting.guidance.models import Feedback
from annotator.exceptions import ConflictError, InvalidInputError, NotAllowedError
from annotator.material.corpus.markup.passages import Passage, cut_passage
from annotator.material.corpus.queries import html_of, packed_tokens_of
from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_event


@dataclass(frozen=True)
class Span:
    """Characters (code points) of a long-form answer, inclusive and exclusive."""

    start: int
    end: int


@dataclass(frozen=True)
class PageSpan:
    """Tokens of the page of an NQ example, inclusive and exclusive."""

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
    span: Span | PageSpan | None = None,
    idempotency_key: str = "",
) -> Feedback:
    """Give feedback on ``annotation``; with ``span``, on these words of its answer or page.

    The same author's same ``idempotency_key`` gives the feedback that is there already.
    Raises ``InvalidInputError`` for a criterion of the other kind of project, an empty text, or a
    span that the long-form answer or the page does not have; ``ConflictError`` for an imported
    annotation, whose author reads nothing.
    """
    project = annotation.assignment.project
    known = answers_of(project.kind).CRITERIA
    if criterion not in known:
        fix = f"Choose one of {', '.join(known)}."
        raise InvalidInputError("unknown_criterion", fix, fields={"criterion": fix})
    if not text.strip():
        fix = "Write what you noticed."
        raise InvalidInputError("text_needed", fix, fields={"text": fix})
    if annotation.annotator.imported:
        raise ConflictError(
            "imported",
            "This annotation was imported or simulated, so nobody would read the feedback.",
        )
    # Who sends the same feedback twice at once takes turns here.
    lock_assignment(annotation.assignment)
    own = {"annotation": annotation, "author": actor, "idempotency_key": idempotency_key}
    earlier = Feedback.objects.filter(**own).first() if idempotency_key else None
    if earlier is not None:
        return earlier
    feedback = Feedback.objects.create(
        **own,
        project=project,
        annotator=annotation.annotator,
        criterion=criterion,
        text=text.strip(),
        **_placed(annotation, span),
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
    """Take back feedback that was not acknowledged yet.

    Raises ``ConflictError`` afterwards: feedback that somebody has read stays.
    """
    feedback = Feedback.objects.select_for_update(of=("self",)).get(pk=feedback.pk)
    if feedback.acknowledged_at is not None:
        raise ConflictError("acknowledged", "The annotator has already acknowledged it.")
    _record(feedback, "withdrew", at, actor)
    feedback.delete()


def _placed(annotation: Annotation, span: Span | PageSpan | None) -> dict[str, Any]:
    """The columns for its place, and the words there."""
    if span is None:
        return {}
    if isinstance(span, Span):
        quote = _quoted(annotation, span)
        return {"start": span.start, "end": span.end, "quote": quote}
    passage = _cut(annotation, span)
    return {
        "start_token": span.start,
        "end_token": span.end,
        "start_byte": passage.start_byte,
        "end_byte": passage.end_byte,
        "quote": passage.text,
    }


def _cut(annotation: Annotation, span: PageSpan) -> Passage:
    """The words of the frozen page."""
    page, passage = annotation.example.page, None
    if page is not None and span.end - span.start <= MOST_TOKENS:
        tokens = packed_tokens_of(page)
        passage = cut_passage(html_of(page), tokens, start_token=span.start, end_token=span.end)
    if passage is None:
        fix = f"Mark words of the question's page, {MOST_TOKENS:,} tokens at most."
        raise InvalidInputError("span_outside_page", fix, fields={"start_token": fix})
    return passage


def _quoted(annotation: Annotation, span: Span) -> str:
    _, answers, row = answer_of(annotation)
    text = answers.text(row)
    if not 0 <= span.start < span.end <= len(text):
        fix = f"Mark words of the long-form answer, which has {len(text)} characters."
        raise InvalidInputError("span_outside_answer", fix, fields={"start": fix})
    return text[span.start : span.end]


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
