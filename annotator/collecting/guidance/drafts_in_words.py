"""The draft that somebody had when they asked, in words, for the leads who answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from annotator.collecting.annotations.answers import preview_of, span_text
from annotator.collecting.guidance.models import QuestionThread
from annotator.material.corpus.models import Page
from annotator.material.corpus.queries import candidates_of, tokens_of


@dataclass(frozen=True, slots=True)
class DraftInWords:
    """An unchecked draft of either kind."""

    question_quality: str | None
    long_answer: str
    short_answers: Sequence[str]
    yes_no_answer: str
    long_form_answer: str
    knowledge: Sequence[Mapping[str, Any]]
    concern: str


def draft_in_words(thread: QuestionThread) -> DraftInWords | None:
    """The draft as it was, None without one."""
    if thread.draft is None:
        return None
    draft: Mapping[str, Any] = thread.draft
    long_answer, short_answers = _answers_in_words(draft, thread.example.page)
    return DraftInWords(
        question_quality=draft.get("question_quality"),
        long_answer=long_answer,
        short_answers=short_answers,
        yes_no_answer=draft.get("yes_no_answer") or "NONE",
        long_form_answer=draft.get("long_form_answer") or "",
        knowledge=draft.get("knowledge", []),
        concern=draft.get("concern") or "",
    )


def _answers_in_words(draft: Mapping[str, Any], page: Page | None) -> tuple[str, list[str]]:
    """An NQ draft's long answer, at most its first words, and short answers. Anything that the page
    doesn't have is left out.
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
