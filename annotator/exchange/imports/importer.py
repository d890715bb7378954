"""The course of every import: prepare, commit in batches, publish at the end."""

import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from annotator.collecting.assignments.slots import publish_examples
from annotator.exchange.imports.annotators import discard_unused_annotators
from annotator.exchange.imports.import_splits import ImportSplits
from annotator.exchange.imports.listed_problems import listed_problem
from annotator.exchange.imports.origin import Origin
from annotator.exchange.imports.prepared import Arrival
from annotator.exchange.imports.progress import ImportProgress
from annotator.exchange.imports.unchanged_files import Fingerprint, describe_change, fingerprint_of
from annotator.material.corpus.models import Example, Purpose
from annotator.material.corpus.publication import record_publication
from annotator.material.corpus.services import discard_batch, next_position
from annotator.material.corpus.split_draws import NewQuestion, splits_of_new
from annotator.material.formats.problems import MOST_FOUND, Problem
from annotator.workspace.history.services import record_event
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.jobs.models import ENDED, Job
from annotator.workspace.projects.hidden_split import sees_hidden_split
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project

BATCH_PAGE_BYTES = 8 * 2**20
BATCH_SECONDS = 3.0
LOOKS_ON_SECONDS = 60.0


class _RefusedExampleError(Exception):
    """An example that can't be written, while one problem is to stop everything."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(str(problem))


def is_published(checkpoint: dict[str, Any]) -> bool:
    """Whether an import with this checkpoint has shown its examples to everybody."""
    return bool(checkpoint.get("published"))


def discard_import(context: JobContext) -> None:
    """Delete an import's unpublished rows, and the annotators that only it needed."""
    while _discard_batch(context):
        pass
    project = Project.objects.filter(pk=context.job.project_id or 0).first()
    if project is not None:
        discard_unused_annotators(project=project)


@transaction.atomic
def _discard_batch(context: JobContext) -> int:
    # Locks the job until the batch is gone, so that nobody takes it over and writes meanwhile.
    context.stay()
    return discard_batch(import_job=context.job.pk)


