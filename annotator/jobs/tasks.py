"""Celery's side of jobs."""

import uuid

import structlog
from celery import shared_task
from celery.signals import worker_ready
from django.utils import timezone

from annotator.jobs.presence import mark_worker_seen
from annotator.jobs.services import requeue_stale_jobs, run_job


@shared_task(name="jobs.run")
def run_job_task(job_id: str) -> None:
    """Run one job; a second message for the same job finds it taken and does nothing."""
    with structlog.contextvars.bound_contextvars(job=job_id):
        run_job(job_id=uuid.UUID(job_id))


@shared_task(name="jobs.requeue_stale")
def requeue_stale_jobs_task() -> None:
    """Queue again what a killed worker left behind; also the sign that a worker answers."""
    mark_worker_seen()
    requeue_stale_jobs(at=timezone.now())


@worker_ready.connect
def requeue_at_start(**_: object) -> None:
    """A worker that starts first picks up what its predecessor left behind."""
    mark_worker_seen()
    requeue_stale_jobs(at=timezone.now())
