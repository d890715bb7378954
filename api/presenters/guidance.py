"""FAQ and feedback as the API shows them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from annotator.collecting.annotations.kinds import answer_of
from annotator.collecting.guidance.guideline_changes import GuidelineChanges
from annotator.collecting.guidance.markdown import render_markdown
from annotator.collecting.guidance.models import FaqVersion, Feedback, GuidelinePicture
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.shown_names import names_of, sees_names


def present_faq(
    version: FaqVersion, *, project: Project, viewer: User, seen_at: datetime | None, is_lead: bool
) -> dict[str, Any]:
    """An entry's current version. Nothing is new to a lead, or to who wrote it."""
    entry = version.entry
    is_new = seen_at is None or version.created_at > seen_at
    return {
        "number": entry.number,
        "version": version.version,
        "title": version.title,
        "question": version.question,
        "answer": version.answer,
        "html": render_markdown(version.answer, project=project.slug),
        "published_at": entry.created_at,
        "changed_at": version.created_at,
        "is_new": is_new and not is_lead and version.created_by_id != viewer.pk,
        "withdrawn_at": entry.withdrawn_at,
        "thread": entry.thread_id if is_lead else None,
    }


def present_faq_versions(
    versions: Iterable[FaqVersion], *, project: Project, role: str
) -> dict[str, Any]:
    """All wordings of an entry, for leads."""
    rows = list(versions)
    people = [row.created_by for row in rows if row.created_by]
    names = names_of(project=project, viewer_role=role, users=people)
    fields = ("version", "title", "question", "answer", "created_at")
    return {
        "versions": [
            {
                **{name: getattr(row, name) for name in fields},
                "by": names.get(row.created_by_id or 0),
            }
            for row in rows
        ]
    }


def present_feedback(
    rows: Iterable[Feedback], *, project: Project, role: str
) -> list[dict[str, Any]]:
    """Feedback (from ``feedback_of``); names and whether it recurs for leads alone."""
    found = list(rows)
    is_lead = sees_names(role)
    people = [person for row in found for person in (row.annotator, row.author)]
    names = names_of(project=project, viewer_role=role, users=people) if is_lead else {}
    return [_present_feedback(row, names, is_lead=is_lead) for row in found]


def _present_feedback(row: Feedback, names: dict[int, str], *, is_lead: bool) -> dict[str, Any]:
    annotation = row.annotation
    _, answers, row_of_answer = answer_of(annotation)
    places = ("start", "end", "start_token", "end_token", "start_byte", "end_byte", "quote")
    fields = ("criterion", "text", *places, "created_at", "acknowledged_at")
    return {
        "id": row.pk,
        "annotation": annotation.pk,
        "example": annotation.example_id,
        "question": annotation.example.question.text,
        "answer": answers.text(row_of_answer),
        "annotator": names.get(row.annotator_id),
        "author": names.get(row.author_id),
        **{name: getattr(row, name) for name in fields},
        "guideline_version": annotation.guideline.version if annotation.guideline else None,
        "recurs": getattr(row, "recurs", False) if is_lead else None,
    }


def present_picture(picture: GuidelinePicture, project: Project) -> dict[str, Any]:
    """A picture's address and how to refer to it."""
    alt = picture.name.rpartition(".")[0].replace("-", " ")
    fields = ("name", "width", "height", "size", "created_at")
    return {
        **{name: getattr(picture, name) for name in fields},
        "url": f"/api/v1/projects/{project.slug}/guidelines/pictures/{picture.name}",
        "markdown": f"![{alt}](pictures/{picture.name})",
    }


def present_changes(changes: GuidelineChanges) -> dict[str, Any]:
    """What changed in the guidelines; the texts only where they differ."""
    known, current, changed = changes.known, changes.current, changes.has_changed
    return {
        "has_changed": changed,
        "known_version": known.version if known else None,
        "version": current.version if current else 0,
        "before": known.markdown if changed and known else "",
        "after": current.markdown if changed and current else "",
        "updated_at": current.created_at if current else None,
    }
