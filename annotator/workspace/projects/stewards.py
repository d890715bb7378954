"""Who sees a project's hidden split."""

from datetime import datetime

from django.db import transaction

from annotator.exceptions import ConflictError
from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_event
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Membership, Project
from annotator.workspace.projects.queries import leads_of, stewards_of


@transaction.atomic
def set_steward(
    *, membership: Membership, is_steward: bool, at: datetime, actor: User | None
) -> Membership:
    """Give an active lead the right to see the hidden split, or take it.

    Raises ``ConflictError`` for somebody else than a lead, where no split is hidden, and for the
    last steward.
    """
    project = lock_project(membership.project_id)
    membership = Membership.objects.select_for_update(no_key=True).get(pk=membership.pk)
    if membership.is_steward == is_steward:
        return membership
    if is_steward and not project.hidden_split:
        raise ConflictError("nothing_hidden", "No split of this project is hidden.")
    if is_steward and not leads_of(project).filter(pk=membership.pk).exists():
        raise ConflictError("not_a_lead", "Only leads can be stewards. Make this person one first.")
    if not is_steward:
        refuse_last_steward(membership, project)
    membership.is_steward = is_steward
    membership.save(update_fields=["is_steward"])
    record_event(
        at=at,
        actor=actor,
        verb="changed",
        subject="steward",
        subject_id=membership.pk,
        project_id=project.pk,
        details={"user": membership.user.username, "is_steward": is_steward},
    )
    return membership


def refuse_last_steward(membership: Membership, project: Project) -> None:
    """Raise ``ConflictError`` if nobody else would see the hidden split."""
    if project.hidden_split and not stewards_of(project).exclude(pk=membership.pk).exists():
        raise ConflictError(
            "last_steward", "The hidden split needs a steward: name another one first."
        )
