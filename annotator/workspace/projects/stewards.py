"""Who sees a project's hidden split."""

from datetime import datetime

from annotator.exceptions import ConflictError
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.changing import ProjectChange, changing
from annotator.workspace.projects.models import Membership, Project
from annotator.workspace.projects.queries import leads_of, stewards_of


def set_steward(
    *, membership: Membership, is_steward: bool, at: datetime, actor: User | None
) -> Membership:
    """Give an active lead the right to see the hidden split, or take it.

    Raises ``ConflictError`` for somebody else than a lead, where no split is hidden, and for the
    last steward.
    """
    with changing(membership.project_id, at=at, actor=actor) as change:
        membership = Membership.objects.select_for_update(no_key=True).get(pk=membership.pk)
        if membership.is_steward != is_steward:
            _set_steward(change, membership, is_steward=is_steward)
    return membership


def _set_steward(change: ProjectChange, membership: Membership, *, is_steward: bool) -> None:
    project = change.project
    if is_steward and not project.hidden_split:
        raise ConflictError("nothing_hidden", "No split of this project is hidden.")
    if is_steward and not leads_of(project).filter(pk=membership.pk).exists():
        raise ConflictError("not_a_lead", "Only leads can be stewards. Make this person one first.")
    if not is_steward:
        refuse_last_steward(membership, project)
    membership.is_steward = is_steward
    membership.save(update_fields=["is_steward"])
    details = {"user": membership.user.username, "is_steward": is_steward}
    change.record("changed", "steward", membership.pk, **details)


def refuse_last_steward(membership: Membership, project: Project) -> None:
    """Raise ``ConflictError`` if nobody else would see the hidden split."""
    if project.hidden_split and not stewards_of(project).exclude(pk=membership.pk).exists():
        raise ConflictError(
            "last_steward", "The hidden split needs a steward: name another one first."
        )
