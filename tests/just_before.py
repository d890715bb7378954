"""What happens at the worst moment: between two statements of a function that is under way."""

import pkgutil
from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest


def just_before(monkeypatch: pytest.MonkeyPatch, target: str, act: Callable[..., object]) -> None:
    """Let ``act`` happen just before each call of ``target``, a dotted name, which then goes on.

    ``act`` gets what ``target`` gets. What it raises ends the call, as a kill would.
    """
    whole = pkgutil.resolve_name(target)

    @wraps(whole)
    def called(*given: Any, **named: Any) -> Any:
        act(*given, **named)
        return whole(*given, **named)

    monkeypatch.setattr(target, called)
