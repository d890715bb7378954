"""The splits to which a caller limits a file."""

from collections.abc import Sequence

from rest_framework.exceptions import PermissionDenied

from annotator.exceptions import InvalidInputError
from annotator.material.corpus.split_names import flaw_of_new_split
from annotator.material.corpus.splits import flaw_of_splits, names_hidden_split
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.queries import sees_hidden_split


def check_still_shown(project: Project, split: str, user: User, *, refusal: str) -> None:
    """Raise ``PermissionDenied`` if a split is hidden from ``user`` by now, saying ``refusal``.

    Call it in the transaction that creates the job. No split is hidden before that has ended, so
    the job knows by its time what was hidden after it.
    """
    project = lock_project(project)
    if names_hidden_split(project, [split]) and not sees_hidden_split(user=user, project=project):
        raise PermissionDenied(refusal)


def check_new_split(project: Project, split: str, *, sees_hidden: bool) -> None:
    """Raise ``PermissionDenied`` where new examples would be hidden from the caller at once,
    ``InvalidInputError`` (``misspelt_split``) where the project spells the split differently.
    """
    if names_hidden_split(project, [split]) and not sees_hidden:
        raise PermissionDenied("Only stewards may import into the hidden split.")
    if flaw := flaw_of_new_split(project, split):
        raise InvalidInputError("misspelt_split", flaw, fields={"split": flaw})


def check_chosen_splits(
    project: Project, splits: Sequence[str], user: User, *, field: str = "split"
) -> None:
    """Raise ``PermissionDenied`` where the hidden split is not for ``user``, ``InvalidInputError``
    (``unknown_split``) for a split that the project doesn't have.
    """
    named = names_hidden_split(project, splits)
    if named and not sees_hidden_split(user=user, project=project):
        raise PermissionDenied("Only stewards may export the hidden split.")
    if flaw := flaw_of_splits(project, splits):
        raise InvalidInputError("unknown_split", flaw, fields={field: flaw})
