"""Mail, sent by a worker, so that nobody waits for it or learns from the wait who exists."""

from functools import partial
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.core.mail import get_connection, send_mail
from django.db import transaction
from kombu.exceptions import OperationalError as BrokerError

from annotator.foundation.messages.tasks_by_name import send_task

log = structlog.get_logger(__name__)


def mail_is_set_up() -> bool:
    """Whether mails leave this site; otherwise they are written to the worker's log."""
    return urlsplit(settings.EMAIL_URL).scheme not in {"", "consolemail", "dummymail"}


def site_address(path: str = "/") -> str:
    """The absolute address of a page of this site, for mails and terminals."""
    return f"{settings.SITE_URL}{path}"


def queue_mail(*, to: str, subject: str, body: str) -> None:
    """Send a plain text mail once the transaction is through.

    If the broker is down, the caller sends it at once.
    """
    transaction.on_commit(partial(_hand_over, to, subject, body))


def _hand_over(to: str, subject: str, body: str) -> None:
    try:
        send_task("accounts.send_mail", to, subject, body)
    except (BrokerError, OSError) as error:
        log.warning("broker_away", mail=subject, error=str(error))
        try:
            deliver_mail(to=to, subject=subject, body=body)
        except OSError as problem:  # smtplib's errors are among them
            log.warning("mail_not_sent", mail=subject, error=type(problem).__name__)


def deliver_mail(*, to: str, subject: str, body: str) -> None:
    """Send a mail now. Raises ``OSError`` if the mail server refuses or is away."""
    server = get_connection()
    server.open()
    try:
        send_mail(subject, body, settings.DEFAULT_FROM_EMAIL, [to], connection=server)
    except OSError:
        server.close()
        raise
    # Not after a time limit: closing waits for the server's goodbye, which may never end either.
    server.close()
