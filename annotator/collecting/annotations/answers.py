"""NQ answers, from a client's request to bytes of the frozen page. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from annotator.exceptions import InvalidInputError
from annotator.material.corpus.markup.candidates import candidate_tag
from annotator.material.corpus.markup.spans import LongAnswerCandidate, Token
from annotator.material.formats.fields import MOST_SHORT_ANSWERS


@dataclass(frozen=True, slots=True)
class AnsweredSpan:
    """A short answer: bytes and tokens of the page, each inclusive and exclusive, and its words."""

    start_byte: int
    end_byte: int
    start_token: int
    end_token: int
    text: str


PREVIEW_WORDS = 60
"""As many of a long answer are shown in lists."""


@dataclass(frozen=True, slots=True)
class CheckedAnswer:
    """An NQ answer that fits its page.

    ``candidate_index``, ``candidate``, its ``tag`` (``P``, ``Table``) and its first words
    (``preview``) are None or empty without a long answer. ``short_answers`` are in the order of the
    page. ``beside`` has further columns of ``NaturalQuestionsAnswer`` by their names, of which
    ``check_answer`` knows nothing.
    """

    question_quality: str
    candidate_index: int | None = None
    candidate: LongAnswerCandidate | None = None
    tag: str = ""
    short_answers: tuple[AnsweredSpan, ...] = ()
    yes_no_answer: str = "NONE"
    preview: str = ""
    beside: Mapping[str, Any] = field(default_factory=dict)


def _refuse(code: str, field: str, problem: str, fix: str) -> InvalidInputError:
    return InvalidInputError(code, f"{problem} {fix}", fields={field: fix})


def check_answer(
    answer: Mapping[str, Any],
    *,
    tokens: Sequence[Token],
    candidates: Sequence[LongAnswerCandidate],
) -> CheckedAnswer:
    """Check an answer against its page's tokens and candidates, and give it bytes.

    ``answer`` as it is submitted: ``question_quality`` is ``"good"`` or ``"bad"``, ``long_answer``
    None or ``{"candidate_index"}``, ``short_answers`` a list of ``{"start_token", "end_token"}``
    (inclusive, exclusive), ``yes_no_answer`` ``"NONE"``, ``"YES"`` or ``"NO"``.

    Raises ``InvalidInputError`` for every combination that the task does not allow (NQ paper,
    sections 1 and 3.2): a short answer outside the long answer or without one, yes or no beside
    spans, overlapping or empty spans, an unknown candidate, an answer to a bad question, more
    than ``MOST_SHORT_ANSWERS`` spans.
    """
    quality, long_answer = answer["question_quality"], answer["long_answer"]
    spans, yes_no = answer["short_answers"], answer["yes_no_answer"]
    has_short_answer = bool(spans) or yes_no != "NONE"
    if quality == "bad" and (long_answer is not None or has_short_answer):
        raise _refuse(
            "answer_on_bad_question",
            "question_quality",
            "A bad question has no answer.",
            "Remove the answer, or call the question good.",
        )
    if long_answer is None and has_short_answer:
        raise _refuse(
            "short_answer_without_long_answer",
            "long_answer",
            "There is a short answer but no long answer.",
            "Choose the box that holds it, or remove the short answer.",
        )
    if long_answer is None:
        return CheckedAnswer(quality)
    index = long_answer["candidate_index"]
    candidate = _candidate_at(index, candidates)
    short_answers = _check_spans(spans, candidate, tokens)
    if short_answers and yes_no != "NONE":
        raise _refuse(
            "yes_no_beside_spans",
            "yes_no_answer",
            f"The short answer is {yes_no} and spans at once.",
            "Keep one of the two.",
        )
    return CheckedAnswer(
        question_quality=quality,
        candidate_index=index,
        candidate=candidate,
        tag=candidate_tag(tokens[candidate.start_token].token),
        short_answers=short_answers,
        yes_no_answer=yes_no,
        preview=preview_of(tokens, candidate),
    )


def _candidate_at(index: int, candidates: Sequence[LongAnswerCandidate]) -> LongAnswerCandidate:
    if 0 <= index < len(candidates):
        return candidates[index]
    raise _refuse(
        "unknown_candidate",
        "long_answer.candidate_index",
        f"This page has no candidate {index}.",
        f"Choose one from 0 to {len(candidates) - 1}."
        if candidates
        else "It has no candidates at all: answer null.",
    )


def _check_spans(
    spans: Sequence[Mapping[str, int]], candidate: LongAnswerCandidate, tokens: Sequence[Token]
) -> tuple[AnsweredSpan, ...]:
    if len(spans) > MOST_SHORT_ANSWERS:
        raise _refuse(
            "too_many_short_answers",
            "short_answers",
            f"There are {len(spans):,} short answers.",
            f"Mark at most {MOST_SHORT_ANSWERS:,}.",
        )
    checked: list[AnsweredSpan] = []
    numbered = sorted(enumerate(spans), key=lambda pair: pair[1]["start_token"])
    for number, span in numbered:
        field = f"short_answers[{number}]"
        start, end = span["start_token"], span["end_token"]
        if start >= end:
            raise _refuse(
                "empty_span", field, f"The span {start}–{end} is empty.", "Mark at least one word."
            )
        if start < candidate.start_token or end > candidate.end_token:
            raise _refuse(
                "short_answer_outside_long_answer",
                field,
                f"The span {start}–{end} lies outside the long answer"
                f" ({candidate.start_token}–{candidate.end_token}).",
                "Mark words inside the chosen box.",
            )
        if checked and start < checked[-1].end_token:
            raise _refuse(
                "overlapping_spans",
                field,
                f"The span {start}–{end} overlaps another one.",
                "Merge the two spans, or remove one.",
            )
        if all(token.html_token for token in tokens[start:end]):
            raise _refuse(
                "empty_span", field, f"The span {start}–{end} contains no word.", "Mark a word."
            )
        checked.append(
            AnsweredSpan(
                tokens[start].start_byte,
                tokens[end - 1].end_byte,
                start,
                end,
                span_text(tokens, start, end),
            )
        )
    return tuple(checked)


def preview_of(tokens: Sequence[Token], candidate: LongAnswerCandidate) -> str:
    """A candidate's first ``PREVIEW_WORDS`` words, and an ellipsis if it has more."""
    inside = range(candidate.start_token, candidate.end_token)
    first = list(islice(_words(map(tokens.__getitem__, inside)), PREVIEW_WORDS + 1))
    return " ".join(first[:PREVIEW_WORDS]) + (" …" if len(first) > PREVIEW_WORDS else "")


def span_text(tokens: Sequence[Token], start: int, end: int) -> str:
    """The words of the tokens ``start`` (inclusive) to ``end`` (exclusive), joined by spaces."""
    return " ".join(_words(tokens[start:end]))


def _words(tokens: Iterable[Token]) -> Iterator[str]:
    """What is to be read, without tags. A browser shows a NUL character as U+FFFD, and PostgreSQL
    stores none.
    """
    return (each.token.replace("\0", "\ufffd") for each in tokens if not each.html_token)
