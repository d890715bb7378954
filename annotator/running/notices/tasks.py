"""Celery's side of mails about what waits."""

from celery import shared_task
from django.utils import timezone

from annotator.running.notices.mails import mail_what_waits


@shared_task(name="notices.mail_what_waits")
def mail_what_waits_task() -> None:
    """Queue today's mails."""
    mail_what_waits(at=timezone.now())
