"""Whether something slow is done while a transaction keeps others from writing."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest
from django.db import connection


def depths_of_calls(
    monkeypatch: pytest.MonkeyPatch, place: Any, name: str
) -> tuple[list[int], int]:
    """How many transactions are open in each call of ``place.name``, and how many are open now."""
    found: list[int] = []
    called: Callable[..., Any] = getattr(place, name)

    @wraps(called)
    def watched(*arguments: Any, **options: Any) -> Any:
        found.append(_depth())
        return called(*arguments, **options)

    monkeypatch.setattr(place, name, watched)
    return found, _depth()


def _depth() -> int:
    return len(connection.savepoint_ids) + connection.in_atomic_block
