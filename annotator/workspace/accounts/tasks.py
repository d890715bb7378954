"""Celery's side of accounts."""

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded

from annotator.workspace.accounts.mail import deliver_mail
from annotator.workspace.accounts.reset import mail_reset_links
from annotator.workspace.accounts.sessions import clear_ended_sessions


@shared_task(
    name="accounts.send_mail",
    # A mail server may also go on answering, a byte at a time.
    autoretry_for=(OSError, SoftTimeLimitExceeded),
    retry_backoff=30,
    retry_backoff_max=1800,
    max_retries=8,
)
def send_mail_task(to: str, subject: str, body: str) -> None:
    """Send one mail; tried again for about two hours while the mail server is away, and longer if
    it takes a quarter of an hour to send nothing.
    """
    deliver_mail(to=to, subject=subject, body=body)


@shared_task(name="accounts.mail_reset_links")
def mail_reset_links_task(email: str) -> None:
    """Mail a link for a new password to an address, if it is somebody's."""
    mail_reset_links(email=email)


@shared_task(name="accounts.clear_sessions")
def clear_sessions_task() -> None:
    """Delete sessions that have expired."""
    clear_ended_sessions()
