"""Accounts that people make for themselves when they accept an invitation."""

from typing import Any

from rest_framework.request import Request

from annotator.workspace.accounts.email_addresses import ask_to_confirm
from annotator.workspace.accounts.models import User
from annotator.workspace.accounts.sessions import open_session
from api.access.authentication import SessionAuthentication
from api.requests.validation import valid_values
from api.serializers.invitations import NewAccountInput


def new_account_values(request: Request) -> dict[str, Any]:
    """The name, the password and so on that were sent; refuses a foreign page's request."""
    # REST framework checks the token of signed-in callers only; without this, a foreign page could
    # sign somebody in with an account that it knows the password of.
    SessionAuthentication().enforce_csrf(request)
    return valid_values(NewAccountInput, request.data)


def welcome(request: Request, user: User) -> None:
    """Sign somebody in with the account that they have just made."""
    open_session(request._request, user=user)
    ask_to_confirm(user=user, request=request._request)
