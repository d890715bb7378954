"""Parked assignments as leads see them."""

from typing import Any

from django.db.models import Prefetch

from annotator.collecting.assignments.models import Assignment
from annotator.collecting.guidance.models import QuestionThread

ASKED = Prefetch(
    "question_threads",
    QuestionThread.objects.order_by("pk").prefetch_related("messages"),
    to_attr="questions_asked",
)
"""What ``present_parked`` needs of each assignment (from ``parked_of``)."""


def present_parked(assignment: Assignment) -> dict[str, Any]:
    """A row of the list of parked questions, with ``ASKED``."""
    threads: list[QuestionThread] = assignment.questions_asked  # type: ignore[attr-defined]
    return {
        "id": assignment.pk,
        "annotator": str(assignment.annotator),
        "example": assignment.example_id,
        "question": assignment.example.question.text,
        "note": assignment.note,
        "parked_at": assignment.parked_at,  # type: ignore[attr-defined]
        "asked": _present_asked(threads[-1]) if threads else None,
    }


def _present_asked(thread: QuestionThread) -> dict[str, Any]:
    messages = sorted(thread.messages.all(), key=lambda message: message.pk)
    text = messages[0].text if messages else ""
    return {"id": thread.pk, "state": thread.state, "text": text}
