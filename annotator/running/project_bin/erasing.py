"""Deleting a project with everything of it: rows, also those that guards keep, and files.

Rows go in batches, each in its own transaction, so that others hardly wait. What was erased stays
erased if a run is killed, and the next run goes on from there.
"""

import shutil
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import structlog
from django.apps import apps
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from annotator.collecting.annotations.models import KnowledgePiece
from annotator.material.corpus.models import Example, Page, Question
from annotator.systems.competitions.published_files import folders_of_project
from annotator.workspace.accounts.models import User
from annotator.workspace.history.models import Event
from annotator.workspace.history.services import record_event
from annotator.workspace.jobs.job_folders import published_folder
from annotator.workspace.jobs.models import Job
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.standing import begin_erasing, projects_to_erase

log = structlog.get_logger(__name__)

_AT_ONCE = 200
_FIRST = (
    ("comparisons.AnswerPair", "study__project"),
    ("comparisons.ComparisonStudy", "project"),
    ("judgments.JudgmentRound", "project"),
    ("training.TrainingAnswer", "example__project"),
    ("guidance.FaqEntry", "project"),
    ("guidance.QuestionThread", "project"),
    ("adjudication.Adjudication", "example__project"),
    ("annotations.Annotation", "project"),
    ("assignments.Assignment", "project"),
)
"""What protects other rows of a project from being deleted, in the order in which it can go."""


_TO_PAGES = ("page_id", "visited_pages__page_id", "disambiguations__context_passage__page_id")


def empty_bin(*, at: datetime, goes_on: Callable[[], bool] = lambda: True) -> int:
    """Erase the projects whose time in the bin is over; how many are gone.

    It ends after a batch once ``goes_on`` says no; the next call goes on.
    """
    erased = 0
    for project in projects_to_erase(at):
        key = project.pk
        found = begin_erasing(project=project, at=at)
        if found is None:
            continue
        if not _erase(found, at, goes_on):
            break
        erased += 1
        log.info("project_erased", project=key)
    return erased


def _erase(project: Project, at: datetime, goes_on: Callable[[], bool]) -> bool:
    """Erase a project in batches; whether it is gone."""
    # Nobody sees the project any more, so no file is missed before its row is gone.
    for folder in files_of(project):
        shutil.rmtree(folder, ignore_errors=True)
    batches = batches_of(project)
    while goes_on():
        with transaction.atomic():
            # Two runs take turns.
            lock_project(project)
            if next(batches, None) is None:
                record_event(
                    at=at, actor=None, verb="erased", subject="project", subject_id=project.pk
                )
                delete_rest(project)
                return True
    return False


def batches_of(project: Project) -> Iterator[int]:
    """Delete a batch of the project's rows each time, all but the project's own; how many.

    The project is being erased (``erasing_at``), or guards refuse.
    """
    Job.objects.filter(project_id=project.pk).delete()
    for label, path in _FIRST:
        rows = apps.get_model(label)._default_manager.filter(**{path: project.pk})
        yield from _deleted(rows)
    examples = Example.objects.filter(project=project).order_by("pk")
    while batch := list(examples.values_list("pk", "question_id")[:_AT_ONCE]):
        _delete_examples([key for key, _ in batch], [question for _, question in batch])
        yield len(batch)
    yield from _deleted(Event.objects.filter(project_id=project.pk))


def delete_rest(project: Project) -> None:
    """Delete the project itself, and accounts that only its imported annotations needed."""
    # A competition's submissions and a job may have come to be meanwhile.
    Job.objects.filter(project_id=project.pk).delete()
    people = list(project.memberships.filter(user__imported=True).values_list("user", flat=True))
    slug = project.slug
    project.delete()
    invented = User.objects.filter(imported=True, annotations=None, memberships=None)
    named = invented.filter(username__startswith=f"{slug}-imported-")
    unused = named | invented.filter(pk__in=people)
    User.objects.filter(pk__in=list(unused.values_list("pk", flat=True))).delete()


def files_of(project: Project) -> Iterator[Path]:
    """The folders of the project's files: uploads, results, files that a competition offers, and
    galleries that this site shows.
    """
    for job in Job.objects.filter(project_id=project.pk).values_list("pk", flat=True):
        for folder in (settings.RESULT_DIR, settings.UPLOAD_DIR):
            yield Path(folder) / str(job)
        yield published_folder(job)
    yield from folders_of_project(project)


def _deleted(rows: "QuerySet[Any]") -> Iterator[int]:
    ordered = rows.order_by("pk")
    while keys := list(ordered.values_list("pk", flat=True)[:_AT_ONCE]):
        rows.model._default_manager.filter(pk__in=keys).delete()
        yield len(keys)


def _delete_examples(examples: list[int], questions: list[int]) -> None:
    """Delete examples, their questions, and the pages that nobody else shows."""
    found = Example.objects.filter(pk__in=examples)
    pages = {
        key
        for path in _TO_PAGES
        for key in found.exclude(**{path: None}).values_list(path, flat=True)
    }
    found.delete()
    Question.objects.filter(pk__in=questions, examples=None).delete()
    # Waits for imports that hold one of them, and then sees what they wrote.
    list(Page.objects.select_for_update().filter(pk__in=pages).order_by("pk").values_list("pk"))
    cited = KnowledgePiece.objects.filter(page__in=pages).values_list("page", flat=True)
    unused = Page.objects.filter(examples=None, visits=None, context_passages=None)
    unused.filter(pk__in=pages - set(cited)).delete()
