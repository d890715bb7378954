"""Celery's side of accounts."""

from celery import shared_task

from annotator.accounts.mail import deliver_mail


@shared_task(
    name="accounts.send_mail",
    autoretry_for=(OSError,),
    retry_backoff=30,
    retry_backoff_max=1800,
    max_retries=8,
)
def send_mail_task(to: str, subject: str, body: str) -> None:
    """Send one mail; tried again for about two hours while the mail server is away."""
    deliver_mail(to=to, subject=subject, body=body)
