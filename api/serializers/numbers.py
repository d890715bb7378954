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


class VersionField(StrictIntegerField):
    """The version of a draft that was read. The next one, too, fits in a column of 32 bits."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0, max_value=2**31 - 2, **options)
