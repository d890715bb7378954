"""What has one shape for each kind of project: unions, in the schema as in the client's types."""

from collections.abc import Mapping
from typing import Any, ClassVar

from drf_spectacular.extensions import OpenApiSerializerExtension
from rest_framework import serializers

from annotator.workspace.projects.kinds import ROOMS, part_of
from api.serializers.reading import read_body

Shape = type[serializers.Serializer[Any]]


def shape_of(kind: str, name: str) -> Shape:
    """A shape as a kind has it, from the part ``shapes`` of its room in ``api.kinds``."""
    found: Shape = getattr(part_of(kind, "shapes", of="api"), name)
    return found


def shapes_of(name: str) -> Mapping[str, Shape]:
    """The same of every kind."""
    return {kind: shape_of(kind, name) for kind in ROOMS}


class ShownByKind(serializers.Serializer[Any]):
    """Something of any project; its ``kind`` says which shape it has: the rooms' ``shape``."""

    shape: ClassVar[str]

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """The shape of its kind."""
        shape = shape_of(self.kind_of(instance), self.shape)
        return shape(context=self.context).to_representation(instance)

    def kind_of(self, instance: Any) -> str:
        """What a dict says of itself."""
        kind: str = instance["kind"]
        return kind


class TakenByKind(serializers.Serializer[Any]):
    """A body whose shape goes by the kind of the project that it is sent to: its ``shape``."""

    shape: ClassVar[str]

    @classmethod
    def read(cls, kind: str, body: Any) -> dict[str, Any]:
        """The body of a request to a project of ``kind``; raises ``ValidationError``."""
        return read_body(shape_of(kind, cls.shape), body)

    def to_internal_value(self, data: Any) -> Any:
        """As a part of another body it stays as it was sent, for ``read``."""
        return data


class ShownByKindSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """One of the shapes, distinguished by ``kind``."""

    target_class = ShownByKind
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        """A discriminated union."""
        references = _references(self.target, auto_schema, direction)
        return {
            "oneOf": list(references.values()),
            "discriminator": {
                "propertyName": "kind",
                "mapping": {kind: reference["$ref"] for kind, reference in references.items()},
            },
        }


class TakenByKindSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Any of the shapes. A small body may fit more than one of them, so it is not *one* of them."""

    target_class = TakenByKind
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        """A union whose choice the address makes."""
        return {"anyOf": list(_references(self.target, auto_schema, direction).values())}


def _references(target: Any, auto_schema: Any, direction: Any) -> dict[str, dict[str, str]]:
    return {
        str(kind): auto_schema.resolve_serializer(shape(), direction).ref
        for kind, shape in shapes_of(target.shape).items()
    }
