"""Imports of JSON lines: one example on each line, in any number of files."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings

from annotator.formats.lines import Line, LineReader, parse_object
from annotator.formats.problems import FormatError, Problem
from annotator.imports.importer import Importer
from annotator.imports.prepared import Arrival, PreparedExample
from annotator.jobs.context import JobContext
from annotator.projects.job_project import project_of
from annotator.projects.models import Kind, Project

Prepare = Callable[[dict[str, Any], Path | None], PreparedExample]
"""Makes an example of a line's object; ``FormatError`` when it is none. The path is the folder
in which files that the object names are looked up, None for an upload."""


def run_line_import(context: JobContext, *, prepare: Prepare, known_fields: frozenset[str]) -> str:
    """Import the job's files from its checkpoint on; the closing sentence.

    Raises ``JobFailedError`` when nothing shall be imported.
    """
    project = project_of(context.job, kind=Kind.NQ)
    return LineImporter(context, project, prepare, known_fields).run()


class LineImporter(Importer):
    """One run of an import of lines."""

    entries = "line"

    def __init__(
        self,
        context: JobContext,
        project: Project,
        prepare: Prepare,
        known_fields: frozenset[str],
    ) -> None:
        super().__init__(context, project)
        self._prepare = prepare
        self._known_fields = known_fields

    def count(self) -> int:
        """How many lines there are: a fortieth of the import's time."""
        total = 0
        for path in self.paths:
            with LineReader(path, on_chunk=self.stay_alive) as reader:
                total += sum(1 for _ in reader)
        return total

    def read(self) -> None:
        """Read every file."""
        for number in range(self.progress.file, len(self.paths)):
            self._read_file(number)

    def _read_file(self, number: int) -> None:
        path, name = self.paths[number], self.names[number]
        self.progress.file = number
        uploaded = path.is_relative_to(settings.UPLOAD_DIR)
        folder = None if uploaded else path.parent
        read_before = self.progress.line > 1
        first = self.progress.line
        with LineReader(path, name=name, start_line=first, on_chunk=self.stay_alive) as reader:
            for entry in reader:
                read_before = True
                if isinstance(entry, Problem):
                    self.refuse([entry])
                    line = entry.line
                else:
                    self._take_line(entry, name, folder)
                    line = entry.number
                if line is not None:
                    self.go_on_at(number, line + 1)
        if not read_before:
            nothing = Problem("the file has no lines", "Give at least one example", file=name)
            self.refuse([nothing])
        self.commit(number + 1, 1)

    def _take_line(self, line: Line, name: str, folder: Path | None) -> None:
        try:
            value = parse_object(line)
            example = self._prepare(value, folder)
        except FormatError as error:
            self.refuse([p.at(file=name, line=line.number) for p in error.problems])
            return
        if unknown := value.keys() - self._known_fields:
            self.progress.ignore(sorted(unknown))
        self.take(Arrival(example, name, line.number, "example_id"))
