"""Celery's side of the queue."""

from celery import shared_task
from django.utils import timezone

from annotator.assignments.leases import (
    expire_leases_everywhere,
    release_parked_of_former_annotators,
)


@shared_task(name="assignments.expire_leases")
def expire_leases_task() -> None:
    """Give back what nobody works on any more, also where nobody asks for a question."""
    at = timezone.now()
    expire_leases_everywhere(at=at)
    release_parked_of_former_annotators(at=at)
