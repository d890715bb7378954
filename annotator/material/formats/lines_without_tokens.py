"""The object of a line of Natural Questions' original format, without ``document_tokens``.

Scoring needs the annotations alone, and the tokens are most of what such a line costs. They are
still checked, so that exactly those lines are refused that ``parse_object`` refuses, in its words.
It takes 0.6 of that time where tokens are written without spaces and escapes, and otherwise as
long.
"""

from typing import Any

import orjson

from annotator.material.formats.lines import Line, parse_object
from annotator.material.formats.problems import FormatError

_BEGINNING = b'"document_tokens":['
_IN_THEIR_PLACE = b'[{"":0}]'
_ESCAPES = {rb"\u003c": b"<", rb"\u003e": b">", rb"\u0026": b"&"}
"""Characters that some programs write so in all their JSON, as it may end up in HTML."""


def parse_without_tokens(line: Line) -> dict[str, Any]:
    """What ``parse_object`` returns, or the same with another token in the place of all.

    Raises what ``parse_object`` raises.
    """
    data = line.data
    start = data.find(_BEGINNING) + len(_BEGINNING) - 1
    end = data.find(b"}]", start) + len(b"}]")
    if start < len(_BEGINNING) or not _is_plain(data[start:end]):
        return parse_object(line)
    rest = Line(line.number, data[:start] + _IN_THEIR_PLACE + data[end:], line.is_open)
    try:
        return parse_object(rest)
    except FormatError:
        # Places in the line are those of the whole one.
        return parse_object(line)


def _is_plain(array: bytes) -> bool:
    """Whether nothing can be wrong with the tokens: an array of objects without nesting, written
    as orjson writes it.

    An array that is valid by itself is a whole value, so another one in its place, nested as
    deeply, leaves the rest of the line as valid, or as broken, as it was. orjson refuses what jiter
    refuses, apart from deep nesting, keys that appear twice and numbers beyond 64 bits. With
    one of the latter two it writes something else than it has read.
    """
    if b":[" in array or b":{" in array:
        return False
    try:
        written = orjson.dumps(orjson.loads(array))
    except orjson.JSONDecodeError:
        return False
    if rb"\u00" in array:
        # Behind another backslash it isn't an escape; then what follows isn't JSON, and not equal.
        for escape, character in _ESCAPES.items():
            array = array.replace(escape, character)
    return array == written
