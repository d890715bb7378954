"""A shape of the API's answers: declared once, and read from the object that it shows."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeVar

from rest_framework import serializers

Thing = TypeVar("Thing")
Shape = TypeVar("Shape")
AnyField: TypeAlias = "serializers.Field[Any, Any, Any, Any]"

READER = "read_by"


class Output(serializers.Serializer[Thing]):
    """Shows a ``Thing``. A field reads the attribute or the key of its name, or of its ``source``,
    whose dots end at the first None; a field declared by ``reads``, or given a reader by
    ``reading``, calls that. None is an
    empty text where the field may be blank and not null.

    What else the shape depends on, such as the caller and the time, is in ``context``. Raises
    ``AttributeError`` or ``KeyError`` for what the thing doesn't have: DRF's own reading would show
    null.
    """

    def to_representation(self, instance: Thing) -> dict[str, Any]:
        """The object as JSON has it."""
        shown = {}
        for name, field in self.fields.items():
            reader = getattr(self._declared_fields.get(name, field), READER, None)
            value = reader(self, instance) if reader else _value(instance, field.source_attrs)
            shown[name] = _nothing(field) if value is None else field.to_representation(value)
        return shown


class JSONOutput(serializers.Serializer[Mapping[str, Any]]):
    """Shows JSON that is there already: stored, perhaps by an earlier version, or an assignment's.

    DRF reads it, so what it lacks is null, or left out where the field isn't required.
    """


def reads(field: AnyField) -> Callable[[Callable[[Shape, Thing], object]], AnyField]:
    """Declare ``field`` under the method's name, with what the method returns for the thing."""

    def declare(reader: Callable[[Shape, Thing], object]) -> AnyField:
        return reading(field, reader)

    return declare


def reading(field: AnyField, reader: Callable[[Shape, Thing], object]) -> AnyField:
    """The ``field`` with a reader, for ``get_fields``."""
    setattr(field, READER, reader)
    return field


def _value(thing: Any, names: list[str]) -> Any:
    for name in names:
        if thing is None:
            return None
        thing = thing[name] if isinstance(thing, Mapping) else getattr(thing, name)
    return thing


def _nothing(field: AnyField) -> str | None:
    return "" if getattr(field, "allow_blank", False) and not field.allow_null else None