class Importer(ABC):
    """One run of an import, from the job's checkpoint on.

    Parameters of the job: ``paths``; optional ``names`` (what problems call the files),
    ``annotations`` (bring human annotations too), ``on_error`` (``stop`` or ``skip``), ``split``.
    What reads a format says how many entries there are and takes them one by one.
    """

    entries = "example"
    """The format's word for an entry of its file, to count refused ones."""

    def __init__(self, context: JobContext, project: Project) -> None:
        self.context = context
        self.project = project
        self.progress = ImportProgress.of(context.checkpoint)
        parameters = context.parameters
        self.paths = [Path(path) for path in parameters["paths"]]
        self.names: list[str] = parameters.get("names") or [path.name for path in self.paths]
        self.with_annotations = bool(parameters.get("annotations"))
        self.stops = parameters.get("on_error", "stop") == "stop"
        self.split: str = parameters.get("split", "")
        self.splits = ImportSplits(self.split)
        self._batch: list[Arrival] = []
        self._problems: list[Problem] = []
        self._places: set[tuple[str, int | str]] = set()
        self._first: Problem | None = None
        self._stopped_at = 0.0
        self._batch_began = time.monotonic()

    @abstractmethod
    def count(self) -> int:
        """How many entries the files have, for a true time left."""

    @abstractmethod
    def read(self) -> None:
        """Read the files from ``progress`` on: ``take`` or ``refuse`` each entry, then
        ``go_on_at`` the next, and ``commit`` at the end.
        """

    def run(self) -> str:
        """Read everything and publish the result; the closing sentence.

        Raises ``JobFailedError`` when nothing is to be imported.
        """
        if not self.progress.published:
            if self.progress.has_begun:
                self._check_files()
            else:
                self.progress.files = self._fingerprints()
            if self.progress.done == 0:
                self.context.save(
                    message=f"Counting the {self.entries}s", checkpoint=self.progress.checkpoint()
                )
                self.context.save(total=self.count(), message="Reading the file")
            self.read()
            if self._first is not None:
                self._stop(is_whole=True)
            # A file that changed while it was read is noticed before anybody sees the result.
            self._check_files()
            if self.progress.refused and not (self.progress.imported or self.progress.same):
                raise JobFailedError(
                    f"No {self.entries} could be imported; the problems are listed."
                )
            self.complete()
            self._publish()
        return self.progress.sentence(refused=self.entries)

    def files(self) -> list[tuple[str, Path]]:
        """The files that are read: their names in problems, and where they are."""
        return list(zip(self.names, self.paths, strict=True))

    def _fingerprints(self) -> list[Fingerprint]:
        return [fingerprint_of(path, on_chunk=self.context.stay_alive) for _, path in self.files()]

    def _check_files(self) -> None:
        """Raise ``JobFailedError`` unless all files are as they were when the import began.

        Lines are identified by their numbers, so of a changed file some would be read twice and
        some never.
        """
        # An import that an older version began has none, and continues without the check.
        for (name, path), known in zip(self.files(), self.progress.files, strict=False):
            found = fingerprint_of(path, on_chunk=self.context.stay_alive)
            if known != found:
                raise JobFailedError(describe_change(name, known, found))

    def take(self, arrival: Arrival) -> None:
        """Put an example into the batch."""
        self._batch.append(arrival)

    def refuse(self, problems: list[Problem]) -> None:
        """List what is wrong with an entry, and stop or leave it out, as requested."""
        self.progress.refused += 1
        self._problems += problems
        if self.stops:
            self._look_on(problems[0])

    def remark(self, problems: list[Problem]) -> None:
        """List what is wrong with something that is not an entry, and stop if requested."""
        self._problems += problems
        if self.stops:
            self._look_on(problems[0])

    def note(self, problems: list[Problem]) -> None:
        """List what is worth knowing about something that is imported all the same."""
        self._problems += problems

    def check_before_fetching(self, problems: Iterable[Problem]) -> None:
        """Stop at once, if one problem stops everything: fetching takes hours, and asks others."""
        found = list(islice(problems, MOST_FOUND)) if self.stops else []
        for problem in found:
            self.refuse([problem])
        if found:
            self._stop(is_whole=len(found) < MOST_FOUND)

    def go_on_at(self, file: int, entry: int) -> None:
        """Commit if the batch is full; ``entry`` (from 1) of ``file`` (from 0) comes next."""
        if self._first is not None:
            self._batch = []
        elif self._is_full():
            self.commit(file, entry)
            self.context.let_worker_end()

    def _look_on(self, problem: Problem) -> None:
        """Note that nothing is imported. What is left is read for further problems, so that one
        can fix them at once, up to a number and for a minute.
        """
        self._places.add((problem.file, problem.line or problem.field))
        if self._first is None:
            self._first, self._stopped_at = problem, time.monotonic()
        is_late = time.monotonic() - self._stopped_at >= LOOKS_ON_SECONDS
        if is_late or len(self._problems) >= MOST_FOUND:
            self._stop(is_whole=False)

    def _stop(self, *, is_whole: bool) -> NoReturn:
        """End with all problems listed; ``is_whole`` says whether everything was looked at."""
        with transaction.atomic():
            self._list_problems()
        first = self._first
        where = ":".join(str(part) for part in (first.file, first.line) if part) if first else ""
        number = len(self._places) - 1
        others = f" and {_other_places(number)}" if number else ""
        rest = "" if is_whole else " The rest was not looked at."
        raise JobFailedError(f"Stopped at {where}{others}. Nothing was imported.{rest}")

    def _list_problems(self) -> None:
        self.context.add_problems([listed_problem(problem) for problem in self._problems])
        self._problems = []

    def _is_full(self) -> bool:
        return (
            len(self._batch) >= settings.EXAMPLES_AT_ONCE
            or len(self._problems) >= settings.ROWS_AT_ONCE
            or sum(arrival.example.page_bytes for arrival in self._batch) >= BATCH_PAGE_BYTES
            or time.monotonic() - self._batch_began >= BATCH_SECONDS
        )

    def commit(self, file: int, entry: int) -> None:
        """Write the batch and the checkpoint together; nothing once the import is to stop."""
        if self._first is not None:
            return
        try:
            with transaction.atomic():
                # Two imports of one project take turns, so that positions stay in order.
                project = lock_project(self.project)
                position = next_position(project)
                fresh = self._without_refused(project, self._without_duplicates())
                if fresh:
                    self.write(fresh, self._origins(project, position, fresh))
                    self.splits.note_written(fresh)
                self.progress.imported += len(fresh)
                self.progress.annotations += sum(each.example.annotation_count for each in fresh)
                self.progress.rebuilt += sum(each.example.has_rebuilt_page for each in fresh)
                self.progress.with_clauses += sum(each.example.has_clauses for each in fresh)
                self._list_problems()
                self.progress.file, self.progress.line = file, entry
                self.context.save(
                    kept=self.progress.done,
                    message=f"{self.progress.done:,} examples read",
                    checkpoint=self.progress.checkpoint(),
                )
        except _RefusedExampleError as error:
            self._problems.append(error.problem)
            self._look_on(error.problem)
        self._batch = []
        self._batch_began = time.monotonic()

    def flaws_of(self, fresh: Sequence[Arrival]) -> dict[int, Problem]:  # noqa: ARG002 - for subclasses
        """Why examples that the project has not are refused, by their id: what only the database
        can tell, in the transaction that writes the others.
        """
        return {}

    def write(self, fresh: Sequence[Arrival], origins: Sequence[Origin]) -> None:
        """Write examples that the project has not, in their order."""
        for arrival, origin in zip(fresh, origins, strict=True):
            arrival.example.write(origin)

    def complete(self) -> None:  # noqa: B027 - most formats leave nothing to do
        """What has to be there when everybody sees the examples."""

    def published(self) -> None:  # noqa: B027 - most formats leave nothing to do
        """What is to follow once everybody sees the examples, in the same transaction."""

    def _origins(self, project: Project, position: int, fresh: Sequence[Arrival]) -> list[Origin]:
        job = self.context.job
        new = [
            NewQuestion(arrival.example.question_text, self.splits.of(arrival)) for arrival in fresh
        ]
        return [
            Origin(project, position + place, split, job.pk, job.created_at)
            for place, split in enumerate(splits_of_new(project=project, new=new))
        ]

    def _without_duplicates(self) -> list[Arrival]:
        """The batch's examples that are new. The same ones are counted, differing ones refused;
        those of the hidden split are counted whatever they say, unless a steward imports.
        """
        ids = [arrival.example.example_id for arrival in self._batch]
        stored = {
            example.example_id: example
            for example in Example.objects.filter(project=self.project, example_id__in=ids)
            .select_related("question", "page")
            .order_by("pk")
        }
        fresh: dict[int, Arrival] = {}
        for arrival in self._batch:
            number = arrival.example.example_id
            if number in fresh:
                same = fresh[number].example.content() == arrival.example.content()
                self._count_duplicate(arrival, same=same)
            elif number in stored:
                self._compare(arrival, stored[number])
            else:
                fresh[number] = arrival
        return list(fresh.values())

    def _without_refused(self, project: Project, fresh: Sequence[Arrival]) -> list[Arrival]:
        flaws = {} if self._sees_hidden else self.splits.hidden_of(project, fresh)
        flaws |= self.flaws_of(fresh)
        # A spelling counts once it is written, and these aren't.
        others = [each for each in fresh if each.example.example_id not in flaws]
        flaws |= self.splits.misspelt_of(project, others)
        for problem in flaws.values():
            self._refuse_late(problem)
        return [each for each in fresh if each.example.example_id not in flaws]

    def _compare(self, arrival: Arrival, stored: Example) -> None:
        if not stored.is_published and stored.import_job != self.context.job.pk:
            self._refuse_late(arrival.problem(*self._why_unpublished(stored)))
            return
        # Whether a guess equals what is hidden would be told by the answer.
        is_apart = stored.purpose == Purpose.HIDDEN and not self._sees_hidden
        same = is_apart or arrival.example.stored_content(stored) == arrival.example.content()
        self._count_duplicate(arrival, same=same)

    def _why_unpublished(self, stored: Example) -> tuple[str, str]:
        """The problem of an example that another import has written, with the fix."""
        left_by = stored.import_job
        if left_by and Job.objects.filter(pk=left_by, state__in=ENDED).exists():
            return (
                f"import {left_by} failed and left this example behind",
                "Ask the operator to have it taken back: see Jobs in docs/operations.md",
            )
        return (
            "another import is adding this example",
            "Wait until that import has ended, or cancel it",
        )

    @cached_property
    def _sees_hidden(self) -> bool:
        """Whether who imports may read the hidden split: a steward, or an operator's command."""
        user = self.context.job.created_by
        return user is None or sees_hidden_split(user=user, project=self.project)

    def _count_duplicate(self, arrival: Arrival, *, same: bool) -> None:
        if same:
            self.progress.same += 1
            return
        self._refuse_late(
            arrival.problem(
                f"{arrival.example.name} belongs to an example with different content",
                "Give it its own id, or import it into another project",
            )
        )

    def _refuse_late(self, problem: Problem) -> None:
        if self.stops:
            raise _RefusedExampleError(problem)
        self.progress.refused += 1
        self._problems.append(problem)

    @transaction.atomic
    def _publish(self) -> None:
        job = self.context.job
        record_publication(
            project=self.project, import_job=job.pk, at=timezone.now(), actor=job.created_by
        )
        published = publish_examples(project=self.project, import_job=job.pk)
        record_event(
            at=job.created_at,
            actor=job.created_by,
            verb="imported",
            subject="job",
            subject_id=job.pk,
            project_id=self.project.pk,
            details={"examples": published, "files": self.names},
        )
        self.published()
        self.progress.published = True
        self.context.save(
            kept=self.progress.done,
            total=self.progress.done,
            checkpoint=self.progress.checkpoint(),
            further=True,
        )


def _other_places(number: int) -> str:
    return "1 other place" if number == 1 else f"{number:,} other places"
