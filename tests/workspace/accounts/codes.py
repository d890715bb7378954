"""An authenticator app, in a few lines."""

import time

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value

PERIOD = 30


def code_of(key: str, *, later: int = 0) -> str:
    """What an app shows now that was given ``key``, or ``later`` periods from now."""
    return format_hotp_value(hotp_value(key, int(time.time()) // PERIOD + later))
