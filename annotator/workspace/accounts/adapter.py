"""What allauth asks this site: who may sign up, what mails say, how long a lockout lasts."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.template.loader import render_to_string

from annotator.foundation.names.naming import name_key
from annotator.workspace.accounts.client import client_address
from annotator.workspace.accounts.email_addresses import confirmed_addresses
from annotator.workspace.accounts.limits import (
    BusyError,
    Counter,
    Taken,
    UsedUpError,
    counters_of,
    take,
)
from annotator.workspace.accounts.lockout import (
    ATTEMPTS,
    BUSY,
    FAILURES,
    LOCKED_OUT,
    describe_lockout,
    failure_counters,
    forget_failures,
)
from annotator.workspace.accounts.mail import queue_mail, site_address
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.services import set_password
from annotator.workspace.accounts.sessions import keep_session, note_sign_in

WRONG_CREDENTIALS = "The name or the password is wrong."
WRONG_PASSWORD = "This is not your current password."  # noqa: S105 - a sentence


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Accounts of this site."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_password_mismatch": WRONG_CREDENTIALS,
        "email_password_mismatch": WRONG_CREDENTIALS,
        "enter_current_password": WRONG_PASSWORD,
        "incorrect_password": WRONG_PASSWORD,
        "invalid_password_reset": ("This link has been used or has expired. Ask for a new e-mail."),
        "invalid_or_expired_key": "This link has been used or has expired.",
        "email_taken": "This address belongs to another account.",
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Accounts are made by leads and by invitation."""
        return False

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address that limits and the list of devices go by."""
        return client_address(request)

    def set_password(self, user: AbstractBaseUser, password: str) -> None:
        """Store a password that has passed the checks."""
        assert isinstance(user, User)  # noqa: S101 - the site has one kind of account
        set_password(user=user, password=password)

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **kwargs: Any) -> Any:
        """Let the list of devices know of a session that was just opened."""
        response = super().post_login(request, user, **kwargs)
        note_sign_in(request)
        return response

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Render a mail and hand it to a worker."""
        values = {
            **context,
            "site": site_address(),
            "email": email,
            "hours": settings.PASSWORD_RESET_TIMEOUT // 3600,
            "days": settings.ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS,
        }
        subject = " ".join(render_to_string(f"{template_prefix}_subject.txt", values).split())
        body = render_to_string(f"{template_prefix}_message.txt", values).strip() + "\n"
        queue_mail(to=email, subject=subject, body=body)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm an address; if the earlier one was confirmed, it gets a mail about the change."""
        request.told_of_change = confirmed_addresses(email_address.user)  # type: ignore[attr-defined]
        return bool(super().confirm_email(request, email_address))

    def send_notification_mail(
        self,
        template_prefix: str,
        user: AbstractBaseUser,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Mail somebody what has changed, if they have a confirmed address."""
        confirmed = confirmed_addresses(user) | getattr(self.request, "told_of_change", set())
        email = email or EmailAddress.objects.get_primary_email(user)
        if email in confirmed:
            super().send_notification_mail(template_prefix, user, context, email)

    def send_password_reset_mail(
        self, user: AbstractBaseUser, email: str, context: dict[str, Any]
    ) -> None:
        """Mail a link, which opens the account: only where the address is confirmed."""
        # Never to the address as it was typed, which may only look like the account's.
        if (address := name_key(email)) in confirmed_addresses(user):
            super().send_password_reset_mail(user, address, context)

    def clean_email(self, email: str) -> str:
        """An address in the form in which it is kept."""
        return name_key(email)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse a caller who tried or failed too often, with the time to wait; count this attempt.

        It counts as a failure until the password proves to be right.
        """
        _take_or_refuse(counters_of(request, ATTEMPTS), ATTEMPTS)
        failures = failure_counters(request, _login_in(credentials))
        self._failure = _take_or_refuse(failures, FAILURES)

    def _rollback_login_failed_rl_usage(self) -> None:
        self._failure.rollback()

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """The account that the credentials open, if any."""
        stored = _as_stored(credentials)
        user: AbstractBaseUser | None = super().authenticate(request, **stored)
        if user is not None:
            keep_session(request, user=user)
        return user

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        # allauth's own key has the Host header in it, which a guesser can vary, and another count
        # for each name of the account.
        forget_failures(request, _login_in(credentials))


def _as_stored(credentials: dict[str, Any]) -> dict[str, Any]:
    """Names and addresses as the account has them: allauth asks the database to compare them."""
    stored = dict(credentials)
    if name := credentials.get("username"):
        named = User.objects.named(name)
        stored["username"] = named.username if named else name_key(name)
    if email := credentials.get("email"):
        stored["email"] = name_key(email)
    return stored


def _login_in(credentials: dict[str, Any]) -> str:
    return str(credentials.get("email") or credentials.get("username") or "")


def _take_or_refuse(counters: list[Counter], action: str) -> Taken:
    try:
        return take(counters)
    except UsedUpError as refused:
        sentence, seconds = describe_lockout(refused, action=action), refused.seconds
    except BusyError:
        sentence, seconds = BUSY, 1
    raise ValidationError(sentence, code=LOCKED_OUT, params={"seconds": seconds})
