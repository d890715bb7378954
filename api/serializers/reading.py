"""Bodies of requests, read by serializers that are made once."""

from functools import cache
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ValidationError


def read_body(shape: type[serializers.Serializer[Any]], body: Any) -> dict[str, Any]:
    """What ``body`` says in the ``shape`` of a serializer; raises ``ValidationError``."""
    try:
        return dict(_reader(shape).run_validation(body))
    except ValidationError:
        refusing = shape(data=body)
        refusing.is_valid(raise_exception=True)
        return dict(refusing.validated_data)


@cache
def _reader(shape: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """One for all requests: copying a serializer's fields takes longer than reading a body, and
    reading leaves nothing in it.
    """
    return shape()
