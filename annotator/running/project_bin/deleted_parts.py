"""What leads delete of a project: systems, encoders and error analyses, until they are erased."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from annotator.exceptions import NotFoundError
from annotator.material.corpus.visibility import visible_rows
from annotator.systems.error_analysis.models import ErrorAnalysis
from annotator.systems.error_analysis.opening import restore_analysis
from annotator.systems.evaluation.models import Deletable, RetrievalScore, Score, System
from annotator.systems.evaluation.records.services import erase_system, restore_system
from annotator.systems.evaluation.retrieval.services import erase_retrieval, restore_retrieval
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.hidden_split import sees_hidden_split
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.standing import DAYS_IN_BIN


def _systems(project: Project, user: User) -> "QuerySet[System]":
    found = System.ever.filter(project=project)
    if sees_hidden_split(user=user, project=project):
        return found
    hidden = Score.ever.filter(system__project=project, split=project.hidden_split)
    return found.filter(is_withheld=False).exclude(pk__in=hidden.values("system"))


def _encoders(project: Project, _: User) -> "QuerySet[RetrievalScore]":
    found = RetrievalScore.ever.filter(benchmark__project=project).select_related("benchmark")
    return found.defer("ranks", "benchmark__content")


def _analyses(project: Project, user: User) -> "QuerySet[ErrorAnalysis]":
    return visible_rows(ErrorAnalysis.ever.filter(project=project), user)


@dataclass(frozen=True, slots=True)
class Kind:
    """Something that can be deleted: those that a lead may restore, and how."""

    restorable: Callable[[Project, User], "QuerySet[Any]"]
    name: Callable[[Any], str]
    restore: Callable[[Any, datetime, User | None], None]
    erase: Callable[[Any], Any]
    model: type[Deletable]
    project: str
    """The path to its project."""


KINDS = {
    "system": Kind(
        _systems,
        lambda system: str(system.name),
        lambda system, at, actor: restore_system(system=system, at=at, actor=actor),
        erase_system,
        System,
        "project",
    ),
    "encoder": Kind(
        _encoders,
        lambda score: f"{score.name} on {score.benchmark.name}",
        lambda score, at, actor: restore_retrieval(score=score, at=at, actor=actor),
        erase_retrieval,
        RetrievalScore,
        "benchmark__project",
    ),
    "error_analysis": Kind(
        _analyses,
        lambda analysis: f"Error analysis {analysis.number}: {analysis.system_name}",
        lambda analysis, at, actor: restore_analysis(analysis=analysis, at=at, actor=actor),
        lambda analysis: analysis.delete(),
        ErrorAnalysis,
        "project",
    ),
}

KIND_NAMES = tuple(KINDS)


@dataclass(frozen=True, slots=True)
class DeletedPart:
    """Something in the bin: ``kind`` is one of ``KINDS``, ``id`` its key among those."""

    kind: str
    id: int
    name: str
    deleted_at: datetime


def deleted_parts(project: Project, user: User) -> list[DeletedPart]:
    """What was deleted of a project and ``user``, a lead, may restore, the latest first."""
    found = [
        DeletedPart(name, row.pk, kind.name(row), row.deleted_at)
        for name, kind in KINDS.items()
        for row in kind.restorable(project, user).filter(deleted_at__isnull=False)
    ]
    return sorted(found, key=lambda part: part.deleted_at, reverse=True)


def restore_part(*, project: Project, kind: str, part: int, at: datetime, actor: User) -> None:
    """Take something out of the bin; what isn't in it stays as it is.

    Raises ``NotFoundError`` for what ``actor`` may not restore or is erased, and ``ConflictError``
    where something else has its name by now.
    """
    chosen = KINDS[kind]
    row = chosen.restorable(project, actor).filter(pk=part).first()
    if row is None:
        raise NotFoundError("not_found", "This is not in the bin.")
    chosen.restore(row, at, actor)


def erase_parts(*, at: datetime, goes_on: Callable[[], bool] = lambda: True) -> int:
    """Erase what has been in the bin for its days; how many. It ends once ``goes_on`` says no."""
    erased = 0
    for kind, key, project in _due(at):
        if not goes_on():
            break
        with transaction.atomic():
            lock_project(project)
            row = kind.model._base_manager.filter(pk=key, deleted_at__lte=_latest(at)).first()
            if row is not None:
                kind.erase(row)
                erased += 1
    return erased


def _due(at: datetime) -> Iterator[tuple[Kind, int, int]]:
    for kind in KINDS.values():
        due = kind.model._base_manager.filter(deleted_at__lte=_latest(at))
        # Not the rows: an encoder has its ranks of all questions.
        for key, project in list(due.order_by("pk").values_list("pk", kind.project)):
            yield kind, key, project


def _latest(at: datetime) -> datetime:
    """When something was deleted at the latest whose days are over."""
    return at - timedelta(days=DAYS_IN_BIN)
