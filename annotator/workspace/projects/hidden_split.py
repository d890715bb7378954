"""Which split of a project is hidden, and from whom."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from annotator.exceptions import NotAllowedError
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Membership, Project
from annotator.workspace.projects.queries import stewards, stewards_of


def names_hidden_split(project: Project, splits: Sequence[str]) -> bool:
    """Whether ``splits`` name the project's hidden split, which is for stewards alone."""
    return project.hidden_split != "" and project.hidden_split in splits


def sees_hidden_split(*, user: User, project: Project) -> bool:
    """Whether nothing of the project is hidden from ``user``: no split is, or they are a steward.

    Administrators need the right as everybody does.
    """
    return not project.hidden_split or stewards_of(project).filter(user=user).exists()


def stewarded_by(user: User) -> "QuerySet[Membership, Any]":
    """The keys of the projects whose hidden split ``user`` sees, to be asked within a query."""
    return stewards().filter(user=user).values("project")


def is_hidden_from(
    user: User | None,
    project: Project,
    splits: Sequence[str],
    *,
    asked_at: datetime | None = None,
) -> bool:
    """Whether ``splits`` name the hidden split and ``user`` doesn't see it. Nothing is hidden from
    None, a command of the operator.

    What was ``asked_at`` a time was allowed then, to a steward or as a submission, unless the split
    was hidden after it.
    """
    if user is None or not names_hidden_split(project, splits):
        return False
    since = project.hidden_since
    if asked_at is not None and (since is None or asked_at >= since):
        return False
    return not sees_hidden_split(user=user, project=project)


def refuse_hidden(user: User | None, project: Project, splits: Sequence[str], why: str) -> None:
    """Raise ``NotAllowedError``, which says ``why``, where ``splits`` are hidden from ``user``."""
    if is_hidden_from(user, project, splits):
        raise NotAllowedError("permission_denied", why)
