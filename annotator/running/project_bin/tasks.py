"""Celery's side of the bin."""

from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from annotator.running.project_bin.deleted_parts import erase_parts
from annotator.running.project_bin.erasing import empty_bin

LONGEST = timedelta(minutes=10)
"""After this a run ends, and the next one goes on: other tasks wait behind it. A task's time limit
is later, so that a batch under way isn't killed.
"""


@shared_task(name="project_bin.empty")
def empty_bin_task() -> None:
    """Erase projects, and what leads deleted of them, whose 30 days in the bin are over."""
    end = timezone.now() + LONGEST
    empty_bin(at=timezone.now(), goes_on=lambda: timezone.now() < end)
    erase_parts(at=timezone.now(), goes_on=lambda: timezone.now() < end)
