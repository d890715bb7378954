"""The accounts of simulated annotators: nobody can sign in with them, and nobody is behind them."""

from datetime import datetime

from django.db import transaction

from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.services import ensure_imported_annotator
from annotator.workspace.projects.models import Membership, Project, Role
from annotator.workspace.projects.services import add_member


@transaction.atomic
def simulated_annotators(
    *, project: Project, number: int, at: datetime, actor: User | None
) -> list[User]:
    """The project's simulated annotators ``SLUG-simulated-1`` and so on; made where missing.

    They are members with pseudonyms as all others. Raises ``ConflictError`` when somebody real has
    such a name.
    """
    people = [
        ensure_imported_annotator(
            username=f"{project.slug}-simulated-{position}",
            display_name=f"Simulated annotator {position}",
        )
        for position in range(1, number + 1)
    ]
    members = set(
        Membership.objects.filter(project=project, user__in=people).values_list("user", flat=True)
    )
    for user in people:
        if user.pk not in members:
            add_member(project=project, user=user, role=Role.ANNOTATOR, at=at, actor=actor)
    return people
