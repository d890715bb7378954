"""The course of every import: stream, prepare, commit in batches, publish at the end."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction

from annotator.accounts.services import ensure_imported_annotator
from annotator.annotations.services import add_imported_annotation
from annotator.assignments.slots import create_slots, publish_examples
from annotator.corpus.models import Example
from annotator.corpus.services import (
    create_example,
    discard_examples,
    next_position,
    store_page,
)
from annotator.formats.lines import Line, LineReader, parse_object
from annotator.formats.problems import FormatError, Problem
from annotator.history.services import record_event
from annotator.imports.prepared import PreparedExample, stored_content
from annotator.imports.progress import ImportProgress
from annotator.jobs.context import JobContext, JobFailedError
from annotator.projects.job_project import project_of
from annotator.projects.models import Kind, Project

BATCH_EXAMPLES = 20
BATCH_PAGE_BYTES = 8 * 2**20
BATCH_SECONDS = 3.0
# Above this many bytes, counting the lines first would take longer than it is worth.
COUNTED_BYTES = 512 * 2**20

Prepare = Callable[[dict[str, Any], Path | None], PreparedExample]
"""Makes an example of a line's object; ``FormatError`` when it is none. The path is the folder
in which files that the object names are looked up, None for an upload."""


@dataclass(frozen=True, slots=True)
class _Arrival:
    """A prepared example and the line that it came from."""

    line: int
    example: PreparedExample


class _DifferingExampleError(Exception):
    """An example id that is taken by another example, while one problem is to stop everything."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(str(problem))


def run_import(context: JobContext, *, prepare: Prepare, known_fields: frozenset[str]) -> str:
    """Import the job's files from its checkpoint on; the closing sentence.

    Parameters of the job: ``paths``; optional ``names`` (what problems call the files),
    ``annotations`` (bring human annotations too), ``on_error`` (``stop`` or ``skip``), ``split``.
    Raises ``JobFailedError`` when nothing shall be imported.
    """
    project = project_of(context.job, kind=Kind.NQ)
    progress = ImportProgress.of(context.checkpoint)
    if not progress.published:
        Importer(context, project, progress, prepare, known_fields).run()
    return progress.sentence()


def discard_import(context: JobContext) -> None:
    """Delete what an import wrote that was not published."""
    discard_examples(import_job=context.job.pk)


