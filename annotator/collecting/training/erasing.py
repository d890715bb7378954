"""Erasing the personal part of a person's training."""

from annotator.collecting.training.models import Attempt, Decision, InPersonSession
from annotator.workspace.accounts.models import User


def forget_training_of(user: User) -> None:
    """Delete somebody's answers in training, with their grades, and notes about them.

    Their acceptance, with time and lead, stays under the pseudonym and without a note; so do the
    references that they wrote for others.
    """
    own = {"membership__user": user}
    Decision.objects.filter(**own).exclude(note="").update(note="")
    Attempt.objects.filter(**own).delete()
    InPersonSession.objects.filter(**own).delete()
