"""Answers under judgment as experts see them: never whose they are, never others' first votes."""

from typing import Any

from annotator.collecting.annotations.models import NaturalQuestionsAnswer, YesNoAnswer
from annotator.material.corpus.markup.spans import TokenSpan
from annotator.material.corpus.models import Page
from annotator.quality.judgments.models import JudgedAnswer, Judgment, JudgmentRound, Target
from annotator.quality.judgments.sheet import AnswerTexts
from api.presenters.assignments import present_candidates


def present_judgment(judgment: Judgment | None) -> dict[str, Any] | None:
    """An expert's own verdict; None if there is none yet."""
    if judgment is None:
        return None
    return {
        "verdict": judgment.verdict,
        "justification": judgment.justification,
        "context_opened": judgment.context_opened_at is not None,
        "decided_at": judgment.decided_at,
        "version": judgment.version,
    }


def present_answer_row(answer: JudgedAnswer, judgment: Judgment | None) -> dict[str, Any]:
    """An answer in a list, with the caller's own verdict."""
    return {
        "number": answer.number,
        "question": answer.annotation.example.question.text,
        "judgment": present_judgment(judgment),
    }


def present_shown_answer(answer: JudgedAnswer, judgment_round: JudgmentRound) -> dict[str, Any]:
    """The question and the passage, and what of it is judged."""
    annotation = answer.annotation
    question, given = annotation.example.question, annotation.natural_questions_answer
    is_short = judgment_round.target == Target.SHORT
    texts = AnswerTexts().spans(given, annotation.example.page) if is_short else []
    return {
        "number": answer.number,
        "question": {"id": question.pk, "text": question.text},
        "target": judgment_round.target,
        "passage_url": f"{address_of(answer)}passage/",
        "short_answers": texts,
        "yes_no_answer": given.yes_no_answer if is_short else YesNoAnswer.NONE,
    }


def present_judged_answer(
    answer: JudgedAnswer, judgment_round: JudgmentRound, judgment: Judgment | None
) -> dict[str, Any]:
    """An answer as an expert judges it."""
    return {
        **present_shown_answer(answer, judgment_round),
        "count": judgment_round.answers.count(),
        "judgment": present_judgment(judgment),
    }


def present_context(
    answer: JudgedAnswer, page: Page, judgment_round: JudgmentRound
) -> dict[str, Any]:
    """The page around an answer."""
    given = answer.annotation.natural_questions_answer
    spans = marked_spans(given, judgment_round)
    return {
        "page": {
            "title": page.title,
            "url": page.url,
            "sha256": page.sha256,
            "html_url": f"{address_of(answer)}page/",
            "candidates": present_candidates(page),
        },
        "candidate_index": given.candidate_index,
        "short_answers": [
            {"start_token": span.start_token, "end_token": span.end_token} for span in spans
        ],
    }


def marked_spans(given: NaturalQuestionsAnswer, judgment_round: JudgmentRound) -> list[TokenSpan]:
    """What is marked in the passage: the short answer, in rounds of these."""
    if judgment_round.target != Target.SHORT:
        return []
    return [TokenSpan(row[2], row[3]) for row in given.short_answers]


def address_of(answer: JudgedAnswer) -> str:
    """The address below which everything about an answer is."""
    return f"/api/v1/judgment-rounds/{answer.round_id}/answers/{answer.number}/"
