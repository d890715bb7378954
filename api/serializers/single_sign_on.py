"""Single sign-on."""

from typing import Any

from rest_framework import serializers

from api.serializers.output import Output


class SingleSignOnInput(serializers.Serializer[Any]):
    """Where somebody wants to be afterwards, and by which invitation they join."""

    next = serializers.RegexField(
        r"^/(?![/\\])", max_length=2000, default="/", help_text="A page of this site, from its /."
    )
    invitation = serializers.CharField(
        max_length=100,
        allow_blank=True,
        default="",
        help_text="The secret of an invitation or of a competition's link.",
    )


class ProviderAddressOutput(Output[str]):
    """Where to send the browser."""

    address = serializers.CharField(source="*")
