"""E-mail addresses of accounts: allauth's table, and the one that the account shows.

Both hold an address as its ``name_key``, so that allauth's own constraint compares them as names.
"""

from dataclasses import dataclass

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest

from annotator.exceptions import ConflictError, InvalidInputError, TooManyAttemptsError
from annotator.foundation.names.naming import name_key
from annotator.workspace.accounts.limits import (
    BusyError,
    Counter,
    UsedUpError,
    counters_of,
    describe_wait,
    longest_wait,
    take,
)
from annotator.workspace.accounts.mail import mail_is_set_up
from annotator.workspace.accounts.models import User

_EMAIL = EmailAddress._meta.get_field("email")


@dataclass(frozen=True)
class Addresses:
    """The address in use ("" for none), whether it is confirmed, and the one that waits for it."""

    email: str
    is_confirmed: bool
    pending: str


def addresses_of(user: User) -> Addresses:
    """A person's e-mail addresses and their state."""
    rows = list(EmailAddress.objects.filter(user_id=user.pk).order_by("-primary", "-pk"))
    used = rows[0] if rows and rows[0].primary else None
    waiting = [row.email for row in rows if row is not used and not row.verified]
    return Addresses(
        email=used.email if used else "",
        is_confirmed=bool(used and used.verified),
        pending=waiting[0] if waiting else "",
    )


def confirmed_addresses(user: AbstractBaseUser) -> set[str]:
    """Where mails about an account may go."""
    known = EmailAddress.objects.filter(user_id=user.pk, verified=True)
    return set(known.values_list("email", flat=True))


def check_address(*, email: str) -> str:
    """The address in the form in which it is kept; ``InvalidInputError`` where it is none."""
    email = name_key(email.strip())
    try:
        _EMAIL.clean(email, None)
    except ValidationError as error:
        raise InvalidInputError(
            "bad_email",
            "This is not an e-mail address.",
            fields={
                "email": f"Write it as name@example.org, in at most {_EMAIL.max_length} characters."
            },
        ) from error
    return email


@transaction.atomic
def give_address(*, user: User, email: str, is_confirmed: bool = False) -> None:
    """Make ``email`` the one address of an account; "" leaves it without one.

    Raises ``ConflictError`` when it belongs to another account.
    """
    _refuse_taken(user, email)
    EmailAddress.objects.filter(user_id=user.pk).delete()
    if email:
        EmailAddress.objects.create(user=user, email=email, primary=True, verified=is_confirmed)
    User.objects.filter(pk=user.pk).update(email=email)
    user.email = email


def check_change(*, user: User, email: str, request: HttpRequest) -> str:
    """The address in the form in which it is kept, "" for none. Nothing is changed or counted.

    Raises ``InvalidInputError`` for something that is not an address, ``ConflictError`` for another
    account's, ``TooManyAttemptsError`` if the account asked for too many mails, or the address got
    too many.
    """
    email = check_address(email=email) if email.strip() else ""
    _refuse_taken(user, email)
    if _wants_mail(user, email) and (used_up := longest_wait(_mails(request, user, email))):
        raise _too_many_mails(used_up)
    return email


@transaction.atomic
def change_address(*, user: User, email: str, request: HttpRequest) -> Addresses:
    """Change somebody's address. Returns the addresses that they have then.

    If mail is set up, the new one counts once its mail was answered, and the old one until then.
    Otherwise it counts at once. Raises what ``check_change`` raises.
    """
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    email = check_change(user=user, email=email, request=request)
    if not email or not mail_is_set_up():
        give_address(user=user, email=email)
        return addresses_of(user)
    EmailAddress.objects.filter(user_id=user.pk, primary=False).delete()
    if _wants_mail(user, email):
        _count_mail(request, user, email)
        address, _ = EmailAddress.objects.get_or_create(user=user, email=email)
        EmailConfirmationHMAC.create(address).send(request)
    return addresses_of(user)


def ask_to_confirm(*, user: User, request: HttpRequest) -> None:
    """Mail the owner of a new account a link that confirms their address.

    Does nothing if mail is not set up or the address got too many mails; then they ask for it
    themselves.
    """
    address = EmailAddress.objects.filter(user_id=user.pk, verified=False).first()
    if address is None or not mail_is_set_up():
        return
    try:
        _count_mail(request, user, address.email)
    except TooManyAttemptsError:
        return
    EmailConfirmationHMAC.create(address).send(request)


def _wants_mail(user: User, email: str) -> bool:
    """Whether an address counts only once its mail was answered."""
    if not email or not mail_is_set_up():
        return False
    return not EmailAddress.objects.filter(user_id=user.pk, email=email, verified=True).exists()


def _count_mail(request: HttpRequest, user: User, email: str) -> None:
    """Refuse what would make a mailer of the account page: mails go to whatever is typed."""
    try:
        take(_mails(request, user, email))
    except UsedUpError as refused:
        raise _too_many_mails(refused) from refused
    except BusyError as error:
        raise TooManyAttemptsError("The server is busy. Try again.", seconds=1) from error


def _mails(request: HttpRequest, user: User, email: str) -> list[Counter]:
    return counters_of(request, "change_email", key=email, user=user)


def _too_many_mails(refused: UsedUpError) -> TooManyAttemptsError:
    whose = "You asked for" if refused.per == "user" else "This address got"
    return TooManyAttemptsError(
        f"{whose} too many e-mails within an hour. Try again in {describe_wait(refused.seconds)}.",
        seconds=refused.seconds,
    )


def _refuse_taken(user: User, email: str) -> None:
    others = EmailAddress.objects.filter(email=email).exclude(user_id=user.pk)
    if email and others.filter(verified=True).exists():
        raise ConflictError(
            "email_taken",
            "This address belongs to another account.",
            fields={"email": "Choose another one."},
        )
