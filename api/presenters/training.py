"""Training as the API shows it. This module decides who sees what."""

from typing import Any

from annotator.collecting.annotations.models import Draft
from annotator.collecting.assignments.timing import Time
from annotator.collecting.training.models import (
    TrainingAnswer,
)
from annotator.material.corpus.models import Example
from annotator.workspace.projects.models import Kind, Project, Regime
from api.presenters.assignments import present_draft, present_page
from api.presenters.long_form import present_disambiguations, present_visited_pages

NO_LIMIT = Time(
    limit_seconds=None, used_seconds=0, running_since=None, is_up=False, was_up_at=None, period=0
)


def present_training_assignment(answer: TrainingAnswer) -> dict[str, Any]:
    """An answer in training, or a reference, in the shape of an assignment.

    No lease runs and no time is up.
    """
    project, address = answer.example.project, f"/api/v1/training/answers/{answer.pk}/"
    is_done = answer.attempt_id is not None and answer.submitted_at is not None
    shown = (
        _present_page_of(answer, address)
        if project.kind == Kind.NQ
        else _present_ambiguity(answer.example, project, address)
    )
    return {
        "id": answer.pk,
        "kind": project.kind,
        "project": project.slug,
        "state": "submitted" if is_done else "open",
        "version": answer.version,
        "lease_expires_at": None,
        "note": "",
        "created_at": answer.created_at,
        "question": {"id": answer.example.question_id, "text": answer.example.question.text},
        "time": dict(NO_LIMIT),
        **shown,
        "draft": _present_draft(answer, project.kind),
        "revising": None,
        "freed": None,
    }


def _present_draft(answer: TrainingAnswer, kind: str) -> dict[str, Any] | None:
    if answer.draft is None or answer.saved_at is None:
        return None
    return present_draft(Draft(answer=answer.draft, saved_at=answer.saved_at), kind)


def _present_page_of(answer: TrainingAnswer, address: str) -> dict[str, Any]:
    page = answer.example.page
    if page is None or answer.page_shown_at is None:
        return {"page": None}
    return {"page": present_page(page, f"{address}page/")}


def _present_ambiguity(example: Example, project: Project, address: str) -> dict[str, Any]:
    shown: dict[str, Any] = {"regime": project.regime, "disambiguations": [], "pages": []}
    if project.regime != Regime.NO_CONTEXT:
        shown["disambiguations"] = present_disambiguations(example, project)
        shown["pages"] = present_visited_pages(example, f"{address}pages/")
    return shown
