"""What the right answer to a demo question is, said in words and found again on the page. Pure."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from annotator.material.corpus.markup.candidates import candidate_tag
from annotator.material.corpus.markup.spans import LongAnswerCandidate, Token, TokenSpan
from annotator.material.corpus.markup.substitutions import (
    DOUBLE_QUOTES,
    DROPPED_CHARACTERS,
    substitute,
)

QuestionQuality = Literal["good", "bad"]
YesNoAnswer = Literal["NONE", "YES", "NO"]

_TOKEN_QUOTES: Final = {"``": '"', "''": '"'}
_ANY_DOUBLE_QUOTE: Final = re.compile(rf"[{DOUBLE_QUOTES}]|''|``")


class TruthNotFoundError(LookupError):
    """The stated truth is not on the page. The message says which part, and what to change."""


@dataclass(frozen=True, slots=True)
class LongAnswerTruth:
    """The earliest box with ``tag`` around the text ``contains``; the smallest, if several such
    boxes are nested. ``tag`` is written as in tokens: ``P``, ``Table``, ``Tr``.
    """

    contains: str
    tag: str


@dataclass(frozen=True, slots=True)
class Truth:
    """A right answer. ``short_answers`` are words of the long answer, exactly as they are there;
    the same words twice mean their first and their second place.
    """

    question_quality: QuestionQuality
    long_answer: LongAnswerTruth | None
    short_answers: tuple[str, ...]
    yes_no_answer: YesNoAnswer


@dataclass(frozen=True, slots=True)
class ResolvedTruth:
    """A right answer in the page's own numbers. ``short_answers`` are in order."""

    candidate_index: int | None
    short_answers: tuple[TokenSpan, ...]
    yes_no_answer: YesNoAnswer
    question_quality: QuestionQuality


def resolve_truth(
    tokens: Sequence[Token], candidates: Sequence[LongAnswerCandidate], truth: Truth
) -> ResolvedTruth:
    """Where the answer that ``truth`` states is on the page with these tokens and candidates.

    Raises TruthNotFoundError if the text, the box around it or a short answer is missing.
    """
    if truth.long_answer is None:
        return ResolvedTruth(None, (), truth.yes_no_answer, truth.question_quality)
    index = _find_candidate(tokens, candidates, truth.long_answer)
    return ResolvedTruth(
        candidate_index=index,
        short_answers=_find_short_answers(tokens, candidates[index], truth.short_answers),
        yes_no_answer=truth.yes_no_answer,
        question_quality=truth.question_quality,
    )


def _find_candidate(
    tokens: Sequence[Token],
    candidates: Sequence[LongAnswerCandidate],
    long_answer: LongAnswerTruth,
) -> int:
    tagged = [
        index
        for index, candidate in enumerate(candidates)
        if candidate_tag(tokens[candidate.start_token].token) == long_answer.tag
    ]
    is_on_page = False
    for span in _occurrences(tokens, long_answer.contains, 0, len(tokens)):
        is_on_page = True
        around = [index for index in tagged if _encloses(candidates[index], span)]
        if around:
            return min(
                around,
                key=lambda index: candidates[index].end_token - candidates[index].start_token,
            )
    if is_on_page:
        raise TruthNotFoundError(
            f"no <{long_answer.tag}> candidate is around {long_answer.contains!r}: name another tag"
        )
    raise TruthNotFoundError(
        f"{long_answer.contains!r} is not on the page: quote the article's words exactly,"
        " from the start of a word to the end of one, without superscripts"
    )


def _find_short_answers(
    tokens: Sequence[Token], candidate: LongAnswerCandidate, answers: Sequence[str]
) -> tuple[TokenSpan, ...]:
    found: list[TokenSpan] = []
    for answer in answers:
        span = next(
            (
                span
                for span in _occurrences(tokens, answer, candidate.start_token, candidate.end_token)
                if all(
                    span.end_token <= other.start_token or other.end_token <= span.start_token
                    for other in found
                )
            ),
            None,
        )
        if span is None:
            raise TruthNotFoundError(
                f"the short answer {answer!r} is not (or not once more) in the long answer:"
                " quote its words exactly"
            )
        found.append(span)
    return tuple(sorted(found, key=lambda span: span.start_token))


def _encloses(candidate: LongAnswerCandidate, span: TokenSpan) -> bool:
    return candidate.start_token <= span.start_token and span.end_token <= candidate.end_token


def _occurrences(
    tokens: Sequence[Token], text: str, start_token: int, end_token: int
) -> Iterator[TokenSpan]:
    """Runs of tokens that spell ``text``, first to last. Tags between the words don't count, and
    neither does white space: the tokeniser alone decides where words end.
    """
    spelled: list[str] = []
    starts: dict[int, int] = {}
    ends: dict[int, int] = {}
    length = 0
    for number in range(start_token, end_token):
        token = tokens[number]
        if token.html_token:
            continue
        word = _TOKEN_QUOTES.get(token.token, token.token)
        starts[length] = number
        length += len(word)
        ends[length] = number + 1
        spelled.append(word)
    page, wanted = "".join(spelled), _spell(text)
    if not wanted:
        raise ValueError("an empty text has no place on a page")
    position = page.find(wanted)
    while position != -1:
        end = position + len(wanted)
        if position in starts and end in ends:
            yield TokenSpan(starts[position], ends[end])
        position = page.find(wanted, position + 1)


def _spell(text: str) -> str:
    """``text`` as the page's tokens write it, without white space, any double quote as one sign."""
    quoted = _ANY_DOUBLE_QUOTE.sub('"', text)
    kept = "".join(quoted.split())
    return substitute("".join(sign for sign in kept if sign not in DROPPED_CHARACTERS))
