"""Named tables that a job appends to, and that the next job of its kind inherits."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

from annotator.foundation.files.growing_file import append_line, whole_lines
from annotator.workspace.jobs.context import JobContext


class JobTables:
    """JSON lines in the folder of a job's result, each table in a file of its name.

    One table is the result. What is appended survives a kill. The files go with the result, unless
    they are removed before.
    """

    def __init__(self, folder: Path, slug: str) -> None:
        self._folder, self._slug = folder, slug

    @classmethod
    def of(cls, context: JobContext, slug: str, *, result: str) -> Self:
        """The tables of a job of the project ``slug`` whose result is the table ``result``."""
        return cls(context.result_file(f"{slug}-{result}.jsonl").parent, slug)

    def path(self, name: str) -> Path:
        """Where a table is. Files beside it whose names begin with its own belong to it."""
        return self._folder / f"{self._slug}-{name}.jsonl"

    def rows(self, name: str) -> Iterator[dict[str, Any]]:
        """The rows of a table so far; without a file it has none."""
        return whole_lines(self.path(name))

    def append(self, name: str, row: dict[str, Any]) -> None:
        """Add a row, and bring it to the disk."""
        append_line(self.path(name), row)

    def inherit(self, result: Path, *names: str) -> None:
        """Take these tables from the folder of an earlier job's ``result``, unless they are here
        already.
        """
        for name in names:
            for source in result.parent.glob(f"{self.path(name).name}*"):
                target = self._folder / source.name
                if not target.exists():
                    source.replace(target)

    def remove(self, *names: str) -> None:
        """Delete these tables."""
        for name in names:
            for path in self._folder.glob(f"{self.path(name).name}*"):
                path.unlink()
