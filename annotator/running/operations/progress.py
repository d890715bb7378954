"""Progress of going through the database's tables, on a terminal alone."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from annotator.running.operations.archive import Observer
from annotator.running.operations.tables import all_models

EVERY = 500


@contextmanager
def table_progress(title: str) -> Iterator[Observer]:
    """Show which table is being done and how many of its rows are through."""
    order = {model._meta.db_table: number for number, model in enumerate(all_models(), 1)}
    progress = Progress(
        TextColumn("{task.description}"),
        MofNCompleteColumn(),
        TextColumn("tables, {task.fields[rows]:,} rows of the last"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
    )
    with progress:
        bar = progress.add_task(title, total=len(order), rows=0)

        def observe(table: str, rows: int) -> None:
            if rows % EVERY == 1:
                progress.update(bar, completed=order[table], rows=rows)

        yield observe
