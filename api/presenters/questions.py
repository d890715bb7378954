"""Questions and their threads as the API shows them."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from annotator.collecting.annotations.answers import preview_of, span_text
from annotator.collecting.guidance.models import QuestionThread, ThreadMessage
from annotator.collecting.guidance.threads import is_overdue
from annotator.material.corpus.models import Page
from annotator.material.corpus.queries import candidates_of, tokens_of
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.shown_names import names_of, sees_names
from api.presenters.kinds import presenting_of


def present_threads(
    threads: Iterable[QuestionThread], *, project: Project, viewer: User, role: str, at: datetime
) -> list[dict[str, Any]]:
    """Threads as ``viewer`` sees them: by name for leads, without any for others."""
    rows = list(threads)
    people = [row.asker for row in rows]
    people += [message.author for row in rows for message in row.messages.all()]
    names = names_of(project=project, viewer_role=role, users=people)
    return [_present(row, viewer, names if sees_names(role) else {}, at) for row in rows]


def _present(
    thread: QuestionThread, viewer: User, names: Mapping[int, str], at: datetime
) -> dict[str, Any]:
    messages = sorted(thread.messages.all(), key=lambda message: message.pk)
    entries = sorted(entry.number for entry in thread.faq_entries.all())
    times = ("asked_at", "waiting_since", "answered_at", "closed_at")
    return {
        "id": thread.pk,
        "example": thread.example_id,
        "assignment": thread.assignment_id if thread.asker_id == viewer.pk else None,
        "assignment_state": thread.assignment.state,
        "question": thread.example.question.text,
        "asker": names.get(thread.asker_id),
        "state": thread.state,
        "is_overdue": is_overdue(thread, at=at),
        **{name: getattr(thread, name) for name in times},
        "messages": [_present_message(each, thread, viewer, names) for each in messages],
        "faq_entries": entries if names else [],
    }


def _present_message(
    message: ThreadMessage, thread: QuestionThread, viewer: User, names: Mapping[int, str]
) -> dict[str, Any]:
    is_asker = message.author_id == thread.asker_id
    author = "asker" if is_asker else "lead"
    return {
        "id": message.pk,
        "author": "you" if message.author_id == viewer.pk else author,
        "name": names.get(message.author_id),
        "text": message.text,
        "at": message.at,
    }


def present_question(thread: QuestionThread) -> dict[str, Any]:
    """What the asker sees on the annotator's page, and the draft that they had, for leads."""
    project, example = thread.project, thread.example
    return {
        **presenting_of(project.kind).of_question(example, project),
        "page_title": example.page.title if example.page else "",
        "draft": _in_words(thread.draft, example.page) if thread.draft is not None else None,
    }


NOTHING_OF_THE_EXAMPLE: dict[str, Any] = {
    "disambiguations": [],
    "pages": [],
    "page_title": "",
    "draft": None,
}
"""For the asker, who has everything else on the annotator's page."""


def _in_words(draft: Mapping[str, Any], page: Page | None) -> dict[str, Any]:
    long_answer, short_answers = _answers_in_words(draft, page)
    return {
        "question_quality": draft.get("question_quality"),
        "long_answer": long_answer,
        "short_answers": short_answers,
        "yes_no_answer": draft.get("yes_no_answer") or "NONE",
        "long_form_answer": draft.get("long_form_answer") or "",
        "knowledge": draft.get("knowledge", []),
        "concern": draft.get("concern") or "",
    }


def _answers_in_words(draft: Mapping[str, Any], page: Page | None) -> tuple[str, list[str]]:
    """An NQ draft's long answer, at most its first words, and short answers; drafts are unchecked,
    so anything that the page doesn't have is left out.
    """
    chosen = draft.get("long_answer")
    if page is None or not chosen:
        return "", []
    tokens, candidates = tokens_of(page), candidates_of(page)
    index = chosen.get("candidate_index", -1)
    if not 0 <= index < len(candidates):
        return "", []
    spans = [
        span_text(tokens, span["start_token"], span["end_token"])
        for span in draft.get("short_answers") or []
    ]
    return preview_of(tokens, candidates[index]), [span for span in spans if span]
