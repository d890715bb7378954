"""Settings of a project's training."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from annotator.collecting.training.decisions import accept_those_at_work
from annotator.collecting.training.models import ShortInstructions
from annotator.collecting.training.readiness import refuse_unready
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.changing import changing
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.services import update_project


@transaction.atomic
def require_training(
    *, project: Project, required: bool, at: datetime, actor: User | None
) -> Project:
    """Set whether annotators must pass the training before they get questions.

    Switching it on locks out nobody at work: annotators who have begun a question here are
    accepted, on record (``accept_those_at_work``). Everybody else trains first. Raises
    ``ConflictError`` with code ``training_not_ready`` while nobody could pass it.
    """
    project = lock_project(project)
    if project.requires_training == required:
        return project
    if required:
        refuse_unready(project)
    project = update_project(project=project, at=at, actor=actor, requires_training=required)
    if required:
        accept_those_at_work(project=project, at=at, actor=actor)
    return project


def write_short_instructions(
    *, project: Project, markdown: str, at: datetime, actor: User | None
) -> ShortInstructions:
    """Add a version of the short instructions; the same text again adds none."""
    with changing(project, at=at, actor=actor) as change:
        latest = current_instructions(project)
        if latest and latest.markdown == markdown:
            return latest
        version = (project.short_instructions.aggregate(Max("version"))["version__max"] or 0) + 1
        instructions = ShortInstructions.objects.create(
            project=project, version=version, markdown=markdown, created_at=at, created_by=actor
        )
        change.record("wrote", "short_instructions", instructions.pk, version=version)
    return instructions


def current_instructions(project: Project) -> ShortInstructions | None:
    """The latest version of the short instructions."""
    return project.short_instructions.order_by("-version").first()
