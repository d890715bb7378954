"""Input that has nothing but the fields of its serializer."""

from typing import Any

from rest_framework import serializers

from api.requests.validation import unknown_in


class StrictInput(serializers.Serializer[Any]):
    """Refuses fields that it doesn't have: a misspelt option would change nothing, unnoticed."""

    def to_internal_value(self, data: Any) -> Any:
        """The fields' values; what was sent is kept, since a nested serializer knows it no more."""
        self._sent = data
        return super().to_internal_value(data)

    def unknown_fields(self) -> dict[str, str]:
        """A sentence for each field that was sent and isn't one of the serializer's."""
        return unknown_in(self._sent, self.fields)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """The same values; raises ``ValidationError`` for unknown fields."""
        if problems := self.unknown_fields():
            raise serializers.ValidationError(problems)
        return attrs
