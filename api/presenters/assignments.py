"""Assignments and pages as the API shows them."""

from typing import Any

from annotator.annotations.models import Draft
from annotator.assignments.models import Assignment
from annotator.corpus.models import Page
from annotator.corpus.queries import tagged_candidates_of

DRAFT_FIELDS = (
    "question_quality",
    "long_answer",
    "long_answer_decided",
    "short_answers",
    "short_answer_decided",
    "yes_no_answer",
    "stage",
)


def present_page(page: Page, html_url: str) -> dict[str, Any]:
    """A page with its candidates and the address of its rendering."""
    return {
        "id": page.pk,
        "title": page.title,
        "url": page.url,
        "sha256": page.sha256,
        "html_url": html_url,
        "token_count": page.token_count,
        "candidates": present_candidates(page),
    }


def present_candidates(page: Page) -> list[dict[str, Any]]:
    """Candidates in tokens, with their index and tag."""
    return [
        {
            "index": index,
            "tag": tag,
            "start_token": candidate.start_token,
            "end_token": candidate.end_token,
            "top_level": candidate.top_level,
        }
        for index, (candidate, tag) in enumerate(tagged_candidates_of(page))
    ]


def present_assignment(assignment: Assignment) -> dict[str, Any]:
    """An assignment. The page is part of it only once the question was called good."""
    draft = Draft.objects.filter(assignment=assignment).first()
    page = assignment.example.page
    shown = page is not None and assignment.page_shown_at is not None
    return {
        "id": assignment.pk,
        "project": assignment.project.slug,
        "state": assignment.state,
        "version": draft.version if draft else 0,
        "lease_expires_at": assignment.lease_expires_at,
        "note": assignment.note,
        "created_at": assignment.created_at,
        "question": {
            "id": assignment.example.question_id,
            "text": assignment.example.question.text,
        },
        "page": present_page(page, f"/api/v1/assignments/{assignment.pk}/page/")
        if page is not None and shown
        else None,
        "draft": present_draft(draft) if draft else None,
    }


def present_draft(draft: Draft) -> dict[str, Any]:
    """The stored answer so far."""
    return {
        **{name: draft.answer.get(name) for name in DRAFT_FIELDS},
        "active_seconds": draft.answer.get("active_seconds"),
        "saved_at": draft.saved_at,
    }
