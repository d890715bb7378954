"""Ending jobs that hang, from outside their processes.

A worker forks one watcher, before the processes that run jobs: it shares the worker's memory and
ends with it. It needs neither the broker nor a free process of the pool, which a hanging job may
hold up. Should the watcher be killed by itself, the worker ends too, and whatever keeps the worker
running starts both again: a watcher that is forked later would share the worker's connections.
"""

import contextlib
import os
import signal
import threading
import time
from pathlib import Path

import structlog
from django.conf import settings
from django.db import InterfaceError, OperationalError, connections

from annotator.workspace.jobs.heartbeats import Heartbeat, Heartbeats
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import fail_silent_job, take_silent_job

log = structlog.get_logger(__name__)

LOOK_SECONDS = 5.0


def start_watching() -> None:
    """Fork the watcher of this worker. Call it before its pool is forked."""
    worker, folder = os.getpid(), Heartbeats.open()
    if watcher := os.fork():
        threading.Thread(target=_end_after, args=(watcher,), daemon=True).start()
        return
    try:
        # A signal to the whole group asks the worker to finish, and the watcher follows it.
        for ignored in (signal.SIGINT, signal.SIGTERM):
            signal.signal(ignored, signal.SIG_IGN)
        while os.getppid() == worker and folder.is_dir():
            look_at_jobs(folder, worker=worker)
            time.sleep(LOOK_SECONDS)
    finally:
        # Remove the folder of a killed worker.
        Heartbeats.close()
        os._exit(0)


def _end_after(watcher: int) -> None:
    """End this worker if its watcher ends before it."""
    os.waitpid(watcher, 0)
    if Heartbeats.folder is not None:
        log.error("watcher_ended", process=watcher)
        Heartbeats.close()
        # At once: a job that hangs would hold up an orderly end, and nobody would end that job.
        os._exit(1)


def look_at_jobs(folder: Path, *, worker: int) -> None:
    """End the jobs of process ``worker`` that have been silent for too long."""
    try:
        for heartbeat in Heartbeat.all_in(folder):
            if heartbeat.silent_seconds() > settings.JOB_SILENCE_SECONDS:
                end_silent_job(heartbeat, worker=worker)
                connections.close_all()
    except Exception:
        # Nobody else ends jobs that hang, so one failure must not be the last look.
        log.exception("look_at_jobs_failed")


def end_silent_job(heartbeat: Heartbeat, *, worker: int) -> None:
    """End a job and the process that hangs in it, a child of process ``worker``.

    Where the database does not answer, the job is found by the sweep once it does.
    """
    log.error("job_silent", job=str(heartbeat.job_id), process=heartbeat.process)
    # First the job: its message comes back when the process ends, and nobody is to begin it again.
    job = _take(heartbeat)
    if _parent_of(heartbeat.process) == worker:
        with contextlib.suppress(ProcessLookupError):
            os.kill(heartbeat.process, signal.SIGKILL)
    # The process itself may have kept the database locked.
    job = job or _take(heartbeat)
    if job is not None:
        try:
            fail_silent_job(job)
        except (OperationalError, InterfaceError) as error:
            log.warning("database_away", error=str(error))
    heartbeat.path.unlink(missing_ok=True)


def _take(heartbeat: Heartbeat) -> Job | None:
    try:
        return take_silent_job(job_id=heartbeat.job_id, worker=heartbeat.worker)
    except (OperationalError, InterfaceError) as error:
        log.warning("database_away", error=str(error))
        return None


def _parent_of(process: int) -> int | None:
    """None if the process has ended."""
    try:
        status = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return None
    return int(status.rpartition(")")[2].split()[1])