class Importer:
    """One run of an import."""

    def __init__(
        self,
        context: JobContext,
        project: Project,
        progress: ImportProgress,
        prepare: Prepare,
        known_fields: frozenset[str],
    ) -> None:
        self._context = context
        self._project = project
        self._progress = progress
        self._prepare = prepare
        self._known_fields = known_fields
        parameters = context.parameters
        self._paths = [Path(path) for path in parameters["paths"]]
        self._names: list[str] = parameters.get("names") or [path.name for path in self._paths]
        self._with_annotations = bool(parameters.get("annotations"))
        self._stops = parameters.get("on_error", "stop") == "stop"
        self._split: str = parameters.get("split", "")
        self._batch: list[_Arrival] = []
        self._problems: list[Problem] = []
        self._batch_began = time.monotonic()

    def run(self) -> None:
        """Read every file and publish what came of it."""
        if self._progress.done == 0:
            self._context.save(total=self._count_lines(), message="Reading the file")
        for number in range(self._progress.file, len(self._paths)):
            self._read_file(number)
        if self._progress.refused and not (self._progress.imported or self._progress.same):
            raise JobFailedError("No line could be imported; the problems are listed.")
        self._publish()

    def _count_lines(self) -> int | None:
        if sum(path.stat().st_size for path in self._paths if path.exists()) > COUNTED_BYTES:
            return None
        total = 0
        for path in self._paths:
            with LineReader(path) as reader:
                total += sum(1 for _ in reader)
        return total

    def _read_file(self, number: int) -> None:
        path, name = self._paths[number], self._names[number]
        self._progress.file = number
        uploaded = path.is_relative_to(settings.UPLOAD_DIR)
        folder = None if uploaded else path.parent
        read_before = self._progress.line > 1
        with LineReader(path, name=name, start_line=self._progress.line) as reader:
            for entry in reader:
                read_before = True
                if isinstance(entry, Problem):
                    self._refuse([entry])
                    continue
                self._take(entry, name, folder)
                if self._is_full():
                    self._commit(number, entry.number + 1)
        if not read_before:
            nothing = Problem("the file has no lines", "Give at least one example", file=name)
            self._refuse([nothing])
        self._commit(number + 1, 1)

    def _take(self, line: Line, name: str, folder: Path | None) -> None:
        try:
            value = parse_object(line)
            example = self._prepare(value, folder)
        except FormatError as error:
            self._refuse([p.at(file=name, line=line.number) for p in error.problems])
            return
        if unknown := value.keys() - self._known_fields:
            self._progress.ignore(sorted(unknown))
        self._batch.append(_Arrival(line.number, example))

    def _refuse(self, problems: list[Problem]) -> None:
        self._progress.refused += 1
        self._problems += problems
        if self._stops:
            self._stop(problems[0])

    def _stop(self, problem: Problem) -> None:
        with transaction.atomic():
            self._list_problems()
        where = ":".join(str(part) for part in (problem.file, problem.line) if part)
        raise JobFailedError(f"Stopped at {where}. Nothing was imported.")

    def _list_problems(self) -> None:
        for problem in self._problems:
            self._context.add_problem(
                problem=f"{problem.problem}.",
                fix=f"{problem.fix}.",
                file=problem.file[-255:],
                line=problem.line,
                field=problem.field,
            )
        self._problems = []

    def _is_full(self) -> bool:
        waiting = sum(arrival.example.page.page.byte_count for arrival in self._batch)
        return (
            len(self._batch) >= BATCH_EXAMPLES
            or waiting >= BATCH_PAGE_BYTES
            or time.monotonic() - self._batch_began >= BATCH_SECONDS
        )

    def _commit(self, file: int, line: int) -> None:
        """Write the batch and the checkpoint together."""
        name = self._names[self._progress.file]
        try:
            with transaction.atomic():
                # Two imports of one project take turns, so that positions stay in order.
                project = Project.objects.select_for_update().get(pk=self._project.pk)
                position = next_position(project)
                for arrival in self._without_duplicates(name):
                    self._write(arrival.example, position)
                    position += 1
                self._list_problems()
                self._progress.file, self._progress.line = file, line
                self._context.save(
                    done=self._progress.done,
                    message=f"{self._progress.done:,} examples read",
                    checkpoint=self._progress.checkpoint(),
                )
        except _DifferingExampleError as error:
            self._problems.append(error.problem)
            self._stop(error.problem)
        self._batch = []
        self._batch_began = time.monotonic()

    def _without_duplicates(self, name: str) -> list[_Arrival]:
        """The batch's examples that are new. The same ones are counted, differing ones refused."""
        ids = [arrival.example.example_id for arrival in self._batch]
        stored = {
            example.example_id: example
            for example in Example.objects.filter(project=self._project, example_id__in=ids)
            .select_related("question", "page")
            .order_by("pk")
        }
        fresh: dict[int, _Arrival] = {}
        for arrival in self._batch:
            number = arrival.example.example_id
            content = arrival.example.content(with_annotations=self._with_annotations)
            if number in fresh:
                first = fresh[number].example.content(with_annotations=self._with_annotations)
                self._count_duplicate(arrival, name, same=first == content)
            elif number in stored:
                before = stored[number]
                if not before.is_published and before.import_job != self._context.job.pk:
                    self._refuse_duplicate(
                        Problem(
                            "another import is bringing this example",
                            "Wait until that import has ended, or cancel it",
                            field="example_id",
                            file=name,
                            line=arrival.line,
                        )
                    )
                    continue
                known = stored_content(before, with_annotations=self._with_annotations)
                self._count_duplicate(arrival, name, same=known == content)
            else:
                fresh[number] = arrival
        return list(fresh.values())

    def _count_duplicate(self, arrival: _Arrival, name: str, *, same: bool) -> None:
        if same:
            self._progress.same += 1
            return
        self._refuse_duplicate(
            Problem(
                f"{arrival.example.example_id} belongs to an example with other content",
                "Give it an id of its own, or import it into another project",
                field="example_id",
                file=name,
                line=arrival.line,
            )
        )

    def _refuse_duplicate(self, problem: Problem) -> None:
        if self._stops:
            raise _DifferingExampleError(problem)
        self._progress.refused += 1
        self._problems.append(problem)

    def _write(self, prepared: PreparedExample, position: int) -> None:
        at = self._context.job.created_at
        annotations = prepared.annotations if self._with_annotations else ()
        example = create_example(
            project=self._project,
            example_id=prepared.example_id,
            question_text=prepared.question_text,
            question_tokens=(
                None if prepared.question_tokens is None else list(prepared.question_tokens)
            ),
            page=store_page(prepared=prepared.page),
            position=position,
            at=at,
            split=prepared.split or self._split,
            overlap=max(self._project.overlap, len(annotations)),
            import_job=self._context.job.pk,
        )
        create_slots(examples=[example])
        for number, annotation in enumerate(annotations):
            add_imported_annotation(
                example=example,
                slot_number=number,
                annotator=ensure_imported_annotator(
                    username=f"{self._project.slug}-imported-{number + 1}",
                    display_name=f"Imported annotator {number + 1}",
                ),
                annotation_id=annotation.annotation_id,
                checked=annotation.checked,
                at=at,
            )
        self._progress.imported += 1
        self._progress.annotations += len(annotations)

    @transaction.atomic
    def _publish(self) -> None:
        job = self._context.job
        published = publish_examples(project=self._project, import_job=job.pk)
        record_event(
            at=job.created_at,
            actor=job.created_by,
            verb="imported",
            subject="job",
            subject_id=job.pk,
            project_id=self._project.pk,
            details={"examples": published, "files": self._names},
        )
        self._progress.published = True
        self._context.save(
            done=self._progress.done,
            total=self._progress.done,
            checkpoint=self._progress.checkpoint(),
        )
