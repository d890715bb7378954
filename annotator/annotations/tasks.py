"""Celery's side of annotations."""

from celery import shared_task

from annotator.annotations.tallies import settle_tallies


@shared_task(name="annotations.settle_tallies")
def settle_tallies_task() -> None:
    """Count anew what has changed, so that whoever asks for figures finds little to count."""
    settle_tallies()
