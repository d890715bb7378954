"""Celery's side of evaluation: more hands for the encoding of answers."""

import uuid

from celery import shared_task

from annotator.systems.evaluation.retrieval.shared_encoding import help_with_encoding


@shared_task(name="evaluation.help_with_encoding")
def help_with_encoding_task(job_id: str) -> None:
    """Encode answers of a job until none is free."""
    help_with_encoding(uuid.UUID(job_id))
