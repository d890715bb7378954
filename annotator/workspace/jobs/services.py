"""Writing jobs: create, run, cancel, queue again."""

import uuid
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import structlog
from django.conf import settings
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Greatest
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from annotator.exceptions import ConflictError, DomainError
from annotator.foundation.files.full_disk import is_disk_full
from annotator.foundation.messages.tasks_by_name import send_task
from annotator.workspace.accounts.limits import describe_wait
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.context import (
    JobCancelledError,
    JobContext,
    JobFailedError,
    JobInterruptedError,
    JobLostError,
    Observer,
)
from annotator.workspace.jobs.heartbeats import heartbeat_of
from annotator.workspace.jobs.job_folders import remove_upload
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.registry import handler_of, known_kinds
from annotator.workspace.jobs.worker_names import new_worker_name, own_names, process_lives

log = structlog.get_logger(__name__)

STALE_AFTER = timedelta(seconds=90)
WATCHER_NEEDS = timedelta(seconds=60)
"""Longer than a job may be silent, so that a watcher has time to end it and its process."""
MAX_ATTEMPTS = 5
NOT_THIS_ATTEMPT = Greatest(F("attempts") - 1, 0)
"""The attempts of a job that its worker leaves for a reason that lies elsewhere."""
BEGUN_BY_REQUEST = frozenset({"change_overlap", "mail_invitation", "prepare_suggestions"})
"""Kinds whose request has written something already. Only their handlers can take it back, and
those are too heavy for a web process.
"""
MAILS = frozenset({"mail_invitation"})
"""Kinds that wait in the queue of mails: people wait for them, and they take seconds."""
UNFINISHED = (
    "The result is there, but what should follow it may be missing: the worker died or stopped"
    " responding each time at the last step."
)
NOT_UNDONE = (
    "Stopped: the worker died each time it tried this, and each time it tried to take back what was"
    " written. Some of that is still there. The operator can have it taken back: see Jobs in"
    " docs/operations.md."
)
CRASHED = "Stopped by an internal error. See the server's log."
DISK_FULL = "Stopped: the server's disk is full. Free some space, then start it again."


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
    """Create a job and, once the transaction is committed, tell a worker."""
    job = Job.objects.create(
        id=job_id or uuid.uuid4(),
        kind=kind,
        parameters=parameters,
        project_id=project_id,
        created_at=at,
        created_by=created_by,
        filename=filename,
        request_id=structlog.contextvars.get_contextvars().get("request", ""),
    )
    if queue:
        transaction.on_commit(partial(send_job, job.pk, queue="mail" if kind in MAILS else None))
    return job


def create_following_job(job: Job, *, kind: str, parameters: dict[str, Any], filename: str) -> None:
    """Create the job that goes on where ``job`` ends, for the same project and person.

    It is created once, even if a worker is killed between this and the end of ``job`` and another
    one runs it again.
    """
    if has_following_job(job, kind=kind):
        return
    create_job(
        job_id=_following_id(job, kind),
        kind=kind,
        parameters=parameters,
        project_id=job.project_id,
        at=timezone.now(),
        created_by=job.created_by,
        filename=filename,
    )


def has_following_job(job: Job, *, kind: str) -> bool:
    """Whether an earlier run of ``job`` has created the job that goes on where it ends."""
    return following_job(job, kind=kind) is not None


def following_job(job: Job, *, kind: str) -> Job | None:
    """The job that goes on where ``job`` ends; None where it has created none."""
    return Job.objects.filter(pk=_following_id(job, kind)).first()


def _following_id(job: Job, kind: str) -> uuid.UUID:
    return uuid.uuid5(job.pk, kind)


def send_job(job_id: uuid.UUID, *, queue: str | None = None) -> None:
    """Tell a worker to look at a job. If the broker is down, the sweep does it later."""
    try:
        send_task("jobs.run", str(job_id), queue=queue)
    except (BrokerError, OSError) as error:
        log.warning("broker_away", job=str(job_id), error=str(error))


