"""After too many wrong passwords: how long until the next attempt."""

from django.db.models import Q

from annotator.accounts.limits import UsedUpError, describe_wait
from annotator.accounts.models import User

ATTEMPTS, FAILURES = "sign_in", "login_failed"
LOCKED_OUT = "locked_out"
BUSY = "Too many people are signing in at this moment. Try again."


def lockout_key(login: str) -> str:
    """Under which failures are counted: the account, by whichever of its names it was called."""
    login = login.strip().lower()
    called = Q(username__iexact=login) | Q(emailaddress__email=login)
    found = User.objects.filter(called).order_by("pk").values_list("pk", flat=True).first()
    return f"login:{login}" if found is None else f"account:{found}"


def describe_lockout(refused: UsedUpError, *, action: str) -> str:
    """The refusal in a sentence that says how long it lasts."""
    whose = "from your network" if refused.per == "ip" else "for this account"
    what = "attempts" if action == ATTEMPTS else "failed attempts"
    return f"Too many {what} {whose}. Try again in {describe_wait(refused.seconds)}."
