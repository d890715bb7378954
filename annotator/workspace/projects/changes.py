"""The event of a change to a project's settings."""

from datetime import datetime
from typing import Any

from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_event
from annotator.workspace.projects.models import Project


def record_project_change(
    project: Project, details: dict[str, Any], *, at: datetime, actor: User | None
) -> None:
    """Add the event of a change to the project; ``details`` hold what was before and after."""
    record_event(
        at=at,
        actor=actor,
        verb="changed",
        subject="project",
        subject_id=project.pk,
        project_id=project.pk,
        details=details,
    )
