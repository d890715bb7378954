"""Undoing an import on which nobody has worked, and bringing it back.

Undoing takes all its examples out, so that nothing is lost: pages, questions and what came with
them stay, and bringing back puts in what the undoing took out.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import ForeignObjectRel, QuerySet

from annotator.collecting.annotations.models import Annotation
from annotator.collecting.annotations.models.annotations import Source
from annotator.collecting.assignments.models import Assignment
from annotator.exceptions import ConflictError
from annotator.material.corpus.models import Example, Purpose
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.history.services import record_event
from annotator.workspace.jobs.models import ENDED, Job, JobState
from annotator.workspace.jobs.services import create_job
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project

UNDO, REDO = "undo_import", "redo_import"
REASON = "Import undone"
AT_ONCE = 500

_BROUGHT = frozenset({"assignments.Slot", "assignments.Assignment", "annotations.Annotation"})
"""What an import writes for its examples, beside its kind's tables and the corpus."""
_OF_ANSWERS = frozenset(
    {
        "annotations.NaturalQuestionsAnswer",
        "annotations.LongFormAnswer",
        "annotations.KnowledgePiece",
        "annotations.Annotation",
    }
)


@transaction.atomic
def undo_import(*, job: Job, at: datetime, actor: User | None) -> Job:
    """Queue the job that takes all examples of an import out.

    Raises ``ConflictError`` with code ``import_in_use``, and says by what, where anything was made
    of them; ``not_an_import`` for a job that has brought no examples, ``import_changing`` while an
    earlier change of it is under way, and ``already_undone``.
    """
    project = _lock(job)
    if undone_imports([job]).get(job.pk):
        raise ConflictError("already_undone", "This import is undone already.")
    if reasons := list(_uses(job, project)):
        raise ConflictError(
            "import_in_use",
            f"This import can't be undone: {', '.join(reasons)} depend on its questions. Take "
            "single questions out on the page Examples instead.",
        )
    return _queue(UNDO, project, job, at, actor)


@transaction.atomic
def redo_import(*, job: Job, at: datetime, actor: User | None) -> Job:
    """Queue the job that puts the examples of an undone import back.

    Raises ``ConflictError`` as ``undo_import``, and with code ``not_undone``.
    """
    project = _lock(job)
    if not undone_imports([job]).get(job.pk):
        raise ConflictError("not_undone", "This import is not undone.")
    return _queue(REDO, project, job, at, actor)


def undone_imports(jobs: Iterable[Job]) -> dict[UUID, bool]:
    """Of the ``jobs`` that have brought examples, whether each is undone, or was to be: one whose
    undoing was stopped can be brought back too.
    """
    imports = [job for job in jobs if _has_brought(job)]
    if not imports:
        return {}
    changes = Job.objects.filter(
        kind__in=(UNDO, REDO), project_id__in={job.project_id for job in imports}
    )
    last = {
        parameters["import"]: kind == UNDO
        for kind, parameters in changes.order_by("created_at").values_list("kind", "parameters")
    }
    return {job.pk: last.get(str(job.pk), False) for job in imports}


def batches_to_take_out(import_id: str, project: Project) -> Iterator[list[int]]:
    """The keys of the import's examples in the main task, in batches."""
    return _batches(_examples(import_id, project).filter(purpose=Purpose.MAIN))


def batches_to_put_back(import_id: str, project: Project) -> Iterator[list[int]]:
    """The keys of its examples that the undoing took out, and not somebody before, in batches."""
    for batch in _batches(_examples(import_id, project).filter(purpose=Purpose.TAKEN_OUT)):
        events = Event.objects.filter(example_id__in=batch, verb="took_out", subject="example")
        last = dict(events.order_by("pk").values_list("example_id", "details"))
        if chosen := [key for key in batch if last.get(key, {}).get("reason") == REASON]:
            yield chosen


def _batches(examples: "QuerySet[Example]") -> Iterator[list[int]]:
    keys = list(examples.order_by("pk").values_list("pk", flat=True))
    for first in range(0, len(keys), AT_ONCE):
        yield keys[first : first + AT_ONCE]


def _examples(import_id: str, project: Project) -> "QuerySet[Example]":
    return Example.objects.filter(project=project, import_job=import_id)


def _has_brought(job: Job) -> bool:
    return (
        job.kind.startswith("import_")
        and job.state == JobState.SUCCEEDED
        and bool(job.checkpoint.get("imported"))
    )


def _lock(job: Job) -> Project:
    """The project, locked. Raises ``ConflictError`` where the import can't be changed now."""
    if not _has_brought(job) or job.project_id is None:
        raise ConflictError("not_an_import", "This job has brought no questions.")
    project = lock_project(job.project_id)
    running = Job.objects.filter(kind__in=(UNDO, REDO), project_id=project.pk)
    if running.exclude(state__in=ENDED).exists():
        raise ConflictError(
            "import_changing", "An import is being undone or brought back. Wait until that is done."
        )
    return project


def _queue(kind: str, project: Project, job: Job, at: datetime, actor: User | None) -> Job:
    record_event(
        at=at,
        actor=actor,
        verb="undid" if kind == UNDO else "brought_back",
        subject="import",
        subject_id=job.pk,
        project_id=project.pk,
        details={"file": job.filename},
    )
    return create_job(
        kind=kind,
        parameters={"import": str(job.pk)},
        project_id=project.pk,
        at=at,
        created_by=actor,
        filename=job.filename,
    )


def _uses(job: Job, project: Project) -> Iterator[str]:
    """What was made of the import's examples, in words, such as *2 assignments*.

    Whatever refers to an example or an imported annotation counts, also what comes to be later:
    only what an import writes itself is known not to.
    """
    examples = _examples(str(job.pk), project)
    apart = examples.exclude(purpose__in=(Purpose.MAIN, Purpose.TAKEN_OUT)).count()
    if apart:
        yield _count(apart, "questions in training or a hidden split")
    imported = Annotation.objects.filter(example__in=examples, source=Source.IMPORTED)
    others = Annotation.objects.filter(example__in=examples).exclude(source=Source.IMPORTED)
    if number := others.count():
        yield _count(number, "annotations")
    taken = Assignment.objects.filter(example__in=examples)
    if number := taken.exclude(pk__in=imported.values("assignment")).count():
        yield _count(number, "assignments")
    yield from _referring(examples, _BROUGHT)
    yield from _referring(imported, _OF_ANSWERS)


def _referring(rows: "QuerySet[Any]", own: frozenset[str]) -> Iterator[str]:
    for relation in rows.model._meta.get_fields(include_hidden=True):
        if not isinstance(relation, ForeignObjectRel):
            continue
        other = relation.related_model
        if other._meta.label in own or other._meta.app_label == "corpus":
            continue
        found = other._default_manager.filter(**{f"{relation.field.name}__in": rows})
        if number := found.count():
            yield _count(number, str(other._meta.verbose_name_plural))


def _count(number: int, things: str) -> str:
    return f"{number:,} {things}"
