"""Single sign-on with the institution's own provider, by OpenID Connect."""

import hashlib
import time
from typing import Any, ClassVar, Literal

import structlog
from allauth.account.internal.flows.login import record_authentication
from allauth.account.models import EmailAddress
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter, get_adapter
from allauth.socialaccount.models import SocialAccount, SocialApp
from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils.http import urlencode
from requests import RequestException, Timeout

from annotator.exceptions import ConflictError, NotAllowedError
from annotator.foundation.names.naming import name_key
from annotator.workspace.accounts.models import User

log = structlog.get_logger(__name__)

PROVIDER = "sso"
"""In addresses. Accounts are kept under ``_issuer()``."""
LEFT_ALONE_SECONDS = 30.0
"""For a provider that says nothing: each question holds a thread of the web server until it is
given up.
"""
Process = Literal["login", "connect"]


def single_sign_on_name() -> str:
    """The provider's name for people; "" if this site has none."""
    is_set_up = settings.OIDC_SERVER_URL and settings.OIDC_CLIENT_ID and settings.OIDC_CLIENT_SECRET
    return settings.OIDC_NAME if is_set_up else ""


def is_connected(user: User) -> bool:
    """Whether somebody's account opens by single sign-on."""
    return bool(SocialAccount.objects.filter(user_id=user.pk, provider=_issuer()).exists())


def _issuer() -> str:
    """The name under which its accounts are kept: another provider may give somebody else the same
    number.
    """
    return f"{PROVIDER}:{hashlib.sha256(settings.OIDC_SERVER_URL.encode()).hexdigest()[:16]}"


def address_for_signing_in(request: HttpRequest, *, landing: str, invitation: str = "") -> str:
    """The provider's address for signing in and coming back to the page ``landing``.

    With the secret of an ``invitation`` people join by it, with a new account if they have none.
    Raises ``NotAllowedError`` if this site has no provider, ``ConflictError`` if it doesn't answer.
    """
    return _begin(
        request, "login", f"/sign-in?{urlencode({'resume': '1', 'next': landing})}", invitation
    )


def check_not_connected(user: User) -> None:
    """Raise ``ConflictError`` for an account that is connected already."""
    if is_connected(user):
        raise ConflictError("already_connected", "Your account already uses single sign-on.")


def address_for_connecting(request: HttpRequest, *, user: User) -> str:
    """The provider's address for connecting an account to it.

    The caller has proved who they are. Raises what ``address_for_signing_in`` and
    ``check_not_connected`` raise.
    """
    check_not_connected(user)
    # allauth asks for it again on the way back.
    record_authentication(request, user, "password", reauthenticated=True)
    return _begin(request, "connect", "/account")


def check_has_password(user: User) -> None:
    """Raise ``ConflictError`` for an account that nothing but single sign-on opens."""
    if not user.has_usable_password():
        raise ConflictError(
            "no_password", "Choose a password first. Without one, you could not sign in."
        )


def disconnect(*, user: User) -> None:
    """Let an account no more be opened by single sign-on. The caller has proved who they are.

    Raises what ``check_has_password`` raises.
    """
    check_has_password(user)
    forget_single_sign_on(user=user)
    log.info("single_sign_on_disconnected", user=user.pk)


def forget_single_sign_on(*, user: User) -> None:
    """Delete who somebody is at the provider."""
    SocialAccount.objects.filter(user_id=user.pk).delete()


def _begin(request: HttpRequest, process: Process, landing: str, invitation: str = "") -> str:
    if not single_sign_on_name():
        raise NotAllowedError("no_single_sign_on", "This site does not use single sign-on.")
    if time.monotonic() < SingleSignOnAdapter.left_alone_until:
        raise _away()
    provider = get_adapter(request).get_provider(request, PROVIDER)
    back = request.build_absolute_uri(landing)
    try:
        answer = provider.redirect(
            request, process, next_url=back, headless=True, invitation=invitation
        )
    except (RequestException, KeyError) as error:
        # No answer, or none that describes a provider.
        log.warning("single_sign_on_away", error=type(error).__name__)
        if isinstance(error, Timeout):
            SingleSignOnAdapter.left_alone_until = time.monotonic() + LEFT_ALONE_SECONDS
        raise _away() from error
    return str(answer["Location"])


def _away() -> ConflictError:
    return ConflictError(
        "single_sign_on_away",
        f"{single_sign_on_name()} does not answer. Try again, or use your password.",
    )


class SingleSignOnAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """What allauth asks this site about its provider, and whose account a sign-in opens."""

    left_alone_until: ClassVar[float] = 0.0

    def list_apps(
        self,
        request: HttpRequest,
        provider: str | None = None,
        client_id: str | None = None,
    ) -> list[SocialApp]:
        """The configured provider; the database has none and isn't asked."""
        name = single_sign_on_name()
        app = SocialApp(
            provider="openid_connect",
            provider_id=PROVIDER,
            name=name,
            client_id=settings.OIDC_CLIENT_ID,
            secret=settings.OIDC_CLIENT_SECRET,
            settings={"server_url": settings.OIDC_SERVER_URL, "oauth_pkce_enabled": True},
        )
        names, clients = {None, app.provider, PROVIDER, _issuer()}, {None, app.client_id}
        return [app] if name and provider in names and client_id in clients else []

    def is_open_for_signup(self, request: HttpRequest, sociallogin: Any) -> bool:
        """Accounts are made by leads and by invitation."""
        return False

    def populate_user(self, request: HttpRequest, sociallogin: Any, data: Any) -> User:
        """Who the provider says it is; no more of that is kept than the number it knows them by.

        Raises ``PermissionDenied`` if it names two people (OpenID Connect Core 1.0, 5.3.2).
        """
        claims = sociallogin.account.extra_data
        named = {
            part["sub"] for part in claims.values() if isinstance(part, dict) and "sub" in part
        }
        if len(named) > 1:
            raise PermissionDenied
        sociallogin.account.provider, sociallogin.account.extra_data = _issuer(), {}
        user: User = sociallogin.user
        user.username = str(data.get("username") or "")
        user.display_name = str(data.get("name") or "")
        user.email = _asserted_address(sociallogin)
        return user

    def authenticate_by_email(self, sociallogin: Any) -> tuple[User, str] | None:
        """The account with the address, confirmed here, that the provider says it has verified.

        Not where somebody else at the provider opens it already: addresses are handed on.
        """
        email = _asserted_address(sociallogin)
        known = EmailAddress.objects.filter(email=email, verified=True).select_related("user")
        address = known.first() if email else None
        if address is None or is_connected(address.user):
            return None
        return address.user, address.email

    def pre_social_login(self, request: HttpRequest, sociallogin: Any) -> None:
        """Raise ``PermissionDenied`` for an account that is closed."""
        if sociallogin.is_existing and not sociallogin.user.is_active:
            raise PermissionDenied


def _asserted_address(sociallogin: Any) -> str:
    """The address that the provider says it has verified; "" for none.

    Some providers write the words *true* and *false*, and Python takes both for true.
    """
    for address in sociallogin.email_addresses:
        if address.verified is True or address.verified == "true":
            return name_key(str(address.email).strip())
    return ""
