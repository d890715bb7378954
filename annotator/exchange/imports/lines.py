"""Imports of JSON lines: one example on each line, in any number of files."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from annotator.exchange.imports.fetched_lines import FetchedLines
from annotator.exchange.imports.importer import Importer
from annotator.exchange.imports.line_packing import (
    Chunk,
    LinePacking,
    Outcome,
    PackedLine,
    Packing,
    chunks_of,
    placed,
)
from annotator.exchange.imports.origin import Origin
from annotator.exchange.imports.prepared import Arrival
from annotator.exchange.imports.prepared_question import (
    PreparedQuestion,
    Repacking,
    write_questions,
)
from annotator.material.corpus.rendering_job import render_first_pages, start_rendering
from annotator.material.formats.lines import Line, LineReader
from annotator.material.formats.problems import Problem
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.jobs.process_pool import ProcessDiedError, ProcessPool
from annotator.workspace.projects.job_project import project_of
from annotator.workspace.projects.models import Project

LINES_FOR_A_POOL = 8
"""Fewer lines than this are packed right here: starting a pool takes as long."""


def run_line_import(
    context: JobContext,
    *,
    packing: Packing,
    known_fields: frozenset[str],
    anew: Packing | None = None,
    importer: "type[LineImporter] | None" = None,
) -> str:
    """Import the job's files from its checkpoint; the closing sentence. ``anew`` packs lines again
    if ``packing`` took their pages for stored, but the pages are gone by the time of writing.
    ``importer`` may refuse more than ``LineImporter`` does.

    Raises ``JobFailedError`` when nothing is to be imported.
    """
    project = project_of(context.job)
    first, again = (LinePacking(each, known_fields) for each in (packing, anew or packing))
    return (importer or LineImporter)(context, project, first, again).run()


class LineImporter(Importer):
    """One run of an import of lines: packed in a pool of processes, written here in their order."""

    entries = "line"

    def __init__(
        self, context: JobContext, project: Project, packing: LinePacking, anew: LinePacking
    ) -> None:
        super().__init__(context, project)
        self._packing = packing
        self._anew = anew
        self._pool: ProcessPool[Chunk, list[Outcome | None]] | None = None
        self._fetched: FetchedLines | None = None

    def count(self) -> int:
        """How many lines there are: a fortieth of the import's time."""
        total = 0
        for path in self.paths:
            with LineReader(path, on_chunk=self.context.stay_alive) as reader:
                total += sum(1 for _ in reader)
        return total

    def read(self) -> None:
        """Read every file."""
        processes = settings.IMPORT_PROCESSES
        left = (self.context.job.total or 0) - self.progress.done
        if self.context.parameters.get("fetch"):
            if not self.progress.has_begun:
                self.check_before_fetching(self._problems_in_lines())
            self._fetched = FetchedLines(self.context, slug=self.project.slug)
        with ExitStack() as stack:
            if processes > 1 and left >= LINES_FOR_A_POOL:
                pool = ProcessPool(
                    self._packing,
                    processes=processes,
                    silence_seconds=settings.JOB_SILENCE_SECONDS,
                )
                self._pool = stack.enter_context(pool)
            for number in range(self.progress.file, len(self.paths)):
                self._read_file(number)

    def _problems_in_lines(self) -> Iterator[Problem]:
        for path, name in zip(self.paths, self.names, strict=True):
            with LineReader(path, name=name, on_chunk=self.context.stay_alive) as reader:
                yield from FetchedLines.problems_in(iter(reader), name=name)

    def _read_file(self, number: int) -> None:
        path, name = self.paths[number], self.names[number]
        self.progress.file = number
        uploaded = path.is_relative_to(settings.UPLOAD_DIR)
        folder = None if uploaded else path.parent
        read_before = self.progress.line > 1
        first = self.progress.line
        with LineReader(
            path, name=name, start_line=first, on_chunk=self.context.stay_alive
        ) as reader:
            entries = self._fetched.fill(iter(reader), name=name) if self._fetched else iter(reader)
            for entry, outcome in self._outcomes(entries, folder):
                read_before = True
                if isinstance(entry, Problem):
                    self.refuse([entry])
                    line = entry.line
                else:
                    self._take_line(entry, outcome, name, folder)
                    line = entry.number
                if line is not None:
                    self.go_on_at(number, line + 1)
        if not read_before:
            nothing = Problem("the file has no lines", "Give at least one example", file=name)
            self.refuse([nothing])
        if self._fetched:
            self.progress.fetched_pages = self._fetched.pages
        self.commit(number + 1, 1)

    def _outcomes(
        self, entries: Iterator[Line | Problem], folder: Path | None
    ) -> Iterator[tuple[Line | Problem, Outcome | None]]:
        """Each entry of a file with its result, in the order of the file."""
        if self._pool is None:
            for entry in entries:
                yield entry, self._packing(Chunk((entry,), folder))[0]
            return
        done = self._pool.map(
            chunks_of(entries, folder),
            size_of=lambda chunk: chunk.size,
            while_waiting=self.context.stay_alive,
        )
        try:
            for chunk, outcomes in done:
                yield from zip(chunk.entries, outcomes, strict=True)
        except ProcessDiedError as error:
            raise JobFailedError(
                "Stopped: one page crashes or blocks every process that reads it, perhaps because "
                "memory runs out."
            ) from error

    def _take_line(
        self, line: Line, outcome: Outcome | None, name: str, folder: Path | None
    ) -> None:
        if isinstance(outcome, PackedLine):
            if outcome.unknown:
                self.progress.ignore(outcome.unknown)
            again = Repacking(self._anew, line, folder)
            is_whole = outcome.question.page.has_content
            question = PreparedQuestion(outcome.question, None if is_whole else again)
            self.take(Arrival(question, name, line.number, "example_id"))
        else:
            self.refuse(placed(outcome or (), file=name, line=line.number))

    def complete(self) -> None:
        """Render the pages that will be opened first."""
        if self.progress.imported:
            render_first_pages(
                project_id=self.project.pk,
                import_job=self.context.job.pk,
                stay_alive=self.context.stay_alive,
            )

    def published(self) -> None:
        """Let a quiet worker render the other pages before anybody opens them."""
        if self.progress.imported:
            job = self.context.job
            start_rendering(project_id=self.project.pk, import_job=job.pk, at=timezone.now())

    def write(self, fresh: Sequence[Arrival], origins: Sequence[Origin]) -> None:
        """Write a batch by batches of rows."""
        questions = [each.example for each in fresh if isinstance(each.example, PreparedQuestion)]
        write_questions(questions, origins)
