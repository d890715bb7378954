"""Running a job in the terminal, as the commands do."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from annotator.jobs.models import Job
from annotator.jobs.services import run_job


def run_in_foreground(job: Job) -> Job:
    """Run ``job`` here and now, with a progress bar where standard error is a terminal.

    Ctrl-C cancels the job: what it wrote is removed. The job comes back ended, or queued still
    when a worker was faster.
    """
    console = Console(stderr=True)
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        disable=not sys.stderr.isatty(),
    )
    with progress, _interruption() as interruption:
        bar = progress.add_task(job.kind.replace("_", " "), total=None)

        def observe(seen: Job) -> None:
            progress.update(bar, completed=seen.done, total=seen.total)
            if interruption:
                Job.objects.filter(pk=seen.pk).update(cancel_requested=True)

        run_job(job_id=job.pk, observer=observe)
    return Job.objects.get(pk=job.pk)


@contextmanager
def _interruption() -> Iterator[list[int]]:
    """A list that fills when Ctrl-C is pressed; pressed twice, it interrupts as always."""
    pressed: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        if pressed:
            signal.default_int_handler(number, frame)
        pressed.append(number)

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
