"""The second factor: codes of an authenticator app, and recovery codes for when it is lost."""

from base64 import b64encode
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import structlog
from allauth.account.adapter import get_adapter as account_adapter
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret, validate_totp_code
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest

from annotator.exceptions import ConflictError, InvalidInputError, NotAllowedError
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.second_factor_codes import forget_attempts, unused_codes

log = structlog.get_logger(__name__)

Policy = Literal["off", "optional", "required"]
POLICIES: tuple[Policy, ...] = ("off", "optional", "required")
_NEW_KEY = "second_factor.new_key"
_CODES = Authenticator.Type.RECOVERY_CODES


@dataclass(frozen=True)
class SecondFactor:
    """Whether somebody has one, since when, when it was used last, and the codes that are left."""

    policy: str
    is_on: bool
    since: datetime | None = None
    last_used_at: datetime | None = None
    recovery_codes_left: int = 0


@dataclass(frozen=True)
class NewKey:
    """A key for an authenticator app: as text, as an address, and as a picture of that (SVG)."""

    key: str
    address: str
    picture: str


def has_second_factor(user: User) -> bool:
    """Whether a code is asked for when ``user`` signs in."""
    return bool(get_adapter().is_mfa_enabled(user, [Authenticator.Type.TOTP]))


def must_set_up_second_factor(user: User) -> bool:
    """Whether this site wants a second factor of everybody, and ``user`` has none yet."""
    return settings.SECOND_FACTOR == "required" and not has_second_factor(user)


def second_factor_of(user: User) -> SecondFactor:
    """The state of a person's second factor, for that person."""
    if settings.SECOND_FACTOR == "off":
        return SecondFactor(policy="off", is_on=False)
    rows = {row.type: row for row in Authenticator.objects.filter(user_id=user.pk)}
    app, codes = (rows.get(kind) for kind in (Authenticator.Type.TOTP, _CODES))
    if app is None:
        return SecondFactor(policy=settings.SECOND_FACTOR, is_on=False)
    return SecondFactor(
        policy=settings.SECOND_FACTOR,
        is_on=True,
        since=app.created_at,
        last_used_at=max(filter(None, (row.last_used_at for row in rows.values())), default=None),
        recovery_codes_left=len(unused_codes(codes)),
    )


def new_key(request: HttpRequest, *, user: User) -> NewKey:
    """A key to put into an app. The session keeps it until ``turn_on`` is shown a code of it.

    Raises ``NotAllowedError`` if this site has no second factors, ``ConflictError`` where somebody
    has one.
    """
    _refuse_where_off()
    _refuse_second(user)
    key = generate_totp_secret()
    request.session[_NEW_KEY] = key
    address = get_adapter().build_totp_url(user, key)
    picture = b64encode(get_adapter().build_totp_svg(address).encode()).decode()
    return NewKey(key=key, address=address, picture=f"data:image/svg+xml;base64,{picture}")


def turn_on(request: HttpRequest, *, user: User, code: str) -> list[str]:
    """Begin to ask ``user`` for codes of the key that was made last; the recovery codes.

    The caller has proved who they are. Raises what ``new_key`` raises, and ``InvalidInputError``
    for a code that is not of this key.
    """
    _refuse_where_off()
    key = request.session.get(_NEW_KEY, "")
    if not key or not validate_totp_code(key, code):
        sentence = "This code does not match the key. Codes change every 30 seconds."
        raise InvalidInputError("wrong_code", sentence, fields={"code": sentence})
    with transaction.atomic():
        # If two tabs do this at once, the second finds what the first has made.
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        _refuse_second(user)
        TOTP.activate(user, key)
        codes = _renewed(user)
    del request.session[_NEW_KEY]
    account_adapter(request).send_notification_mail("mfa/email/totp_activated", user)
    log.info("second_factor_on", user=user.pk)
    return codes


def check_optional() -> None:
    """Raise ``NotAllowedError`` if this site wants a second factor of everybody."""
    if settings.SECOND_FACTOR == "required":
        raise NotAllowedError("second_factor_required", "This site requires a second factor.")


def turn_off(request: HttpRequest, *, user: User) -> None:
    """Ask ``user`` for no codes any more. The caller has proved who they are.

    Raises what ``check_optional`` raises.
    """
    check_optional()
    if remove_second_factor(user=user):
        account_adapter(request).send_notification_mail("mfa/email/totp_deactivated", user)


def recovery_codes_of(user: User) -> list[str]:
    """The recovery codes that were not used yet. The caller has proved who they are."""
    if not has_second_factor(user):
        return []
    return unused_codes(Authenticator.objects.filter(user_id=user.pk, type=_CODES).first())


def renew_recovery_codes(request: HttpRequest, *, user: User) -> list[str]:
    """New recovery codes; those from before work no more. The caller has proved who they are.

    Raises ``ConflictError`` for somebody without a second factor.
    """
    if not has_second_factor(user):
        raise ConflictError("no_second_factor", "You don't have a second factor.")
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=user.pk)
        codes = _renewed(user)
    account_adapter(request).send_notification_mail("mfa/email/recovery_codes_generated", user)
    return codes


@transaction.atomic
def remove_second_factor(*, user: User) -> bool:
    """Delete somebody's keys and recovery codes; whether there were any."""
    deleted, _ = Authenticator.objects.filter(user_id=user.pk).delete()
    forget_attempts(user=user)
    if deleted:
        log.info("second_factor_off", user=user.pk)
    return bool(deleted)


def _renewed(user: User) -> list[str]:
    Authenticator.objects.filter(user_id=user.pk, type=_CODES).delete()
    return list(RecoveryCodes.activate(user).get_unused_codes())


def _refuse_where_off() -> None:
    if settings.SECOND_FACTOR == "off":
        raise NotAllowedError("no_second_factors", "This site does not use second factors.")


def _refuse_second(user: User) -> None:
    if has_second_factor(user):
        raise ConflictError(
            "has_second_factor", "You have a second factor. Turn it off to set up another one."
        )
