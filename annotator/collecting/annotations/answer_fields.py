"""A field of an answer, declared once for everything that handles answers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

Read = Callable[[Any], Any]
"""Reads the row of an answer."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some choices, as Django has them; ``blank``: or "", ``null``: null until then."""

    choices: Sequence[Any]
    blank: bool = False
    null: bool = False


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from ``least`` to ``most``, or null."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Truth:
    """Yes or no."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text of at most ``longest`` characters."""

    longest: int


@dataclass(frozen=True, slots=True)
class Structure:
    """Something else, such as a list of spans: the API knows its shapes by the field's name."""


Value = Choice | Whole | Truth | Text | Structure


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerField:
    """One field of an answer; ``name`` is that in JSON.

    ``columns``: those of the answer's row that hold it, all of which its annotator gets in a copy
    of their data; ``derived``: those that can be told from these, and so are not in it. The text in
    them stays when its annotator is erased: exports carry it, and the database refuses changes.

    ``default``: what an answer says that leaves the field out, and a draft before it is decided.
    With ``is_required``, an answer that is submitted must have it.

    The rest read a row; None where the field isn't there. ``submitted``: as somebody submits it,
    ``drafted``: as it stands in the draft of a revision, ``shown``: to everybody who sees the
    answer, ``exported``: in the file of the history, there by ``exported_as`` unless by its name.

    ``copied``: what else of the field its annotator gets, from other tables.

    ``in_training``: whether answers in training have it. ``stays``: whether a lead's revision
    leaves it as it was, since it tells how the annotator worked. ``help``: of what is submitted,
    ``shown_help``: of what is shown, for readers of the API.
    """

    name: str
    value: Value
    columns: tuple[str, ...] = ()
    derived: tuple[str, ...] = ()
    default: Any = None
    is_required: bool = False
    submitted: Read | None = None
    drafted: Read | None = None
    shown: Read | None = None
    exported: Read | None = None
    exported_as: str = ""
    copied: Read | None = None
    in_training: bool = True
    stays: bool = False
    help: str | None = None
    shown_help: str | None = None


def column(name: str, value: Value, *, of: str = "", **options: Any) -> AnswerField:
    """A field that is one column (``of``, unless it has the field's name), and read as it is."""
    read = attrgetter(of or name)
    reads = dict.fromkeys(("submitted", "drafted", "shown", "exported"), read)
    return AnswerField(name=name, value=value, columns=(of or name,), **(reads | options))


def read_as(place: str, fields: Iterable[AnswerField], row: Any) -> dict[str, Any]:
    """The fields of a row in a ``place``: ``submitted``, ``drafted``, ``shown`` or ``exported``."""
    found = ((field, getattr(field, place)) for field in fields)
    return {field.name: read(row) for field, read in found if read is not None}


def exported(fields: Iterable[AnswerField], row: Any) -> dict[str, Any]:
    """The fields of a row in the file of the history."""
    names = {field.name: field.exported_as or field.name for field in fields}
    return {names[name]: value for name, value in read_as("exported", fields, row).items()}


def stored_draft(fields: Iterable[AnswerField], stored: Mapping[str, Any]) -> dict[str, Any]:
    """A draft as it was stored; a field that is younger than the draft has its default."""
    drafted = (field for field in fields if field.drafted is not None)
    return {field.name: stored.get(field.name, field.default) for field in drafted}
