"""After too many wrong passwords: how long until the next attempt."""

from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.db.models import Q
from django.http import HttpRequest

from annotator.foundation.names.naming import name_key
from annotator.workspace.accounts.limits import Counter, UsedUpError, counters_of, describe_wait
from annotator.workspace.accounts.models import User

ATTEMPTS, FAILURES, FAILURES_OF_ACCOUNT = "sign_in", "login_failed", "account_failed"
LOCKED_OUT = "locked_out"
BUSY = "Too many people are signing in right now. Try again."


def lockout_key(login: str) -> str:
    """Failures count under this: the account, whichever of its names was used."""
    login = name_key(login.strip())
    called = Q(username_key=login) | Q(emailaddress__email=login)
    found = User.objects.filter(called).order_by("pk").values_list("pk", flat=True).first()
    return f"login:{login}" if found is None else f"account:{found}"


def failure_counters(request: HttpRequest, login: str) -> list[Counter]:
    """Where a failure counts: for the account from this address, for the whole account, which locks
    later, and for the address with any account.

    So somebody who guesses from one address locks the account for that address, and its owner gets
    in from another.
    """
    account = lockout_key(login)
    here = f"{account}@{ratelimit.get_ip(request)}"
    return [
        *counters_of(request, FAILURES, key=here),
        *counters_of(request, FAILURES_OF_ACCOUNT, key=account),
    ]


def forget_failures(request: HttpRequest, login: str) -> None:
    """Let somebody in again who has just chosen a new password, but nobody else at the address."""
    for counter in failure_counters(request, login):
        if counter.rate.per == "key":
            cache.delete(counter.name)


def describe_lockout(refused: UsedUpError, *, action: str) -> str:
    """The refusal in a sentence that says how long it lasts."""
    whose = "from your network" if refused.per == "ip" else "for this account"
    what = "attempts" if action == ATTEMPTS else "failed attempts"
    return f"Too many {what} {whose}. Try again in {describe_wait(refused.seconds)}."
