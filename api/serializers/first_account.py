"""Setting a new site up."""

from typing import Any

from rest_framework import serializers


class SetUpOutput(serializers.Serializer[Any]):
    """A link that makes the first account."""

    is_open = serializers.BooleanField(help_text="Always true: other links are not found.")
