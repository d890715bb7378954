"""Reading a request's input by its serializer."""

from typing import Any

from rest_framework import serializers


def valid_values(serializer_class: type[serializers.Serializer[Any]], sent: Any) -> dict[str, Any]:
    """The values in ``sent``, a body or a query, by name; raises ``ValidationError``."""
    serializer = serializer_class(data=sent)
    serializer.is_valid(raise_exception=True)
    values: dict[str, Any] = serializer.validated_data
    return values
