"""A cache that remembers short arguments only: pages carry images and styles of any length."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import ParamSpec, TypeVar

_P = ParamSpec("_P")
_R = TypeVar("_R")

LONGEST = 1024
"""Characters or bytes of an argument up to which a call is remembered."""


def cache_short(maxsize: int) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """``lru_cache`` for functions of strings, with at most ``maxsize`` × ``LONGEST`` bytes held."""

    def _decorate(function: Callable[_P, _R]) -> Callable[_P, _R]:
        cached = lru_cache(maxsize)(function)

        @wraps(function)
        def _call(*args: _P.args, **kwargs: _P.kwargs) -> _R:
            for argument in args:
                if isinstance(argument, (str, bytes)) and len(argument) > LONGEST:
                    return function(*args, **kwargs)
            return cached(*args, **kwargs)  # type: ignore[arg-type]

        return _call

    return _decorate
