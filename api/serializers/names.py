"""Names of people in answers."""

from typing import Any

from rest_framework import serializers


class NameField(serializers.CharField):
    """The name by which the caller knows somebody, of the person's key: from ``names`` in the
    context (``names_of``). Null for nobody, and for those who have no name there.
    """

    def __init__(self, source: str, *, allow_null: bool = True, help_text: str | None = None):
        super().__init__(source=source, allow_null=allow_null, help_text=help_text)

    def to_representation(self, value: object) -> Any:
        """The name."""
        return self.context["names"].get(value)
