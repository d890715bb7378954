"""The authors of imported annotations: accounts that nobody can sign in with."""

import re

from django.db import transaction

from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.services import ensure_imported_annotator
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project


def imported_annotator(*, project: Project, position: int) -> User:
    """The author of the annotations at one position (from 0) of a file's arrays.

    Raises ``ConflictError`` when somebody real has that name.
    """
    return ensure_imported_annotator(
        username=f"{project.slug}-imported-{position + 1}",
        display_name=f"Imported annotator {position + 1}",
    )


@transaction.atomic
def discard_unused_annotators(*, project: Project) -> int:
    """Delete the project's imported annotators that own nothing. Returns how many rows went.

    Under the project's lock, which imports hold while they write: one that runs at the same time
    either has its annotations in place already or makes the account again.
    """
    lock_project(project)
    unused = User.objects.filter(
        imported=True,
        username__startswith=f"{project.slug}-imported-",
        username__regex=rf"^{re.escape(project.slug)}-imported-[0-9]+$",
        assignments=None,
        annotations=None,
        memberships=None,
    )
    # By number: a DELETE that joins other tables is refused.
    return User.objects.filter(pk__in=list(unused.values_list("pk", flat=True))).delete()[0]
