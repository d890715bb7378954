"""Helping somebody who has lost their second factor."""

from datetime import datetime

from django.db import transaction

from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.second_factor import remove_second_factor
from annotator.workspace.accounts.sessions import end_sessions
from annotator.workspace.history.services import record_event


@transaction.atomic
def clear_second_factor(*, user: User, at: datetime, actor: User | None) -> bool:
    """Take somebody's second factor away, and end their sessions; whether there was one.

    Somebody who found the lost device may be signed in with it. ``actor`` is who did it, None for a
    command on the server. It is recorded.
    """
    if not remove_second_factor(user=user):
        return False
    end_sessions(user=user)
    record_event(
        at=at,
        actor=actor,
        verb="second_factor_cleared",
        subject="account",
        subject_id=user.pk,
    )
    return True