def _claim(job_id: uuid.UUID, at: datetime) -> Job | None:
    """Take a job that nobody works on; None when it has ended or somebody does.

    A kind that only a newer version knows is left to that version's workers.
    """
    free = Q(state=JobState.QUEUED) | Q(state=JobState.RUNNING, heartbeat_at__lt=at - STALE_AFTER)
    with transaction.atomic():
        found = Job.objects.select_for_update().filter(free, pk=job_id, kind__in=known_kinds())
        job = found.first()
        if job is None or (job.state == JobState.RUNNING and not _is_stale(job, at)):
            return None
        changes = {
            "state": JobState.RUNNING,
            "worker": new_worker_name(),
            "heartbeat_at": at,
            "started_at": job.started_at or at,
            "resumed_at": at,
            "resumed_done": job.done,
            "attempts": job.attempts + 1,
        }
        for name, value in changes.items():
            setattr(job, name, value)
        job.save(update_fields=list(changes))
    return job


def run_job(*, job_id: uuid.UUID, observer: Observer | None = None) -> Job | None:
    """Run a job to its end, from its checkpoint on; None when there was nothing to do.

    A database that is away leaves the job to the sweep, which queues it again.
    """
    job = _claim(job_id, timezone.now())
    if job is None:
        return None
    with structlog.contextvars.bound_contextvars(**_names_in_logs(job)):
        # In a terminal the command itself says what happens.
        say = log.info if settings.LOG_FORMAT == "json" else log.debug
        say("job_started", kind=job.kind, attempt=job.attempts, done=job.done)
        with heartbeat_of(job.pk, job.worker) as beat:
            _run_claimed(JobContext(job, observer, beat))
        say("job_left", kind=job.kind, state=str(job.state), done=job.done)
    return job


def _names_in_logs(job: Job) -> dict[str, Any]:
    """Fields of each log line about the job: its id, who asked for it, by which request."""
    names = {"job": str(job.pk), "request": job.request_id, "user": job.created_by_id}
    return {name: value for name, value in names.items() if value}


def _run_claimed(context: JobContext) -> None:
    job = context.job
    if job.attempts > 2 * MAX_ATTEMPTS:
        # The second half of them died while they were undoing it.
        _end(job, JobState.FAILED, NOT_UNDONE)
        return
    is_past_undoing = handler_of(job.kind).is_past_undoing(job.checkpoint)
    if is_past_undoing and job.attempts > MAX_ATTEMPTS:
        _end(job, JobState.FAILED, UNFINISHED)
        return
    try:
        if not is_past_undoing:
            _check_startable(job)
        message = handler_of(job.kind).run(context)
    except JobLostError:
        log.warning("job_lost")
    except JobInterruptedError:
        _hand_back(job, attempts=NOT_THIS_ATTEMPT)
    except (OperationalError, InterfaceError) as error:
        if not is_disk_full(error):
            raise
        _abandon(context, JobState.FAILED, DISK_FULL)
    except JobCancelledError:
        _abandon(context, JobState.CANCELLED, handler_of(job.kind).cancelled)
    except (JobFailedError, DomainError) as error:
        _abandon(context, JobState.FAILED, str(error))
    except Exception as error:
        log.exception("job_crashed", kind=job.kind)
        _abandon(context, JobState.FAILED, DISK_FULL if is_disk_full(error) else CRASHED)
    else:
        _end(job, JobState.SUCCEEDED, message)


def _hand_back(job: Job, **changes: Any) -> None:
    """Leave a job to another worker, which continues from the checkpoint."""
    job.state = JobState.QUEUED
    own = Job.objects.filter(pk=job.pk, worker=job.worker, state=JobState.RUNNING)
    if own.update(state=JobState.QUEUED, **changes):
        send_job(job.pk)


def hand_back_own_jobs(*, counts: bool = True) -> list[uuid.UUID]:
    """Queue again what this process ran when the database failed; the ids that were sent.

    A process runs one job at a time, so after an error none of them is still running. The attempt
    ``counts`` unless somebody else kept a lock: then each try waits for it, so none is in a hurry.
    """
    left = _own_running_jobs()
    ids = sorted(left.values_list("pk", flat=True))
    left.update(state=JobState.QUEUED, **({} if counts else {"attempts": NOT_THIS_ATTEMPT}))
    for job_id in ids:
        send_job(job_id)
    return ids


def forget_own_attempts() -> None:
    """Don't count the attempt in which this process met a lock that somebody else kept."""
    _own_running_jobs().update(attempts=NOT_THIS_ATTEMPT)


def _own_running_jobs() -> "QuerySet[Job]":
    return Job.objects.filter(state=JobState.RUNNING, worker__startswith=own_names())


def _check_startable(job: Job) -> None:
    if job.attempts > MAX_ATTEMPTS:
        raise JobFailedError("Stopped: the worker died each time it tried this.")
    if job.cancel_requested:
        raise JobCancelledError(str(job.pk))


