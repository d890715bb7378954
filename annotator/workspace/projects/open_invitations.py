"""Ending invitations that can still be accepted."""

from datetime import datetime

from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_event
from annotator.workspace.projects.models import Invitation, InvitationState


def revoke_open_invitations(
    *, project_id: int, maker: User, at: datetime, actor: User | None
) -> int:
    """End the invitations of ``maker`` that are open; how many there were.

    Called with the project locked, in the transaction that takes the lead's part away.
    """
    made = Invitation.objects.select_for_update().filter(
        project=project_id, created_by=maker, revoked_at__isnull=True
    )
    still_open = [each for each in made.order_by("pk") if each.state(at=at) == InvitationState.OPEN]
    for invitation in still_open:
        end_invitation(invitation, at=at, actor=actor)
    return len(still_open)


def end_invitation(invitation: Invitation, *, at: datetime, actor: User | None) -> None:
    """Revoke an open invitation, which the caller has locked."""
    invitation.revoked_at = at
    invitation.save(update_fields=["revoked_at"])
    record_invitation(invitation, "revoked", at=at, actor=actor)


def record_invitation(
    invitation: Invitation, verb: str, *, at: datetime, actor: User | None, **details: object
) -> None:
    """Keep on record what happened to an invitation."""
    record_event(
        at=at,
        actor=actor,
        verb=verb,
        subject="invitation",
        subject_id=invitation.pk,
        project_id=invitation.project_id,
        details=details,
    )
