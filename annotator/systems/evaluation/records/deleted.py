"""What restoring a system or an encoder asks."""

from collections.abc import Collection
from typing import TypeVar

from annotator.exceptions import ConflictError, NotFoundError
from annotator.foundation.names.naming import spelling_among
from annotator.systems.evaluation.models import Deletable

Kept = TypeVar("Kept", bound=Deletable)


def found_in_bin(model: type[Kept], pk: int) -> Kept:
    """The row as it is now, deleted or not; raises ``NotFoundError`` for one that is erased."""
    found = model._base_manager.filter(pk=pk).first()
    if found is None:
        raise NotFoundError("not_found", "Its days in the bin are over: it is erased.")
    return found


def refuse_taken(names: Collection[str], name: str) -> None:
    """Raise ``ConflictError`` where another one is called ``name`` by now, however written."""
    if known := spelling_among(names, name):
        raise ConflictError(
            "name_taken", f"Another one is called {known} by now. Delete that one first."
        )
