"""Codes of a second factor, checked with everything that limits guessing."""

import re

import structlog
from allauth.core.internal import ratelimit
from allauth.mfa import app_settings
from allauth.mfa.models import Authenticator
from cryptography.fernet import InvalidToken
from django.core.cache import cache
from django.http import HttpRequest

from annotator.exceptions import InvalidInputError, TooManyAttemptsError
from annotator.workspace.accounts.limits import (
    APP,
    BusyError,
    UsedUpError,
    counters_of,
    describe_wait,
    take,
)
from annotator.workspace.accounts.lockout import BUSY
from annotator.workspace.accounts.models import User

log = structlog.get_logger(__name__)

ACTION = "second_factor"
WRONG_CODE = "This code is wrong or has been used."
_KINDS = (Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES)


def check_code(request: HttpRequest, *, user: User, code: str) -> Authenticator:
    """Where the code comes from: somebody's app, or their recovery codes, of which it is then used
    up.

    It counts as a failure until it turns out to be right. Raises ``InvalidInputError`` for a wrong
    or used code, ``TooManyAttemptsError`` after too many failures.
    """
    try:
        failure = take(counters_of(request, ACTION, key=_key_of(user)))
    except UsedUpError as refused:
        whose = "from your network" if refused.per == "ip" else "for this account"
        wait = describe_wait(refused.seconds)
        raise TooManyAttemptsError(
            f"Too many wrong codes {whose}. Try again in {wait}.", seconds=refused.seconds
        ) from refused
    except BusyError as error:
        raise TooManyAttemptsError(BUSY, seconds=1) from error
    for row in Authenticator.objects.filter(user_id=user.pk, type__in=_KINDS).order_by("-type"):
        if _is_right(row, code):
            failure.rollback()
            row.user = user
            return row
    raise InvalidInputError("wrong_code", WRONG_CODE, fields={"code": WRONG_CODE})


def forget_attempts(*, user: User) -> None:
    """Let somebody try again whose second factor is another one, or gone."""
    for rate in ratelimit.get_rates(app=APP, action=ACTION):
        if rate.per == "key":
            named = {"app": APP, "action": ACTION, "rate": rate, "key": _key_of(user)}
            cache.delete(ratelimit.get_cache_key(None, **named))


def unused_codes(row: Authenticator | None) -> list[str]:
    """The recovery codes that are left; none where they can't be read any more."""
    try:
        return list(row.wrap().get_unused_codes()) if row else []
    except InvalidToken:
        return []


def _key_of(user: User) -> str:
    return f"code:{user.pk}"


def _is_right(row: Authenticator, code: str) -> bool:
    try:
        is_right = row.wrap().validate_code(code)
    except InvalidToken:
        log.warning("second_factor_unreadable", user=row.user_id, kind=row.type)
        return False
    return is_right and (row.type != Authenticator.Type.TOTP or _is_first_use(row, code))


def _is_first_use(row: Authenticator, code: str) -> bool:
    """Whether a code of the app is seen for the first time.

    allauth remembers one for a period, while it is right for as many more as clocks may be off.
    """
    seconds = app_settings.TOTP_PERIOD * (2 * app_settings.TOTP_TOLERANCE + 1)
    # A right code has six digits, however somebody spaced them.
    digits = re.sub("[^0-9]", "", code)
    used = f"second-factor:{row.user_id}:{digits}"
    return bool(cache.add(used, "used", timeout=seconds))
