"""By which name a viewer sees somebody's work in a project. Decided here and nowhere else."""

import re
from collections.abc import Iterable

from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Membership, Project, Role


def sees_names(role: str | None) -> bool:
    """Whether ``role`` may know who somebody is: leads, and administrators, who count as such."""
    return role == Role.LEAD


def names_of(*, project: Project, viewer_role: str | None, users: Iterable[User]) -> dict[int, str]:
    """The name of each of ``users`` for a viewer with ``viewer_role``, by the user's id.

    Leads see a person's display name, or the name they sign in with if they have no other.
    Everybody else sees the pseudonym, and so do leads once the person is erased. Annotators that
    came with an import or a simulation are only numbers, so everybody sees their names.
    """
    names, hidden = {}, []
    for user in users:
        if sees_names(viewer_role) and user.erased_at is None:
            names[user.pk] = str(user)
        elif user.imported:
            names[user.pk] = user.display_name
        else:
            hidden.append(user.pk)
    pseudonyms = pseudonyms_of(project=project, user_ids=hidden) if hidden else {}
    return names | {pk: pseudonyms.get(pk, "Not a member") for pk in hidden}


def name_of_member(member: Membership) -> str:
    """The name by which leads see a member."""
    return str(member.user) if member.user.erased_at is None else member.pseudonym


def by_name(members: Iterable[Membership]) -> list[Membership]:
    """Members in the order of the names by which leads see them."""
    return sorted(members, key=lambda member: natural_key(name_of_member(member)))


def natural_key(name: str) -> tuple[list[tuple[int, str]], str]:
    """A sort key that people expect: ``Annotator 2`` before ``Annotator 10``, case ignored."""
    parts = re.split(r"(\d+)", name.casefold())
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts], name


def pseudonyms_of(*, project: Project, user_ids: Iterable[int]) -> dict[int, str]:
    """The pseudonyms of those of ``user_ids`` who are or were members, by the user's id."""
    members = Membership.objects.filter(project=project, user__in=user_ids)
    return dict(members.values_list("user_id", "pseudonym"))
