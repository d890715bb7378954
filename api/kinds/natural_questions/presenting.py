"""The page beside a question of NQ: see ``Presenting``."""

from typing import Any

from annotator.collecting.assignments.models import Assignment
from annotator.collecting.training.models import TrainingAnswer
from annotator.material.corpus.models import Example
from annotator.workspace.projects.models import Project
from api.presenters.assignments import present_page, present_page_of
from api.responses.frames import carried


def of_assignment(
    assignment: Assignment, *, with_page: bool, with_rendering: bool, spliced: bool
) -> dict[str, Any]:
    """The page, once the question was called good."""
    shown = present_page_of(assignment, spliced=spliced) if with_page else {}
    page = assignment.example.page
    if with_rendering and page and shown.get("page"):
        shown["page"]["rendering"] = carried(page)
    return shown


def in_training(answer: TrainingAnswer, address: str) -> dict[str, Any]:
    """The same."""
    page = answer.example.page
    if page is None or answer.page_shown_at is None:
        return {"page": None}
    return {"page": present_page(page, f"{address}page/")}


def of_revision(example: Example, project: Project, address: str) -> dict[str, Any]:
    """The page."""
    return {"page": present_page(example.page, f"{address}page/") if example.page else None}


def of_question(example: Example, project: Project) -> dict[str, Any]:
    """Nothing."""
    return {"disambiguations": [], "pages": []}
