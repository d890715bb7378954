"""Running imports, and looking at all that they left."""

import gzip
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import orjson

from annotator.collecting.annotations.models import Annotation
from annotator.material.corpus.models import Example, Page, PageContent, Question
from annotator.workspace.jobs.context import Observer
from annotator.workspace.jobs.models import Job
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project
from tests.factories.jobs import make_job


def write_lines(path: Path, lines: Iterable[dict[str, Any] | bytes]) -> Path:
    """A file of JSON lines; bytes are written as they are. Compressed where the name says so."""
    data = b"".join(
        (line if isinstance(line, bytes) else orjson.dumps(line)) + b"\n" for line in lines
    )
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def queue_import(
    project: Project, *paths: Path, kind: str = "import_nq", **parameters: object
) -> Job:
    """A queued job that nobody has started."""
    return make_job(kind, {"paths": [str(path) for path in paths], **parameters}, project=project)


def run_import(
    project: Project,
    *paths: Path,
    kind: str = "import_nq",
    observer: Observer | None = None,
    **parameters: object,
) -> Job:
    """An import that has ended."""
    job = queue_import(project, *paths, kind=kind, **parameters)
    run_job(job_id=job.pk, observer=observer)
    job.refresh_from_db()
    return job


def problems_of(job: Job) -> list[tuple[int | None, str, str]]:
    """Line, field and problem of everything that was wrong."""
    return [(p.line, p.field, p.problem) for p in job.problems.all()]


def imported_ids(project: Project) -> list[int]:
    """The published examples' ids in the order of the project."""
    published = Example.objects.filter(project=project, is_published=True).order_by("position")
    return list(published.values_list("example_id", flat=True))


def contents(project: Project) -> list[Any]:
    """Everything that an import writes, without primary keys and the job's own id."""
    return [
        (
            example.example_id,
            example.position,
            example.is_published,
            example.overlap,
            example.split,
            example.question.text,
            example.question.tokens,
            example.page and example.page.fingerprint,
            list(example.slots.order_by("number").values_list("number", "state")),
            [
                (
                    annotation.annotation_id,
                    annotation.annotator.username,
                    annotation.source,
                    annotation.assignment.slot and annotation.assignment.slot.number,
                    annotation.natural_questions_answer.candidate_index,
                    annotation.natural_questions_answer.short_answers,
                    annotation.natural_questions_answer.yes_no_answer,
                )
                for annotation in Annotation.objects.filter(example=example).order_by("pk")
            ],
        )
        for example in Example.objects.filter(project=project).order_by("position")
    ]


def rows_left() -> dict[str, int]:
    """How many rows there are of what an import writes."""
    return {
        model.__name__: model._default_manager.count()
        for model in (Example, Question, Page, PageContent, Annotation)
    }


NOTHING = {"Example": 0, "Question": 0, "Page": 0, "PageContent": 0, "Annotation": 0}
