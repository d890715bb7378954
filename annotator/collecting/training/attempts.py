"""Beginning a step of the training."""

from datetime import datetime

from django.db import transaction

from annotator.collecting.training.models import Attempt, Step, TrainingAnswer
from annotator.collecting.training.pool import ready_examples
from annotator.collecting.training.readiness import in_words
from annotator.collecting.training.standing import standing_of
from annotator.collecting.training.steps import QUESTIONS
from annotator.exceptions import ConflictError
from annotator.material.corpus.models import Example
from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_event
from annotator.workspace.projects.models import Membership


def lock_membership(membership: Membership) -> Membership:
    """The current membership, locked, so that changes of somebody's training take turns."""
    return (
        Membership.objects.select_for_update(no_key=True, of=("self",))
        .select_related("project", "user")
        .get(pk=membership.pk)
    )


@transaction.atomic
def start_step(*, membership: Membership, at: datetime) -> Attempt:
    """Begin the self-study or the exam that is the member's next thing to do.

    One that is under way already is given again. Raises ``ConflictError`` with code
    ``not_your_turn`` if a lead has to do something first or nothing is left to do, and
    ``training_not_ready`` where the project has too few questions with a reference.
    """
    membership = lock_membership(membership)
    standing = standing_of(membership)
    if standing.questions_missing:
        raise ConflictError(
            "training_not_ready",
            "This step can't begin yet: a lead has to choose"
            f" {in_words({standing.state: standing.questions_missing})}, with an answer each to"
            " compare with.",
        )
    if standing.waits_for != "annotator":
        raise ConflictError(
            "not_your_turn",
            "You have passed the training."
            if standing.state == "qualified"
            else "A lead has to look at your training before you go on.",
        )
    if standing.attempt is not None:
        return standing.attempt
    step = Step(standing.state)
    number = membership.attempts.filter(step=step).count() + 1
    attempt = Attempt.objects.create(membership=membership, step=step, number=number, started_at=at)
    for place, example in enumerate(_questions_for(membership, step)):
        TrainingAnswer.objects.create(
            attempt=attempt,
            example=example,
            author=membership.user,
            number=place,
            created_at=at,
        )
    record_attempt(attempt, "started", at, membership.user)
    return attempt


def _questions_for(membership: Membership, step: Step) -> list[Example]:
    """The step's first questions that the member has not had yet, then those that they have."""
    ready = list(ready_examples(membership.project, step))
    had = set(
        TrainingAnswer.objects.filter(attempt__membership=membership).values_list(
            "example", flat=True
        )
    )
    return sorted(ready, key=lambda example: example.pk in had)[: QUESTIONS[step]]


def record_attempt(
    attempt: Attempt, verb: str, at: datetime, actor: User | None, **details: object
) -> None:
    """Write into the history what happened to an attempt."""
    record_event(
        at=at,
        actor=actor,
        verb=verb,
        subject="training_attempt",
        subject_id=attempt.pk,
        project_id=attempt.membership.project_id,
        details={"step": attempt.step, "number": attempt.number, **details},
    )
