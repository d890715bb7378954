"""Writing jobs: create, run, cancel, queue again."""

import os
import shutil
import socket
import uuid
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import structlog
from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Q
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from annotator.accounts.models import User
from annotator.exceptions import ConflictError, DomainError
from annotator.jobs.context import (
    JobCancelledError,
    JobContext,
    JobFailedError,
    JobLostError,
    Observer,
)
from annotator.jobs.models import Job, JobState
from annotator.jobs.registry import handler_of

log = structlog.get_logger(__name__)

STALE_AFTER = timedelta(seconds=90)
MAX_ATTEMPTS = 5


def create_job(
    *,
    kind: str,
    parameters: dict[str, Any],
    at: datetime,
    created_by: User | None,
    project_id: int | None = None,
    filename: str = "",
    queue: bool = True,
    job_id: uuid.UUID | None = None,
) -> Job:
    """Create a job and, once the transaction is through, tell a worker of it."""
    job = Job.objects.create(
        id=job_id or uuid.uuid4(),
        kind=kind,
        parameters=parameters,
        project_id=project_id,
        created_at=at,
        created_by=created_by,
        filename=filename,
    )
    if queue:
        transaction.on_commit(partial(send_job, job.pk))
    return job


def send_job(job_id: uuid.UUID) -> None:
    """Tell a worker to look at a job. Where the broker is away, the sweep will tell it later."""
    from annotator.jobs.tasks import run_job_task

    try:
        run_job_task.delay(str(job_id))
    except BrokerError as error:
        log.warning("broker_away", job=str(job_id), error=str(error))


def _worker_name() -> str:
    return f"{socket.gethostname()}:{os.getpid()}:{uuid.uuid4().hex[:12]}"


def _claim(job_id: uuid.UUID, at: datetime) -> Job | None:
    """Take a job that nobody works on; None when it has ended or somebody does."""
    free = Q(state=JobState.QUEUED) | Q(state=JobState.RUNNING, heartbeat_at__lt=at - STALE_AFTER)
    with transaction.atomic():
        job = Job.objects.select_for_update().filter(free, pk=job_id).first()
        if job is None:
            return None
        job.state = JobState.RUNNING
        job.worker = _worker_name()
        job.heartbeat_at = at
        job.started_at = job.started_at or at
        job.attempts += 1
        job.save(update_fields=["state", "worker", "heartbeat_at", "started_at", "attempts"])
    return job


def run_job(*, job_id: uuid.UUID, observer: Observer | None = None) -> Job | None:
    """Run a job to its end, from its checkpoint on; None when there was nothing to do.

    A database that is away leaves the job to the sweep, which queues it again.
    """
    job = _claim(job_id, timezone.now())
    if job is None:
        return None
    context = JobContext(job, observer)
    try:
        _check_startable(job)
        message = handler_of(job.kind).run(context)
    except JobLostError:
        log.warning("job_lost", job=str(job.pk))
        return job
    except (OperationalError, InterfaceError):
        raise
    except JobCancelledError:
        _abandon(context, JobState.CANCELLED, "Cancelled. Nothing was changed.")
    except (JobFailedError, DomainError) as error:
        _abandon(context, JobState.FAILED, str(error))
    except Exception:
        log.exception("job_crashed", job=str(job.pk), kind=job.kind)
        _abandon(context, JobState.FAILED, "Stopped by an internal error; the server's log has it.")
    else:
        _end(job, JobState.SUCCEEDED, message)
    return job


def _check_startable(job: Job) -> None:
    if job.attempts > MAX_ATTEMPTS:
        raise JobFailedError("Stopped: the worker died each time it tried this.")
    if job.cancel_requested:
        raise JobCancelledError(str(job.pk))


def _abandon(context: JobContext, state: JobState, message: str) -> None:
    handler_of(context.job.kind).discard(context)
    _end(context.job, state, message)


def _end(job: Job, state: JobState, message: str) -> None:
    job.state, job.message, job.finished_at = state, message, timezone.now()
    Job.objects.filter(pk=job.pk, worker=job.worker).update(
        state=state, message=message, finished_at=job.finished_at
    )
    shutil.rmtree(Path(settings.UPLOAD_DIR) / str(job.pk), ignore_errors=True)


@transaction.atomic
def cancel_job(*, job: Job, at: datetime) -> Job:
    """Ask a job to stop. One that nobody has started ends at once.

    Raises ``ConflictError`` when it has ended already.
    """
    job = Job.objects.select_for_update().get(pk=job.pk)
    if job.is_ended:
        raise ConflictError("job_ended", f"This job has already {job.state}.")
    job.cancel_requested = True
    if job.state == JobState.QUEUED and not job.attempts:
        job.state, job.message, job.finished_at = JobState.CANCELLED, "Cancelled.", at
    job.save(update_fields=["cancel_requested", "state", "message", "finished_at"])
    return job


def _is_orphan(job: Job) -> bool:
    """Whether the job's worker ran on this host and is gone."""
    host, pid, _ = job.worker.split(":")
    if host != socket.gethostname():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False


def requeue_stale_jobs(*, at: datetime) -> list[uuid.UUID]:
    """Queue again what no worker is working on any more; the ids that were sent."""
    stale = Q(state=JobState.RUNNING, heartbeat_at__lt=at - STALE_AFTER)
    forgotten = Q(state=JobState.QUEUED, created_at__lt=at - timedelta(seconds=30))
    running = Job.objects.filter(state=JobState.RUNNING).exclude(worker="")
    orphans = [job.pk for job in running if _is_orphan(job)]
    Job.objects.filter(pk__in=orphans, state=JobState.RUNNING).update(state=JobState.QUEUED)
    ids = set(Job.objects.filter(stale | forgotten).values_list("pk", flat=True)) | set(orphans)
    for job_id in ids:
        send_job(job_id)
    return sorted(ids)
