"""Jobs whose worker is killed between two checkpoints."""

from datetime import timedelta

from annotator.jobs.models import Job
from annotator.jobs.services import run_job


class WorkerKilledError(BaseException):
    """Ends a job as a kill does: nobody is left to tidy up."""


def kill_at_save(number: int, job: Job) -> bool:
    """Run ``job`` until its ``number``-th checkpoint is about to be committed; whether it was.

    A bare sign of life, which comes every few seconds on a slow machine, is none.
    """
    saves, before = 0, ""

    def observe(saved: Job) -> None:
        nonlocal saves, before
        says = repr((saved.done, saved.total, saved.message, saved.checkpoint))
        if says == before:
            return
        saves, before = saves + 1, says
        if saves == number:
            raise WorkerKilledError

    try:
        run_job(job_id=job.pk, observer=observe)
    except WorkerKilledError:
        return True
    return False


def make_stale(job: Job) -> None:
    """Let the job look as it does a while after its worker was killed."""
    job.refresh_from_db()
    if job.heartbeat_at:
        Job.objects.filter(pk=job.pk).update(heartbeat_at=job.heartbeat_at - timedelta(hours=1))
