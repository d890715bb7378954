"""What a conflict's response has besides the error."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from annotator.exceptions import ConflictError


@contextmanager
def current_shown_on_conflict(name: str, read_current: Callable[[], Any]) -> Iterator[None]:
    """Put what ``read_current`` gives into a conflict's answer as ``name``, to compare with.

    It is read only then: another tab, or somebody else, has changed it.
    """
    try:
        yield
    except ConflictError as error:
        error.extra[name] = read_current()
        raise
