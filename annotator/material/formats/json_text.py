"""Parsing JSON for every format: no key twice, numbers as they are written, and where it breaks.

jiter does it in one pass, at 180 MB/s (a line of NQ's, 730 kB: 4.0 ms). orjson takes 1.8 ms, but
keeps the last of two equal keys and makes floats of numbers beyond 64 bits.
"""

import json
from collections.abc import Iterator
from typing import Any

import jiter

from annotator.material.formats.broken_json import Spot, explain, last_key
from annotator.material.formats.fields import describe
from annotator.material.formats.problems import Problem
from annotator.material.formats.recognised import UTF8_BOM

_IDS = ("example_id", "id", "title")
_REPEATED = "Detected duplicate key"


class BrokenJsonError(Exception):
    """Broken JSON, or a key that appears twice. ``problem`` has a line, from 1."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(str(problem))


def parse_json(data: bytes, *, may_be_truncated: bool) -> Any:
    """The value that ``data`` holds, UTF-8 with or without a byte order mark.

    A number with a fraction or an exponent is a ``jiter.LosslessFloat``, which knows how it was
    written. ``may_be_truncated``: the file ends with ``data``, without the end of a line.

    Raises ``BrokenJsonError`` with the line within ``data`` and, if possible, the field.
    """
    text = data.removeprefix(UTF8_BOM)
    try:
        return jiter.from_json(
            text,
            allow_inf_nan=False,
            cache_mode="keys",
            catch_duplicate_keys=True,
            float_mode="lossless-float",
        )
    except ValueError as error:
        spot = Spot.of(text, str(error))
        if spot.reason.startswith(_REPEATED):
            raise BrokenJsonError(_repeated(text, spot)) from error
        problem = explain(spot, may_be_truncated=may_be_truncated)
        raise BrokenJsonError(problem) from error


class _Pairs(list[tuple[str, Any]]):
    """The members of an object, none of them lost."""


def _repeated(text: bytes, spot: Spot) -> Problem:
    """JSON allows a key twice, and parsers keep the last: an annotation would be lost."""
    try:
        value = json.loads(text, object_pairs_hook=_Pairs)
        path, key, holder = next(_repetitions(value, "", ""))
    except (ValueError, RecursionError):
        # What follows is broken too.
        path = key = last_key(text[: spot.offset])
        holder = ""
    of = f" of {holder}" if holder else ""
    return Problem(
        f"the key {describe(key)} appears twice in one object{of}",
        "Keep one of the two, or rename one",
        field=path,
        line=spot.line,
    )


def _repetitions(value: Any, path: str, holder: str) -> Iterator[tuple[str, str, str]]:
    """Path and key of each that appears twice, in order, and the id of the example around it."""
    if isinstance(value, _Pairs):
        ids = [f"{key} {each}" for key, each in value if key in _IDS and type(each) in (int, str)]
        holder = ids[0] if ids else holder
        seen: set[str] = set()
        for key, each in value:
            below = f"{path}.{key}" if path else key
            if key in seen:
                yield below, key, holder
            seen.add(key)
            yield from _repetitions(each, below, holder)
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from _repetitions(each, f"{path}[{index}]", holder)
