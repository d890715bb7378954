"""Assignments and pages as the API shows them."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Protocol

import orjson
from django.utils import timezone

from annotator.collecting.annotations.answer_fields import stored_draft
from annotator.collecting.annotations.drafts import draft_of
from annotator.collecting.annotations.kinds import answers_of
from annotator.collecting.annotations.models import Draft
from annotator.collecting.assignments.models import Assignment
from annotator.collecting.assignments.parked import Freed, freed_of
from annotator.collecting.assignments.timing import Time, time_of
from annotator.collecting.suggestions.models import Suggestion
from annotator.collecting.suggestions.queries import shown_suggestion
from annotator.foundation.database.compiled_queries import CompiledQuery, Parameter
from annotator.material.corpus.models import Example, Page
from annotator.material.corpus.queries import packed_candidates_of
from annotator.workspace.projects.models import Project
from api.presenters.kinds import presenting_of
from api.responses.frames import carried, versioned

_EXAMPLES = CompiledQuery(
    "example_to_answer",
    lambda: Example.objects.filter(pk=Parameter("pk")).select_related("question", "page"),
)


class Claim(Protocol):
    """Somebody's work on an example."""

    @property
    def pk(self) -> int: ...
    @property
    def example(self) -> Example: ...
    @property
    def created_at(self) -> datetime: ...


def present_page(page: Page, html_url: str, *, spliced: bool = False) -> dict[str, Any]:
    """A page with its candidates and the address of its rendering, also with its version.

    ``spliced``: the candidates are JSON already, for ``SplicingJSONRenderer``.
    """
    candidates = packed_candidates_of(page).json
    return {
        "id": page.pk,
        "title": page.title,
        "url": page.url,
        "sha256": page.sha256,
        "html_url": html_url,
        "rendering_url": versioned(page, html_url),
        "token_count": page.token_count,
        "candidates": orjson.Fragment(candidates) if spliced else orjson.loads(candidates),
    }


def present_assignment(
    assignment: Assignment,
    saved: Draft | None = None,
    *,
    with_page: bool = True,
    with_rendering: bool = False,
    spliced: bool = False,
) -> dict[str, Any]:
    """An assignment in the shape of its kind. An NQ page is part of it only once the question was
    called good; ``with_page`` is whether it is wanted at all, ``with_rendering`` whether its
    rendering is, too. ``spliced`` as in ``present_page``.

    ``saved`` is the draft that was saved just now. Read again, it could be another tab's by then,
    which this tab would take for its own and overwrite unseen.
    """
    draft, project = saved or _draft_of(assignment), assignment.project
    shown = presenting_of(project.kind).of_assignment(
        assignment, with_page=with_page, with_rendering=with_rendering, spliced=spliced
    )
    return present_claim(
        assignment,
        project,
        state=assignment.state,
        version=draft.version if draft else 0,
        lease_expires_at=assignment.lease_expires_at,
        note=assignment.note,
        time=time_of(assignment, timezone.now()),
        shown=shown,
        draft=draft,
        freed=freed_of([assignment]).get(assignment.pk),
    )


def present_claim(
    claim: Claim,
    project: Project,
    *,
    state: str,
    version: int,
    time: Time,
    shown: Mapping[str, Any],
    draft: Draft | None,
    lease_expires_at: datetime | None = None,
    note: str = "",
    freed: Freed | None = None,
) -> dict[str, Any]:
    """A claim on an example, with what its kind has ``shown`` beside the question. That a lead
    freed the slot is without the lead's name: annotators see it.
    """
    question = claim.example.question
    return {
        "id": claim.pk,
        "kind": project.kind,
        "project": project.slug,
        "state": state,
        "version": version,
        "lease_expires_at": lease_expires_at,
        "note": note,
        "created_at": claim.created_at,
        "question": {"id": question.pk, "text": question.text},
        "time": time,
        **shown,
        "draft": present_draft(draft, project.kind) if draft else None,
        "revising": None,
        "freed": {"at": freed.at, "reason": freed.reason} if freed else None,
    }


def _draft_of(assignment: Assignment) -> Draft | None:
    if Assignment._meta.get_field("draft").is_cached(assignment):
        return getattr(assignment, "draft", None)
    return draft_of(assignment)


def present_claimed(assignment: Assignment) -> dict[str, Any]:
    """An assignment that ``claim_assignment`` gave, for ``SplicingJSONRenderer``."""
    assignment.example = _EXAMPLES.all(pk=assignment.example_id)[0]
    return present_assignment(assignment, spliced=True)


def present_page_of(assignment: Assignment, *, spliced: bool) -> dict[str, Any]:
    """The page of an NQ assignment, null until its question was called good."""
    if assignment.page_shown_at is None or assignment.example.page is None:
        return {"page": None}
    shown = present_page(assignment.example.page, _page_address(assignment), spliced=spliced)
    return {"page": shown | present_suggestion(shown_suggestion(assignment))}


def present_page_ahead(assignment: Assignment) -> dict[str, Any] | None:
    """The page of an NQ assignment with its rendering, whether the question was judged or not, for
    ``SplicingJSONRenderer``. None without a page. Only for a question that is reserved.
    """
    page = assignment.example.page
    if page is None:
        return None
    shown = present_page(page, _page_address(assignment), spliced=True)
    return shown | {"rendering": carried(page)}


def _page_address(assignment: Assignment) -> str:
    return f"/api/v1/assignments/{assignment.pk}/page/"


def present_suggestion(suggestion: Suggestion | None) -> dict[str, Any]:
    """What is added to a page: nothing for those who see no suggestion. The system isn't named."""
    if suggestion is None:
        return {}
    return {
        "suggestion": {
            "mode": suggestion.plan.mode,
            "boxes": [index for index, *_ in suggestion.boxes],
            "short_answers": [
                {"start_token": start, "end_token": end} for start, end in suggestion.short_answers
            ],
            "yes_no_answer": suggestion.yes_no_answer,
        }
    }


def present_draft(draft: Draft, kind: str) -> dict[str, Any]:
    """The stored answer so far."""
    answer = draft.answer
    return {
        **stored_draft(answers_of(kind).FIELDS, answer),
        "active_seconds": answer.get("active_seconds"),
        "saved_at": draft.saved_at,
    }
