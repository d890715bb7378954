"""Numbers that are taken as they are."""

from typing import Any

from rest_framework import serializers


class StrictIntegerField(serializers.IntegerField):
    """A JSON number without a fraction: no strings, no booleans."""

    def to_internal_value(self, data: Any) -> int:
        """Refuse what DRF would quietly convert."""
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return super().to_internal_value(data)
