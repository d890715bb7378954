"""Who calls, by an API token."""

from typing import Any

from django.utils import timezone
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication as KnoxTokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from annotator.accounts.models import ApiToken, User
from annotator.accounts.tokens import find_token, note_use


class TokenAuthentication(KnoxTokenAuthentication):  # type: ignore[misc]  # Knox has no types
    """``Authorization: Token KEY``: one search by the key's digest, whoever has how many tokens."""

    def authenticate_credentials(self, token: bytes) -> tuple[User, ApiToken]:
        """The token's owner and the token; raises ``AuthenticationFailed``."""
        at = timezone.now()
        found = find_token(key=token.decode("utf-8", "replace"), at=at)
        if found is None:
            raise AuthenticationFailed("This token is unknown, was revoked or has expired.")
        note_use(token=found, at=at)
        return found.user, found


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the OpenAPI schema describes it."""

    target_class = TokenAuthentication
    name = "apiToken"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:  # noqa: ARG002
        """An API key in a header."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token KEY`, with the key of one of your API tokens.",
        }
