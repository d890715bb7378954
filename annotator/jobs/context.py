"""What a job's handler sees of its job."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone

from annotator.jobs.models import Job, JobProblem, JobState

MAX_PROBLEMS = 1000

Observer = Callable[[Job], None]


class JobCancelledError(Exception):
    """Somebody asked for the job to stop."""


class JobLostError(Exception):
    """Another worker has taken the job over; this one must stop without a trace."""


class JobFailedError(Exception):
    """The job cannot succeed; the message is a sentence for the user."""


class JobContext:
    """Progress, checkpoint and problems of one running job.

    ``save`` belongs into the same transaction as the rows that it speaks of: then a killed
    worker's successor finds rows and checkpoint in step.
    """

    def __init__(self, job: Job, observer: Observer | None = None) -> None:
        self.job = job
        self._observer = observer

    @property
    def parameters(self) -> dict[str, Any]:
        """What the job was created with."""
        parameters: dict[str, Any] = self.job.parameters
        return parameters

    @property
    def checkpoint(self) -> dict[str, Any]:
        """What the last ``save`` stored; empty at the first start."""
        checkpoint: dict[str, Any] = self.job.checkpoint
        return checkpoint

    def save(
        self,
        *,
        done: int | None = None,
        total: int | None = None,
        message: str | None = None,
        checkpoint: dict[str, Any] | None = None,
    ) -> None:
        """Store progress and prove that the worker is alive.

        Raises ``JobLostError`` when another worker has taken the job over and
        ``JobCancelledError`` when a stop was asked for.
        """
        job = self.job
        changes: dict[str, Any] = {"heartbeat_at": timezone.now()}
        given = {"done": done, "total": total, "message": message, "checkpoint": checkpoint}
        changes |= {name: value for name, value in given.items() if value is not None}
        own = Job.objects.filter(pk=job.pk, worker=job.worker, state=JobState.RUNNING)
        if not own.update(**changes):
            raise JobLostError(str(job.pk))
        for name, value in changes.items():
            setattr(job, name, value)
        if self._observer:
            self._observer(job)
        if Job.objects.filter(pk=job.pk, cancel_requested=True).exists():
            raise JobCancelledError(str(job.pk))

    def add_problem(
        self,
        *,
        problem: str,
        fix: str = "",
        file: str = "",
        line: int | None = None,
        field: str = "",
    ) -> None:
        """List one thing that is wrong with the input (the first 1,000 are kept)."""
        if self.job.problems.count() < MAX_PROBLEMS:
            JobProblem.objects.create(
                job=self.job, problem=problem, fix=fix, file=file, line=line, field=field[:200]
            )

    def result_file(self, name: str) -> Path:
        """Where the job's result goes. The download will be called ``name``."""
        folder = Path(settings.RESULT_DIR) / str(self.job.pk)
        folder.mkdir(parents=True, exist_ok=True)
        Job.objects.filter(pk=self.job.pk).update(
            result_path=f"{self.job.pk}/{name}", result_name=name
        )
        self.job.result_path, self.job.result_name = f"{self.job.pk}/{name}", name
        return folder / name
