"""Celery's side of jobs."""

import threading
import uuid

from celery import shared_task
from celery.signals import celeryd_after_setup, worker_ready, worker_shutdown, worker_shutting_down
from django.db import InterfaceError, OperationalError, connection
from django.utils import timezone

from annotator.foundation.database.database_waits import is_lock_kept
from annotator.workspace.jobs.apps import share_what_is_loaded
from annotator.workspace.jobs.heartbeats import Heartbeats
from annotator.workspace.jobs.job_folders import remove_old_files
from annotator.workspace.jobs.presence import mark_worker_seen
from annotator.workspace.jobs.services import hand_back_own_jobs, requeue_stale_jobs, run_job
from annotator.workspace.jobs.stopping import ask_to_stop
from annotator.workspace.jobs.watching import start_watching


@shared_task(name="jobs.run")
def run_job_task(job_id: str) -> None:
    """Run one job; a second message for the same job finds it taken and does nothing."""
    try:
        run_job(job_id=uuid.UUID(job_id))
    except (OperationalError, InterfaceError) as error:
        hand_back_once_the_database_answers(counts=not is_lock_kept(error))
        raise


def hand_back_once_the_database_answers(*, counts: bool) -> None:
    """Wait up to a minute; after that the sweep finds the job by its heartbeat."""
    pause = threading.Event()
    # The error's traceback may keep a read of the job open, and then SQLite lets this connection
    # write nothing.
    connection.close()
    for _ in range(60):
        connection.close_if_unusable_or_obsolete()
        try:
            hand_back_own_jobs(counts=counts)
        except (OperationalError, InterfaceError):
            pause.wait(1)
        else:
            return


@shared_task(name="jobs.requeue_stale")
def requeue_stale_jobs_task() -> None:
    """Queue again what a killed worker left behind; also the sign that a worker answers."""
    mark_worker_seen()
    requeue_stale_jobs(at=timezone.now())


@shared_task(name="jobs.remove_old_files")
def remove_old_files_task() -> None:
    """Delete old results and forgotten files."""
    remove_old_files(at=timezone.now())


# The last moment before the pool: what the worker loads after a fork, its forks don't share.
@celeryd_after_setup.connect
def watch_jobs(**_: object) -> None:
    """Something outside the processes that run jobs sees when one hangs."""
    share_what_is_loaded()
    start_watching()


@worker_ready.connect
def requeue_at_start(**_: object) -> None:
    """A worker that starts first picks up what its predecessor left behind."""
    mark_worker_seen()
    requeue_stale_jobs(at=timezone.now())


@worker_shutdown.connect
def end_watching(**_: object) -> None:
    """No job is left; the watcher ends with its worker."""
    Heartbeats.close()


@worker_shutting_down.connect
def stop_jobs(**_: object) -> None:
    """A worker that is asked to end leaves its jobs after their present batch."""
    ask_to_stop()
