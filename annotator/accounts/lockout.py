"""After too many wrong passwords: how long until the next attempt.

allauth counts and refuses; it does not say how long the refusal lasts.
"""

import math
import time

from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.db.models import Q
from django.http import HttpRequest

from annotator.accounts.models import User

APP, ACTION = "allauth.account", "login_failed"
LOCKED_OUT = "locked_out"
MINUTE = 60


def lockout_key(login: str) -> str:
    """Under which failures are counted: the account, by whichever of its names it was called."""
    login = login.strip().lower()
    called = Q(username__iexact=login) | Q(emailaddress__email=login)
    found = User.objects.filter(called).order_by("pk").values_list("pk", flat=True).first()
    return f"login:{login}" if found is None else f"account:{found}"


def seconds_to_wait(request: HttpRequest, *, key: str) -> tuple[int, bool]:
    """Seconds until the next attempt, and whether it is the address that is refused.

    (0, False) when nothing refuses.
    """
    now = time.time()
    longest, is_address = 0, False
    for rate in ratelimit.get_rates(app=APP, action=ACTION):
        name = ratelimit.get_cache_key(request, app=APP, action=ACTION, rate=rate, key=key)
        moments = [at for at in cache.get(name, []) if at > now - rate.duration]
        if len(moments) < rate.amount:
            continue
        seconds = math.ceil(min(moments) + rate.duration - now)
        if seconds > longest:
            longest, is_address = seconds, rate.per == "ip"
    return longest, is_address


def describe_lockout(seconds: int, *, is_address: bool) -> str:
    """The refusal in a sentence that says how long it lasts."""
    whose = "from your network" if is_address else "for this account"
    return f"Too many failed attempts {whose}. Try again in {describe_wait(seconds)}."


def describe_wait(seconds: int) -> str:
    """Seconds in words, rounded up: *40 seconds*, *5 minutes*."""
    number, unit = (max(seconds, 1), "second") if seconds < MINUTE else _minutes(seconds)
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


def _minutes(seconds: int) -> tuple[int, str]:
    return math.ceil(seconds / MINUTE), "minute"
