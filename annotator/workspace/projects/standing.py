"""Pausing, archiving and deleting projects, and taking each of these back."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from annotator.exceptions import ConflictError, InvalidInputError
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.changing import changing
from annotator.workspace.projects.models import Project, Standing
from annotator.workspace.projects.queries import led_by

DAYS_IN_BIN = 30


def change_standing(
    *, project: Project, standing: Standing, at: datetime, actor: User | None
) -> Project:
    """Pause, archive or resume a project; the same again changes nothing.

    Paused: nobody gets a new question. Archived: nothing can be changed either.
    """
    with changing(project, at=at, actor=actor) as change:
        project, before = change.project, change.project.standing
        if before == standing:
            return project
        project.paused_at = at if standing == Standing.PAUSED else None
        project.archived_at = at if standing == Standing.ARCHIVED else None
        project.save(update_fields=["paused_at", "archived_at"])
        verb = {Standing.PAUSED: "paused", Standing.ARCHIVED: "archived"}.get(standing, "reopened")
        change.record(verb, "project", project.pk, **{"from": before})
    return project


def delete_project(*, project: Project, name: str, at: datetime, actor: User | None) -> Project:
    """Put a project into the bin, where nobody sees it but those who can restore it.

    Raises ``InvalidInputError`` unless ``name`` is its short name.
    """
    with changing(project, at=at, actor=actor) as change:
        project = change.project
        if name != project.slug:
            raise InvalidInputError(
                "another_name",
                "This is not the project's short name.",
                fields={"name": f"Type {project.slug}."},
            )
        if project.deleted_at is None:
            project.deleted_at = at
            project.save(update_fields=["deleted_at"])
            change.record("deleted", "project", project.pk)
    return project


def restore_project(*, project: Project, at: datetime, actor: User | None) -> Project:
    """Take a project out of the bin, as it was: paused or archived, if it was that.

    Raises ``ConflictError`` for one that isn't in the bin, or that is being erased.
    """
    with changing(project, at=at, actor=actor) as change:
        project = change.project
        if project.erasing_at is not None:
            raise ConflictError("erasing", "This project is being erased: its 30 days are over.")
        if project.deleted_at is None:
            raise ConflictError("not_deleted", "This project is not in the bin.")
        project.deleted_at = None
        project.save(update_fields=["deleted_at"])
        change.record("restored", "project", project.pk)
    return project


def deleted_projects_of(user: User) -> "QuerySet[Project]":
    """The projects in the bin that ``user`` can restore, the latest first."""
    found = led_by(user).filter(deleted_at__isnull=False, erasing_at__isnull=True)
    return found.order_by("-deleted_at", "-pk")


def leaves_bin_at(deleted_at: datetime) -> datetime:
    """When a project in the bin is erased: until then it can be restored."""
    return deleted_at + timedelta(days=DAYS_IN_BIN)


def projects_to_erase(at: datetime) -> "QuerySet[Project]":
    """The projects whose time in the bin is over, and those that a killed run left half erased."""
    over = Q(deleted_at__lte=at - timedelta(days=DAYS_IN_BIN))
    return Project.objects.filter(over | Q(erasing_at__isnull=False)).order_by("pk")


@transaction.atomic
def begin_erasing(*, project: Project, at: datetime) -> Project | None:
    """Mark a project as being erased, which nothing takes back; None if it was restored."""
    found = projects_to_erase(at).filter(pk=project.pk).select_for_update(no_key=True).first()
    if found is not None and found.erasing_at is None:
        found.erasing_at = at
        found.save(update_fields=["erasing_at"])
    return found


def refuse_archived(project: Project) -> None:
    """Raise ``ConflictError`` for changes of an archived project."""
    if project.archived_at is not None:
        raise ConflictError(
            "project_archived",
            "This project is archived: it can be read and exported, and nothing in it changes. "
            "A lead can reopen it in the settings.",
        )
