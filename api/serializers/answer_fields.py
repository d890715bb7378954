"""Serializer fields of what a kind declares of its answers: see ``AnswerField``."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rest_framework import serializers
from rest_framework.fields import empty

from annotator.collecting.annotations.answer_fields import AnswerField, Choice, Text, Truth, Whole
from api.serializers.numbers import StrictIntegerField
from api.serializers.output import reading

Field = serializers.Field[Any, Any, Any, Any]
Fields = dict[str, Field]


@dataclass(frozen=True, kw_only=True)
class Shapes:
    """Makes the fields of a ``Structure``: submitted and in drafts, of a stored draft, shown."""

    taken: Callable[..., Field] | None = None
    stored: Callable[..., Field] | None = None
    shown: Callable[..., Field] | None = None


Structures = Mapping[str, Shapes]


def taken(fields: Iterable[AnswerField], structures: Structures) -> Fields:
    """Of an answer that is submitted."""
    return {
        each.name: _taken(each, structures, required=each.is_required)
        for each in fields
        if each.submitted
    }


def drafted(fields: Iterable[AnswerField], structures: Structures) -> Fields:
    """Of an answer so far. A choice may be open; a text may be empty, but is there."""
    return {
        each.name: _taken(
            each, structures, required=each.is_required and isinstance(each.value, Text)
        )
        for each in fields
        if each.drafted
    }


def stored(fields: Iterable[AnswerField], structures: Structures) -> Fields:
    """Of a stored draft."""
    return {
        each.name: _given(each, structures.get(each.name, Shapes()).stored)
        for each in fields
        if each.drafted
    }


def read_from(row: str, fields: Iterable[AnswerField], own: Fields) -> Fields:
    """``own`` fields of a submitted answer, read from this row of an annotation."""
    for each in fields:
        if each.name in own and each.shown:
            own[each.name] = reading(own[each.name], _reader(row, each.shown))
    return own


def _reader(row: str, read: Callable[[Any], object]) -> Callable[[object, object], object]:
    return lambda _shape, annotation: read(getattr(annotation, row))


def shown(fields: Iterable[AnswerField], structures: Structures) -> Fields:
    """Of a submitted answer."""
    return {
        each.name: _given(
            each, structures.get(each.name, Shapes()).shown, help_text=each.shown_help
        )
        for each in fields
        if each.shown
    }


def after(own: Fields, name: str, added: Fields) -> Fields:
    """``own`` with ``added`` after the field ``name``: the order that readers see."""
    names = list(own)
    place = names.index(name) + 1
    order = (*names[:place], *added, *names[place:])
    return {each: own[each] if each in own else added[each] for each in order}


def _taken(each: AnswerField, structures: Structures, *, required: bool) -> Field:
    shapes = structures.get(each.name)
    if shapes is not None and shapes.taken is not None:
        return shapes.taken(help_text=each.help)
    options: dict[str, Any] = {
        "default": empty if required else each.default,
        "help_text": each.help,
    }
    match each.value:
        case Whole(least, most):
            options |= {"min_value": least, "max_value": most}
            return StrictIntegerField(allow_null=True, **options)
        case Choice(choices, blank, null):
            null = null and not required
            return serializers.ChoiceField(choices, allow_blank=blank, allow_null=null, **options)
        case Truth():
            return serializers.BooleanField(**options)
        case Text(longest):
            return serializers.CharField(
                allow_blank=True, max_length=longest, trim_whitespace=False, **options
            )
    raise LookupError(f"no shape of {each.name}")


def _given(each: AnswerField, make: Callable[..., Field] | None, **options: Any) -> Field:
    if make is not None:
        return make(**options)
    match each.value:
        case Whole():
            return serializers.IntegerField(allow_null=True, **options)
        case Choice(choices, blank, null):
            return serializers.ChoiceField(choices, allow_blank=blank, allow_null=null, **options)
        case Truth():
            return serializers.BooleanField(**options)
        case Text():
            return serializers.CharField(allow_blank=True, **options)
    raise LookupError(f"no shape of {each.name}")
