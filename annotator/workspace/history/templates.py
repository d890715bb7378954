"""Sentences with named fields, filled from an event's details."""

import string
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Details: TypeAlias = Mapping[str, Any]
Sentence: TypeAlias = "str | Callable[[Details], str]"
"""A template, or what makes the sentence of the details."""


def fill(template: str, details: Details) -> str:
    """The sentence of a template.

    Fields that older events lack are empty, or 0 where something is counted. After a colon: `one`
    counts from 1 what the event counts from 0, `%` is a share, `,` a large number, `names` the
    names of parts, `or somebody` what stands for a text that is missing. Any other word is a noun
    that is counted.

    >>> fill("gave {user:or somebody} {number:answer} ({share:%})", {"number": 1, "share": 0.5})
    'gave somebody 1 answer (50%)'
    """
    return "".join(
        before if name is None else before + _field(details.get(name), form or "")
        for before, name, form, _ in string.Formatter().parse(template)
    )


def _field(value: object, form: str) -> str:
    if form == "" or form.startswith("or "):
        return shown(value, "") or form.removeprefix("or ")
    if form == "names":
        return ", ".join(each["name"] for each in value) if isinstance(value, list) else ""
    number = value if isinstance(value, (int, float)) else 0
    written = {"one": f"{number + 1}", "%": _percent(number), ",": f"{number:,}"}
    return written.get(form) or f"{number:,} {form}{'' if number == 1 else 's'}"


def either(name: str, values: tuple[object, ...], yes: str, no: str) -> Callable[[Details], str]:
    """The sentence ``yes`` where the detail has one of these values, else ``no``."""
    return lambda details: fill(yes if details.get(name) in values else no, details)


def shown(value: object, nothing: str = "–") -> str:
    """A text or a number; anything else is ``nothing``."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    is_shown = isinstance(value, (str, int, float)) and not isinstance(value, bool)
    return str(value) if is_shown else nothing


def _percent(share: float) -> str:
    """A share as whole per cent; a little and nearly all never read as none and all."""
    is_part = 0 < share < 1
    return "<1%" if is_part and share * 100 < 1 else f"{min(round(share * 100), 100 - is_part)}%"
