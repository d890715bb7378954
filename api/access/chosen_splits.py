"""The splits to which a caller limits a file."""

from collections.abc import Sequence

from annotator.exceptions import InvalidInputError
from annotator.material.corpus.split_names import flaw_of_new_split
from annotator.material.corpus.splits import flaw_of_splits
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.hidden_split import (
    refuse_hidden,
)
from annotator.workspace.projects.models import Project


def check_new_split(project: Project, split: str, user: User) -> None:
    """Raise ``NotAllowedError`` where new examples would be hidden from ``user`` at once,
    ``InvalidInputError`` (``misspelt_split``) where the project spells the split differently.
    """
    refuse_hidden(user, project, [split], "Only stewards may import into the hidden split.")
    if flaw := flaw_of_new_split(project, split):
        raise InvalidInputError("misspelt_split", flaw, fields={"split": flaw})


def check_chosen_splits(
    project: Project, splits: Sequence[str], user: User, *, field: str = "split"
) -> None:
    """Raise ``NotAllowedError`` where the hidden split is not for ``user``, ``InvalidInputError``
    (``unknown_split``) for a split that the project doesn't have.
    """
    refuse_hidden(user, project, splits, "Only stewards may export the hidden split.")
    if flaw := flaw_of_splits(project, splits):
        raise InvalidInputError("unknown_split", flaw, fields={field: flaw})
