"""Setting a new site up."""

from collections.abc import Mapping

from rest_framework import serializers

from api.serializers.output import Output


class SetUpOutput(Output[Mapping[str, bool]]):
    """A link that makes the first account."""

    is_open = serializers.BooleanField(help_text="Always true: other links are not found.")
