"""Deciding on an example's answer, and taking the decision back."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.services import new_annotation_id
from annotator.collecting.training.kinds import training_of
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.material.corpus.models import Example
from annotator.quality.adjudication.controls import unmark_control
from annotator.quality.adjudication.groups import counting_annotations
from annotator.quality.adjudication.kinds import shown_answer
from annotator.quality.adjudication.models import Adjudication
from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_event


def newest_decision(example: Example) -> Adjudication | None:
    """The last decision on an example, or what took it back."""
    return Adjudication.objects.newest().filter(example=example).first()


@transaction.atomic
def pick_annotation(
    *,
    example: Example,
    annotation: int,
    supersedes: int | None,
    reason: str,
    at: datetime,
    actor: User,
) -> Adjudication:
    """Decide on the answer of the annotation with this key.

    ``supersedes`` is the decision that ``actor`` saw, None for none. Raises ``ConflictError`` with
    code ``stale_decision`` if another was made since, ``stale_annotation`` if the annotation was
    revised or doesn't count among the example's k.
    """
    before = _lock(example, supersedes)
    picked = next((each for each in counting_annotations(example) if each.pk == annotation), None)
    if picked is None:
        raise ConflictError(
            "stale_annotation", "This annotation is not one of the example's any more."
        )
    return _decide(
        example=example,
        before=before,
        picked=picked,
        answer=shown_answer(example.project.kind, picked),
        reason=reason,
        at=at,
        actor=actor,
    )


@transaction.atomic
def write_answer(
    *,
    example: Example,
    answer: Mapping[str, Any],
    supersedes: int | None,
    reason: str,
    at: datetime,
    actor: User,
) -> Adjudication:
    """Decide on an answer that nobody gave; it passes the checks of a submission.

    Raises what these raise, ``InvalidInputError`` without a reason, ``ConflictError`` as above.
    """
    if not reason.strip():
        raise InvalidInputError(
            "reason_needed", "Say why it is the answer.", fields={"reason": "Give a reason."}
        )
    before = _lock(example, supersedes)
    checked = training_of(example.project.kind).check(example, answer)
    return _decide(
        example=example,
        before=before,
        picked=None,
        answer=checked.shown,
        reason=reason,
        at=at,
        actor=actor,
    )


@transaction.atomic
def withdraw_decision(
    *, example: Example, supersedes: int, at: datetime, actor: User
) -> Adjudication:
    """Take the decision ``supersedes`` back: the example is undecided again.

    Raises ``ConflictError`` with code ``stale_decision`` if it isn't the one that holds.
    """
    before = _lock(example, supersedes)
    if before is None or before.answer is None:
        raise _stale()
    # Without a decided answer there is nothing to control.
    unmark_control(example=example, at=at, actor=actor)
    return _decide(
        example=example,
        before=before,
        picked=None,
        answer=None,
        reason="",
        at=at,
        actor=actor,
    )


def _lock(example: Example, supersedes: int | None) -> Adjudication | None:
    Example.objects.select_for_update(no_key=True).get(pk=example.pk)
    newest = newest_decision(example)
    if (newest.pk if newest else None) != supersedes:
        raise _stale()
    return newest


def _stale() -> ConflictError:
    return ConflictError("stale_decision", "Another lead or tab has decided in the meantime.")


def _decide(
    *,
    example: Example,
    before: Adjudication | None,
    picked: Annotation | None,
    answer: Mapping[str, Any] | None,
    reason: str,
    at: datetime,
    actor: User,
) -> Adjudication:
    decision = Adjudication.objects.create(
        example=example,
        supersedes=before,
        picked=picked,
        answer=answer,
        annotation_id=str(new_annotation_id()),
        reason=reason.strip(),
        decided_at=at,
        decided_by=actor,
    )
    record_event(
        at=at,
        actor=actor,
        verb="withdrew" if answer is None else "decided",
        subject="adjudication",
        subject_id=decision.pk,
        project_id=example.project_id,
        example_id=example.pk,
        details={
            **({"annotation": picked.pk} if picked else {}),
            **({"reason": decision.reason} if decision.reason else {}),
        },
    )
    return decision
