"""Saved views of a project's tables. Each belongs to a person, and nobody else sees it."""

from django.db import transaction

from annotator.exceptions import ConflictError
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project, SavedView

TABLES = ("examples", "annotations", "members", "history", "statistics/people")
MOST = 50
"""Of a person in a project: as a list, they are all shown at once."""


@transaction.atomic
def save_view(*, project: Project, owner: User, table: str, name: str, query: str) -> SavedView:
    """Save the ``query`` under a name; one of the same name is replaced. Raises ``ConflictError``
    for one too many.
    """
    User.objects.select_for_update(no_key=True).get(pk=owner.pk)
    own = SavedView.objects.filter(project=project, owner=owner)
    if own.count() >= MOST and not own.filter(table=table, name=name).exists():
        raise ConflictError(
            "too_many_views", f"You have {MOST} saved views in this project. Delete one first."
        )
    view, _ = SavedView.objects.update_or_create(
        project=project, owner=owner, table=table, name=name, defaults={"query": query}
    )
    return view


def delete_view(*, project: Project, owner: User, view_id: int) -> bool:
    """Delete the owner's view; whether there was one."""
    deleted, _ = SavedView.objects.filter(project=project, owner=owner, pk=view_id).delete()
    return deleted > 0
