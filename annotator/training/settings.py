"""What a project decides about its training."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from annotator.accounts.models import User
from annotator.history.services import record_event
from annotator.projects.models import Project
from annotator.projects.services import update_project
from annotator.training.models import ShortInstructions


def require_training(
    *, project: Project, required: bool, at: datetime, actor: User | None
) -> Project:
    """Set whether annotators have to pass the training before the queue is open to them.

    Nobody becomes qualified by it: those who have worked here already are asked to train too,
    unless a lead accepts them without (``waive_training``).
    """
    if project.requires_training == required:
        return project
    return update_project(project=project, at=at, actor=actor, requires_training=required)


@transaction.atomic
def write_short_instructions(
    *, project: Project, markdown: str, at: datetime, actor: User | None
) -> ShortInstructions:
    """Add a version of the short instructions; the same text again adds none."""
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    latest = current_instructions(project)
    if latest and latest.markdown == markdown:
        return latest
    version = (project.short_instructions.aggregate(Max("version"))["version__max"] or 0) + 1
    instructions = ShortInstructions.objects.create(
        project=project, version=version, markdown=markdown, created_at=at, created_by=actor
    )
    record_event(
        at=at,
        actor=actor,
        verb="wrote",
        subject="short_instructions",
        subject_id=instructions.pk,
        project_id=project.pk,
        details={"version": version},
    )
    return instructions


def current_instructions(project: Project) -> ShortInstructions | None:
    """The latest version of the short instructions."""
    return project.short_instructions.order_by("-version").first()
