"""Links by which somebody chooses a new password."""

import structlog
from allauth.account.forms import ResetPasswordForm, default_token_generator
from allauth.account.utils import user_pk_to_url_str
from allauth.core.context import request_context
from django.http import HttpRequest
from kombu.exceptions import OperationalError as BrokerError

from annotator.exceptions import NotAllowedError
from annotator.foundation.messages.tasks_by_name import send_task
from annotator.workspace.accounts.mail import site_address
from annotator.workspace.accounts.models import User

log = structlog.get_logger(__name__)


def reset_link(*, user: User) -> str:
    """A link to hand to ``user`` where no mail is sent; it works once and expires as a mailed one.

    Raises ``NotAllowedError`` for an account that nobody can sign in with.
    """
    if not user.is_active:
        raise NotAllowedError(
            "inactive", f"{user.username} is not active, so a link would not help."
        )
    key = f"{user_pk_to_url_str(user)}-{default_token_generator.make_token(user)}"
    return site_address(f"/reset-password/{key}")


def queue_reset_links(*, email: str) -> None:
    """Let a worker look up whose address this is, and mail a link.

    The wait is the same whether the address belongs to somebody or not. Without the broker nothing
    is mailed, because looking it up here would reveal the answer.
    """
    try:
        send_task("accounts.mail_reset_links", email)
    except BrokerError as error:
        log.warning("broker_away", mail="password_reset", error=str(error))


def mail_reset_links(*, email: str) -> None:
    """Mail a link to every active account that has confirmed the address; else do nothing."""
    request = HttpRequest()
    with request_context(request):
        form = ResetPasswordForm({"email": email})
        if form.is_valid():
            form.save(request)
