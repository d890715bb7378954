"""Celery's side of personal data."""

from celery import shared_task
from django.db import OperationalError

from annotator.running.personal_data.traces import wipe_traces


@shared_task(
    name="personal_data.wipe_traces",
    autoretry_for=(OperationalError,),
    retry_backoff=30,
    retry_backoff_max=1800,
    max_retries=8,
)
def wipe_traces_task() -> None:
    """Remove deleted data from the database's files."""
    wipe_traces()
