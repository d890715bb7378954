"""By which name a viewer sees somebody's work in a project. Decided here and nowhere else."""

from collections.abc import Iterable

from annotator.accounts.models import User
from annotator.projects.models import Membership, Project, Role


def sees_names(role: str | None) -> bool:
    """Whether ``role`` may know who somebody is: leads, and administrators, who count as such."""
    return role == Role.LEAD


def names_of(*, project: Project, viewer_role: str | None, users: Iterable[User]) -> dict[int, str]:
    """The name of each of ``users`` for a viewer with ``viewer_role``, by the user's id.

    Leads get the name that somebody signs in with, everybody else the pseudonym. Who was erased
    has no other name than the pseudonym. An annotator that an import or a simulation brought along
    is a number: everybody may see which.
    """
    names, hidden = {}, []
    for user in users:
        if sees_names(viewer_role) and user.erased_at is None:
            names[user.pk] = user.username
        elif user.imported:
            names[user.pk] = user.display_name
        else:
            hidden.append(user.pk)
    pseudonyms = pseudonyms_of(project=project, user_ids=hidden) if hidden else {}
    return names | {pk: pseudonyms.get(pk, "Not a member") for pk in hidden}


def pseudonyms_of(*, project: Project, user_ids: Iterable[int]) -> dict[int, str]:
    """The pseudonyms of those of ``user_ids`` who are or were members, by the user's id."""
    members = Membership.objects.filter(project=project, user__in=user_ids)
    return dict(members.values_list("user_id", "pseudonym"))
