"""Pages and disambiguations beside an ambiguous question: see ``Presenting``."""

from typing import Any

from annotator.collecting.assignments.models import Assignment
from annotator.collecting.training.models import TrainingAnswer
from annotator.material.corpus.models import Example
from annotator.workspace.projects.models import Project, Regime
from api.presenters.long_form import present_disambiguations, present_visited_pages


def of_assignment(
    assignment: Assignment,
    *,
    with_page: bool,
    with_rendering: bool,
    spliced: bool,
) -> dict[str, Any]:
    """Disambiguations and pages, in two queries; nothing in the regime without context."""
    address = f"/api/v1/assignments/{assignment.pk}/"
    return _ambiguity(assignment.example, assignment.project, address)


def in_training(answer: TrainingAnswer, address: str) -> dict[str, Any]:
    """The same."""
    return _ambiguity(answer.example, answer.example.project, address)


def _ambiguity(example: Example, project: Project, address: str) -> dict[str, Any]:
    if project.regime == Regime.NO_CONTEXT:
        return {"regime": project.regime, "disambiguations": [], "pages": []}
    return {
        "regime": project.regime,
        "disambiguations": present_disambiguations(example, project),
        "pages": present_visited_pages(example, f"{address}pages/"),
    }


def of_revision(example: Example, project: Project, address: str) -> dict[str, Any]:
    """The same."""
    return _ambiguity(example, project, address)


def of_question(example: Example, project: Project) -> dict[str, Any]:
    """All of it, for leads."""
    address = f"/api/v1/projects/{project.slug}/examples/{example.pk}/pages/"
    return {
        "disambiguations": present_disambiguations(example, project),
        "pages": present_visited_pages(example, address),
    }
