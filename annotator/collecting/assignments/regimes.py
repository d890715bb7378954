"""Changing what annotators of ASQA see, as long as nobody has seen anything."""

from datetime import datetime

from django.db import transaction

from annotator.collecting.assignments.models import Assignment
from annotator.exceptions import ConflictError
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.services import update_project


@transaction.atomic
def change_regime(*, project: Project, regime: str, at: datetime, actor: User | None) -> Project:
    """Set what annotators see beside the question (ASQA paper, section 5.2).

    Raises ``ConflictError`` with code ``regime_in_use`` once a question was handed out or answered,
    ``InvalidInputError`` for a regime that the project's kind doesn't have.
    """
    # The strongest lock: a claim refers to the project, so none is made until this is decided.
    project = Project.objects.select_for_update().get(pk=project.pk)
    if project.regime == regime:
        return project
    begun = Assignment.objects.filter(project=project).values("example").distinct().count()
    if begun:
        were = "1 question was" if begun == 1 else f"{begun:,} questions were"
        raise ConflictError(
            "regime_in_use",
            f"{were} handed out or answered already: answers under both settings would mix.",
            fields={"regime": "Create another project for the other setting."},
        )
    return update_project(project=project, at=at, actor=actor, regime=regime)