def _abandon(context: JobContext, state: JobState, message: str) -> None:
    """Undo and end a job, unless another worker has it by now and owns the result."""
    try:
        context.begin_undoing()
        handler_of(context.job.kind).discard(context)
    except JobLostError:
        log.warning("job_lost")
        return
    _end(context.job, state, message)


def _end(job: Job, state: JobState, message: str) -> None:
    job.state, job.message, job.finished_at = state, message, timezone.now()
    own = Job.objects.filter(pk=job.pk, worker=job.worker, state=JobState.RUNNING)
    if own.update(state=state, message=message, finished_at=job.finished_at):
        remove_upload(job.pk)


@transaction.atomic
def cancel_job(*, job: Job, at: datetime) -> Job:
    """Ask a job to stop. One that nobody has started ends at once, unless a worker has to take
    back what its request has written.

    Raises ``ConflictError`` when it has ended already.
    """
    job = Job.objects.select_for_update().get(pk=job.pk)
    if job.is_ended:
        been = "been " if job.state == JobState.CANCELLED else ""
        raise ConflictError("job_ended", f"This job has already {been}{job.state}.")
    job.cancel_requested = True
    is_untouched = job.state == JobState.QUEUED and job.started_at is None
    if is_untouched and job.kind not in BEGUN_BY_REQUEST:
        job.state, job.message, job.finished_at = JobState.CANCELLED, "Cancelled.", at
        transaction.on_commit(partial(remove_upload, job.pk))
    job.save(update_fields=["cancel_requested", "state", "message", "finished_at"])
    return job


def take_silent_job(*, job_id: uuid.UUID, worker: str) -> Job | None:
    """Take a job from a run that says nothing any more; None where another run has it, or none."""
    at = timezone.now()
    own = Job.objects.filter(pk=job_id, worker=worker, state=JobState.RUNNING)
    taken = new_worker_name()
    if not own.update(worker=taken, heartbeat_at=at):
        return None
    return Job.objects.get(pk=job_id)


def fail_silent_job(job: Job) -> None:
    """Undo and end a job that was taken from a run that hung: it would hang again.

    What people may have seen can't be undone, and only the end of such a job is left to do: it is
    tried again, as often as after a worker's death.
    """
    if handler_of(job.kind).is_past_undoing(job.checkpoint):
        _hand_back(job)
        return
    silence = describe_wait(settings.JOB_SILENCE_SECONDS)
    _abandon(JobContext(job), JobState.FAILED, f"Stopped: it did not respond for {silence}.")


def _is_stale(job: Job, at: datetime) -> bool:
    """Whether a running job has been silent for so long that another worker may continue it.

    A living process here is watched, so nobody else starts a job in which it may hang.
    """
    watched = timedelta(seconds=settings.JOB_SILENCE_SECONDS) + WATCHER_NEEDS
    patience = max(STALE_AFTER, watched) if process_lives(job.worker) else STALE_AFTER
    return job.heartbeat_at is not None and job.heartbeat_at < at - patience


def _is_orphan(job: Job) -> bool:
    """Whether the job's worker ran here and is gone."""
    return process_lives(job.worker) is False


def broken_off_job(*, kind: str, project_id: int, parameters: dict[str, Any]) -> Job | None:
    """The same job, begun earlier and killed: a command takes it up where it stopped."""
    requeue_stale_jobs(at=timezone.now())
    waiting = Job.objects.filter(
        kind=kind, project_id=project_id, state=JobState.QUEUED, started_at__isnull=False
    )
    return next((job for job in waiting if job.parameters == parameters), None)


def requeue_stale_jobs(*, at: datetime) -> list[uuid.UUID]:
    """Queue again what no worker is working on any more; the ids that were sent."""
    forgotten = Job.objects.filter(state=JobState.QUEUED, created_at__lt=at - timedelta(seconds=30))
    running = list(Job.objects.filter(state=JobState.RUNNING).exclude(worker=""))
    stale = {job.pk for job in running if _is_stale(job, at)}
    orphans = {job.pk for job in running if _is_orphan(job)}
    Job.objects.filter(pk__in=orphans, state=JobState.RUNNING).update(state=JobState.QUEUED)
    ids = set(forgotten.values_list("pk", flat=True)) | stale | orphans
    for job_id in ids:
        send_job(job_id)
    return sorted(ids)
