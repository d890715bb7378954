"""Celery's side of the queue."""

from celery import shared_task
from django.utils import timezone

from annotator.collecting.assignments.leases import (
    expire_leases_everywhere,
    release_parked_of_former_annotators,
)


@shared_task(name="assignments.expire_leases")
def expire_leases_task() -> None:
    """Free questions that nobody works on any more, even if nobody asks for one."""
    at = timezone.now()
    expire_leases_everywhere(at=at)
    release_parked_of_former_annotators(at=at)
