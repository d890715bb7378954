"""A lead's choice of what is suggested."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from annotator.collecting.suggestions.models import PredictedAnswer, SuggestionPlan
from annotator.workspace.accounts.models import User
from annotator.workspace.history.services import record_event
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project


@dataclass(frozen=True, slots=True)
class Choice:
    """A lead's choices: see ``SuggestionPlan``."""

    mode: str
    system_name: str
    receipts: Sequence[str]
    share: float
    boxes: int
    seed: int


@transaction.atomic
def begin_plan(
    *, project: Project, choice: Choice, at: datetime, actor: User | None
) -> SuggestionPlan:
    """Replace the project's plan. Nothing is suggested until the new one's predictions are read."""
    project = lock_project(project)
    end_plan(project=project, at=at, actor=None, is_replaced=True)
    plan = SuggestionPlan.objects.create(
        project=project, created_at=at, created_by=actor, **asdict(choice)
    )
    if not project.has_suggestions:
        project.has_suggestions = True
        project.save(update_fields=["has_suggestions"])
    _record(plan, "opened", at, actor, **{**asdict(choice), "receipts": list(choice.receipts)})
    return plan


@transaction.atomic
def end_plan(
    *, project: Project, at: datetime, actor: User | None, is_replaced: bool = False
) -> SuggestionPlan | None:
    """Suggest nothing from now on. What was drawn stays, and is still shown where it was shown."""
    plan = (
        SuggestionPlan.objects.select_for_update()
        .filter(project=project, ended_at__isnull=True)
        .first()
    )
    if plan is None:
        return None
    plan.ended_at = at
    plan.save(update_fields=["ended_at"])
    PredictedAnswer.objects.filter(plan=plan).delete()
    if not is_replaced:
        _record(plan, "ended", at, actor)
    return plan


def _record(
    plan: SuggestionPlan, verb: str, at: datetime, actor: User | None, **details: Any
) -> None:
    record_event(
        at=at,
        actor=actor,
        verb=verb,
        subject="suggestions",
        subject_id=plan.pk,
        project_id=plan.project_id,
        details={"system": plan.system_name, **details},
    )
