"""The view that a job's handler has of its job."""

import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import F
from django.utils import timezone

from annotator.workspace.jobs.models import Job, JobProblem, JobState
from annotator.workspace.jobs.stopping import stop_was_asked

MAX_PROBLEMS = 10_000
"""How many problems of a job are listed. All of them are counted."""

HEARTBEAT_SECONDS = 5.0
"""How long a job that only reads or waits says nothing."""

Observer = Callable[[Job], None]


class JobCancelledError(Exception):
    """Somebody asked for the job to stop."""


class JobLostError(Exception):
    """Another worker has taken the job over; this one must stop without a trace."""


class JobInterruptedError(Exception):
    """The worker was asked to end; another one continues from the checkpoint."""


class JobFailedError(Exception):
    """The job cannot succeed; the message is a sentence for the user."""


class JobContext:
    """Progress, checkpoint and problems of one running job.

    ``save`` belongs in the same transaction as the rows that it speaks of: then a killed
    worker's successor finds rows and checkpoint in step.
    """

    def __init__(
        self,
        job: Job,
        observer: Observer | None = None,
        beat: Callable[[], None] = lambda: None,
    ) -> None:
        self.job = job
        self._observer = observer
        self._beat = beat
        self._heard_at = time.monotonic()

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters that the job was created with."""
        parameters: dict[str, Any] = self.job.parameters
        return parameters

    @property
    def checkpoint(self) -> dict[str, Any]:
        """The checkpoint of the last ``save``; empty at the first start."""
        checkpoint: dict[str, Any] = self.job.checkpoint
        return checkpoint

    @property
    def run_token(self) -> str:
        """Letters and digits that no other run, of this job or another, has."""
        return self.job.worker.rpartition(":")[2]

    def save(
        self,
        *,
        done: int | None = None,
        kept: int | None = None,
        total: int | None = None,
        message: str | None = None,
        checkpoint: dict[str, Any] | None = None,
        further: bool = False,
    ) -> None:
        """Store progress and prove that the worker is alive.

        ``done`` counts what this run has done. ``kept`` takes its place where the next worker finds
        that work done: it never goes back, and where it is more than any run had, the workers that
        died before don't count any more. ``further`` says the same of work that ``kept`` doesn't
        count. Give neither for what the next worker does again: the job would be tried for ever.

        Raises ``JobLostError`` when another worker has taken the job over and
        ``JobCancelledError`` when a stop was asked for.
        """
        job = self.job
        if kept is not None:
            further = further or kept > job.done
            done = max(kept, job.done)
        changes: dict[str, Any] = {"heartbeat_at": timezone.now()}
        given = {"done": done, "total": total, "message": message, "checkpoint": checkpoint}
        changes |= {name: value for name, value in given.items() if value is not None}
        if further:
            # Only a worker that dies again at the same place is a reason to give up.
            changes["attempts"] = 1
        self._change(**changes)
        for name, value in changes.items():
            setattr(job, name, value)
        if self._observer:
            self._observer(job)
        if Job.objects.filter(pk=job.pk, cancel_requested=True).exists():
            raise JobCancelledError(str(job.pk))

    def stay_alive(self) -> None:
        """Prove every few seconds that the worker is alive, and end here where that was asked for.

        Call it often while the job reads or waits, outside of any transaction. Raises what
        ``let_worker_end`` and ``save`` raise.
        """
        if self._was_silent():
            self.let_worker_end()
            self.save()

    def stay_alive_to_the_end(self) -> None:
        """The same for a job that is too far to stop. Raises ``JobLostError`` as ``stay`` does."""
        if self._was_silent():
            self.stay()

    def _was_silent(self) -> bool:
        return time.monotonic() - self._heard_at >= HEARTBEAT_SECONDS

    def stay(self) -> None:
        """Prove that the worker is alive, without regard to a stop that was asked for.

        Raises ``JobLostError`` when another worker has taken the job over.
        """
        self._change(heartbeat_at=timezone.now())

    def begin_undoing(self) -> None:
        """Clear the stored checkpoint: a worker that continues after this one starts again.

        Raises ``JobLostError`` when another worker has taken the job over.
        """
        self._change(heartbeat_at=timezone.now(), checkpoint={})

    def _change(self, **changes: Any) -> None:
        job = self.job
        self._beat()
        own = Job.objects.filter(pk=job.pk, worker=job.worker, state=JobState.RUNNING)
        if not own.update(**changes):
            raise JobLostError(str(job.pk))
        self._heard_at = time.monotonic()

    def let_worker_end(self) -> None:
        """Stop here where the worker was asked to end: everything up to here is committed.

        Belongs outside of any transaction. Raises ``JobInterruptedError``.
        """
        if stop_was_asked():
            raise JobInterruptedError(str(self.job.pk))

    def add_problems(self, problems: Sequence[JobProblem]) -> None:
        """Count what is wrong with the input, and list it up to ``MAX_PROBLEMS``.

        ``problems`` are unsaved and need no job. Call it in the transaction of ``save``.
        """
        if not problems:
            return
        room = max(0, MAX_PROBLEMS - self.job.problems.count())
        for problem in problems[:room]:
            problem.job = self.job
        JobProblem.objects.bulk_create(problems[:room], batch_size=500)
        Job.objects.filter(pk=self.job.pk).update(problem_total=F("problem_total") + len(problems))

    def result_file(self, name: str) -> Path:
        """Where the job's result goes. The download will be called ``name``."""
        folder = Path(settings.RESULT_DIR) / str(self.job.pk)
        folder.mkdir(parents=True, exist_ok=True)
        Job.objects.filter(pk=self.job.pk).update(
            result_path=f"{self.job.pk}/{name}", result_name=name
        )
        self.job.result_path, self.job.result_name = f"{self.job.pk}/{name}", name
        return folder / name

    def discard_result(self) -> None:
        """Delete the job's result, finished or not."""
        shutil.rmtree(Path(settings.RESULT_DIR) / str(self.job.pk), ignore_errors=True)
        Job.objects.filter(pk=self.job.pk).update(result_path="", result_name="")
        self.job.result_path = self.job.result_name = ""
