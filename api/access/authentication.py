"""The caller, by an API token or a browser's session."""

from typing import Any, cast

from django.utils import timezone
from drf_spectacular.authentication import SessionScheme as PlainSessionScheme
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication as KnoxTokenAuthentication
from rest_framework import authentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from annotator.exceptions import NotAllowedError
from annotator.workspace.accounts.models import ApiToken, User
from annotator.workspace.accounts.second_factor import must_set_up_second_factor
from annotator.workspace.accounts.tokens import find_token, note_use

FORGED = "This request did not come from a page of this site. Load the page again."


class TokenAuthentication(KnoxTokenAuthentication):  # type: ignore[misc]  # Knox has no types
    """``Authorization: Token KEY``: one search by the key's digest, for any number of tokens."""

    def authenticate_credentials(self, token: bytes) -> tuple[User, ApiToken]:
        """The token's owner and the token; raises ``AuthenticationFailed``."""
        at = timezone.now()
        found = find_token(key=token.decode("utf-8", "replace"), at=at)
        if found is None:
            raise AuthenticationFailed("This token is unknown, was revoked or has expired.")
        note_use(token=found, at=at)
        return found.user, found


class SessionAuthentication(authentication.SessionAuthentication):
    """A browser's session. Where this site wants a second factor of all, it opens little without.

    Views that serve people who have none yet say so: ``serves_without_second_factor``.
    """

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """The session's owner; raises ``NotAllowedError`` if they still have to set one up."""
        found: tuple[Any, Any] | None = super().authenticate(request)
        if found is None or not isinstance(found[0], User):
            return found
        view = request.parser_context["view"]
        if not getattr(view, "serves_without_second_factor", False) and must_set_up_second_factor(
            found[0]
        ):
            raise NotAllowedError(
                "second_factor_required",
                "This site requires a second factor. Set yours up first.",
            )
        return found

    def enforce_csrf(self, request: Request) -> None:
        """Refuse callers without the token against forgery; raises ``PermissionDenied``.

        It comes from Django's own request: REST framework's would read the whole body, looking for
        a form, before it is known what the caller may do.
        """
        try:
            super().enforce_csrf(cast("Request", request._request))
        except PermissionDenied as refused:
            raise PermissionDenied(FORGED, code="csrf_failed") from refused


class SessionScheme(PlainSessionScheme):  # type: ignore[no-untyped-call]
    """How the OpenAPI schema describes it: as any other session."""

    target_class = SessionAuthentication  # type: ignore[assignment]  # a class will do
    priority = 0


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the OpenAPI schema describes it."""

    target_class = TokenAuthentication
    name = "apiToken"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        """An API key in a header."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token KEY`, with the key of one of your API tokens.",
        }
