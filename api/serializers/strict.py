"""Input that has nothing but the fields of its serializer."""

from typing import Any

from rest_framework import serializers


class StrictInput(serializers.Serializer[Any]):
    """Refuses fields that it doesn't have: a misspelt option would change nothing, unnoticed."""

    def unknown_fields(self) -> dict[str, str]:
        """A sentence for each field that was sent and isn't one of the serializer's."""
        return {
            name: "There is no such option. Check its spelling."
            for name in self.initial_data
            if name not in self.fields
        }

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """The same values; raises ``ValidationError`` for unknown fields."""
        if problems := self.unknown_fields():
            raise serializers.ValidationError(problems)
        return attrs
