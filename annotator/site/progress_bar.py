"""A progress bar for what a command does outside of a job, on a terminal alone."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)


@contextmanager
def progress_bar(title: str, *, total: int) -> Iterator[Callable[[int], None]]:
    """Show a bar; what it gives is told how much is done."""
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
    )
    with progress:
        bar = progress.add_task(title, total=total)
        yield lambda done: progress.update(bar, completed=done)
