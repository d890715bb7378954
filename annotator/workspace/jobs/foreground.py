"""Running a job in the terminal, as the commands do."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from django.db import InterfaceError, OperationalError
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from annotator.foundation.database.database_waits import is_lock_kept
from annotator.workspace.jobs.models import ENDED, Job
from annotator.workspace.jobs.services import forget_own_attempts, run_job

RATE_SECONDS = 300.0
"""Over how long the rate is taken: pages differ in size, and batches come in steps."""

CANCELLING = "Cancelling after the batch under way. Press Ctrl-C again to stop at once."
CONTINUED = "A worker continues the job where it stopped."


class RateColumn(ProgressColumn):
    """How fast the job is: ``12.4/s``, or ``30/min`` where that is less than one a second."""

    def render(self, task: Task) -> Text:
        """The rate, or a dash while it is unknown."""
        speed = task.finished_speed or task.speed
        return Text("-/s" if speed is None else describe_rate(speed), style="progress.data.speed")


def describe_rate(per_second: float) -> str:
    """A rate fit to read."""
    if per_second < 1:
        return f"{per_second * 60:.0f}/min"
    return f"{per_second:,.0f}/s" if per_second >= 100 else f"{per_second:.1f}/s"  # noqa: PLR2004 - three digits are enough


def run_in_foreground(job: Job) -> Job:
    """Run ``job`` here and now, with a progress bar where standard error is a terminal.

    Ctrl-C cancels the job: what it wrote is removed. A second Ctrl-C raises ``KeyboardInterrupt``,
    and the next worker removes it. Returns the job, ended, or still queued if a worker was faster.
    """
    console = Console(stderr=True)
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        RateColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        speed_estimate_period=RATE_SECONDS,
        disable=not sys.stderr.isatty(),
    )
    with progress, _interruption(console) as interruption:
        title = job.kind.replace("_", " ")
        bar = progress.add_task(title, total=None)

        def observe(seen: Job) -> None:
            what = seen.message if not seen.done and seen.total is None else title
            progress.update(bar, description=what, completed=seen.done, total=seen.total)
            if interruption:
                Job.objects.filter(pk=seen.pk).update(cancel_requested=True)

        try:
            run_job(job_id=job.pk, observer=observe)
        except KeyboardInterrupt:
            # Otherwise a worker would go on with it, as after a crash.
            Job.objects.filter(pk=job.pk).exclude(state__in=ENDED).update(cancel_requested=True)
            raise
        except (OperationalError, InterfaceError) as error:
            error.add_note(CONTINUED)
            if is_lock_kept(error):
                with suppress(OperationalError):
                    forget_own_attempts()
            raise
    return Job.objects.get(pk=job.pk)


@contextmanager
def _interruption(console: Console) -> Iterator[list[int]]:
    """A list that fills when Ctrl-C is pressed; pressed twice, it interrupts as always."""
    pressed: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        if pressed:
            signal.default_int_handler(number, frame)
        pressed.append(number)
        console.print(CANCELLING)

    try:
        before = signal.signal(signal.SIGINT, note)
    except ValueError:
        # Signals belong to the main thread; elsewhere there is no Ctrl-C to catch.
        yield pressed
        return
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)
