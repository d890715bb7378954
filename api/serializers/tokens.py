"""API tokens."""

from typing import Any

from rest_framework import serializers

from annotator.workspace.accounts.models import ApiToken
from annotator.workspace.accounts.tokens import SHOWN_CHARACTERS, MadeToken
from api.serializers.output import Output


class ApiTokenInput(serializers.Serializer[Any]):
    """A new token. Left out, its end is the site's usual one; with null it works until it is
    revoked.
    """

    name = serializers.CharField(max_length=80)
    expires_at = serializers.DateTimeField(required=False, allow_null=True)


class ApiTokenOutput(Output[ApiToken]):
    """A token without its key. ``last_used_at`` is true to within ten minutes."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    beginning = serializers.SerializerMethodField(help_text="The key's first characters.")
    created_at = serializers.DateTimeField(source="created")
    last_used_at = serializers.DateTimeField(allow_null=True)
    expires_at = serializers.DateTimeField(source="expiry", allow_null=True)

    def get_beginning(self, token: ApiToken) -> str:
        """Enough to distinguish two keys, too little to guess one."""
        key: str = token.token_key
        return key[:SHOWN_CHARACTERS]


class NewApiTokenOutput(Output[MadeToken]):
    """A new token and its key, which is shown this once."""

    token = ApiTokenOutput()
    key = serializers.CharField()
