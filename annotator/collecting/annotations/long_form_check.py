"""ASQA answers, from a client's request to the rows that are written. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from annotator.collecting.annotations.long_form_limits import (
    LONGEST_ANSWER,
    LONGEST_CONCERN,
    LONGEST_PIECE,
    LONGEST_TITLE,
    MOST_PIECES,
    MOST_TOKENS,
)
from annotator.exceptions import InvalidInputError
from annotator.material.corpus.markup.passages import cut_passage
from annotator.material.corpus.markup.spans import Token
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.short_answer_presence import missing_disambiguations
from annotator.measures.support import SupportDocument, coverage, disambiguation_text
from annotator.measures.word_count import count_words

_ANCHOR = ("page", "start_token", "end_token")


@dataclass(frozen=True, slots=True)
class FrozenPage:
    """A page of the question; ``title`` is that under which it was visited."""

    title: str
    html: bytes
    tokens: Sequence[Token]


@dataclass(frozen=True, slots=True)
class Reading:
    """A disambiguation: its number, its question, equivalent wordings of its answer."""

    number: int
    question: str
    short_answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShownQuestion:
    """What an annotator saw beside an ambiguous question.

    In the regime without context everything is empty. ``contexts`` are the context passages in the
    order of the disambiguations; ``pages`` has pages by id; only those that the answer's knowledge
    names are needed.
    """

    readings: tuple[Reading, ...] = ()
    contexts: tuple[str, ...] = ()
    pages: Mapping[int, FrozenPage] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CheckedPiece:
    """A knowledge piece; with a page, tokens and bytes where it was taken from one."""

    content: str
    page_title: str | None
    page: int | None = None
    start_token: int | None = None
    end_token: int | None = None
    start_byte: int | None = None
    end_byte: int | None = None


@dataclass(frozen=True, slots=True)
class CheckedLongForm:
    """A long-form answer that fits its question. ``missing`` was confirmed, and is missing."""

    text: str
    concern: str
    knowledge: tuple[CheckedPiece, ...]
    missing: tuple[Reading, ...]
    word_count: int
    coverage: float | None


def check_long_form_answer(answer: Mapping[str, Any], *, shown: ShownQuestion) -> CheckedLongForm:
    """Check an answer against what its annotator saw.

    ``answer`` as it is submitted: ``long_form_answer`` and ``concern`` are texts, ``knowledge`` a
    list of ``{"content", "page_title"}``, for a passage of a page with its ``page`` (an id),
    ``start_token`` and ``end_token`` (inclusive, exclusive), and ``acknowledged_missing`` numbers
    of disambiguations. All but the first may be left out.

    Raises ``InvalidInputError`` with code ``answer_needed`` (no text, and no concern),
    ``too_long``, ``unreadable_character``, ``empty_knowledge``, ``unknown_page``,
    ``unknown_passage``, ``passage_mismatch``, and ``missing_short_answers``: none of a
    disambiguation's short answers is in the text, and nobody confirmed that an equivalent wording
    is (ASQA paper, appendix A); ``extra["missing"]`` lists them. Unneeded confirmations are
    dropped.
    """
    text = _checked_text(answer["long_form_answer"], "long_form_answer", LONGEST_ANSWER)
    concern = _checked_text(answer.get("concern", ""), "concern", LONGEST_CONCERN)
    if not text and not concern:
        raise _refuse(
            "answer_needed",
            "long_form_answer",
            "There is no answer.",
            "Write one, or say what is wrong with the disambiguations.",
        )
    knowledge = _check_knowledge(answer.get("knowledge", ()), shown.pages)
    missing = _missing(text, shown.readings) if text else ()
    _refuse_unconfirmed(missing, frozenset(answer.get("acknowledged_missing", ())))
    return CheckedLongForm(
        text=text,
        concern=concern,
        knowledge=knowledge,
        missing=missing,
        word_count=count_words(text),
        coverage=_coverage(text, shown, knowledge),
    )


def _refuse(code: str, name: str, problem: str, fix: str) -> InvalidInputError:
    return InvalidInputError(code, f"{problem} {fix}", fields={name: fix})


def _checked_text(text: str, name: str, longest: int) -> str:
    """``text`` without white space around it."""
    text = text.strip()
    if len(text) > longest:
        raise _refuse(
            "too_long",
            name,
            f"This has {len(text):,} characters.",
            f"Use at most {longest:,}.",
        )
    if "\x00" in text:
        raise _refuse(
            "unreadable_character",
            name,
            "The text contains a null character.",
            "Remove the null character.",
        )
    return text


def _check_knowledge(
    pieces: Sequence[Mapping[str, Any]], pages: Mapping[int, FrozenPage]
) -> tuple[CheckedPiece, ...]:
    if len(pieces) > MOST_PIECES:
        raise _refuse(
            "too_long",
            "knowledge",
            f"There are {len(pieces):,} knowledge pieces.",
            f"Use at most {MOST_PIECES}.",
        )
    return tuple(
        _check_piece(piece, f"knowledge[{number}]", pages) for number, piece in enumerate(pieces)
    )


def _check_piece(
    piece: Mapping[str, Any], name: str, pages: Mapping[int, FrozenPage]
) -> CheckedPiece:
    content = _checked_text(piece["content"], f"{name}.content", LONGEST_PIECE)
    title = _checked_text(piece.get("page_title") or "", f"{name}.page_title", LONGEST_TITLE)
    if not content:
        raise _refuse(
            "empty_knowledge",
            f"{name}.content",
            "A knowledge piece is empty.",
            "Write the passage, or remove the piece.",
        )
    anchor = [piece.get(part) for part in _ANCHOR]
    if anchor == [None, None, None]:
        return CheckedPiece(content, title or None)
    if None in anchor:
        raise _refuse(
            "unknown_passage",
            name,
            "A knowledge piece gives only part of its passage's place.",
            "Give page, start_token and end_token, or none of them.",
        )
    return _anchored(content, name, pages, anchor)


def _anchored(
    content: str, name: str, pages: Mapping[int, FrozenPage], anchor: Sequence[Any]
) -> CheckedPiece:
    number, start, end = anchor
    page = pages.get(number)
    if page is None:
        raise _refuse(
            "unknown_page",
            f"{name}.page",
            f"This question has no page {number} to take a passage from.",
            "Choose one of its pages.",
        )
    fits = end - start <= MOST_TOKENS
    passage = (
        cut_passage(page.html, page.tokens, start_token=start, end_token=end) if fits else None
    )
    if passage is None:
        raise _refuse(
            "unknown_passage",
            name,
            f"Tokens {start}–{end} are not a passage of “{page.title}”.",
            f"Choose words among its {len(page.tokens):,} tokens, at most {MOST_TOKENS:,} of them.",
        )
    if not passage.reads(content):
        raise _refuse(
            "passage_mismatch",
            f"{name}.content",
            f"The passage on the page is different: “{_beginning(passage.text)}”.",
            "Take it from the page again, or add it as typed.",
        )
    _checked_text(passage.in_rows, f"{name}.content", LONGEST_PIECE)
    return CheckedPiece(
        content=passage.in_rows,
        page_title=page.title,
        page=number,
        start_token=start,
        end_token=end,
        start_byte=passage.start_byte,
        end_byte=passage.end_byte,
    )


def _beginning(text: str, characters: int = 80) -> str:
    return text if len(text) <= characters else f"{text[:characters]}…"


def _missing(text: str, readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """Readings without any short answer in the text."""
    asked = [reading for reading in readings if reading.short_answers]
    numbers = missing_disambiguations(text, [reading.short_answers for reading in asked])
    return tuple(asked[number] for number in numbers)


def _refuse_unconfirmed(missing: Sequence[Reading], confirmed: frozenset[int]) -> None:
    open_ones = [reading for reading in missing if reading.number not in confirmed]
    if not open_ones:
        return
    fix = "Include a short answer for each, or confirm that an equivalent wording is included."
    some = "1 disambiguation" if len(open_ones) == 1 else f"{len(open_ones)} disambiguations"
    raise InvalidInputError(
        "missing_short_answers",
        f"The text has no short answer to {some}. {fix}",
        fields={"acknowledged_missing": fix},
        extra={
            "missing": [
                {
                    "disambiguation": reading.number,
                    "question": reading.question,
                    "short_answers": list(reading.short_answers),
                }
                for reading in open_ones
            ]
        },
    )


def _coverage(text: str, shown: ShownQuestion, knowledge: Sequence[CheckedPiece]) -> float | None:
    """Section 3.3's coverage; None without words, or without anything to hold them against."""
    support = SupportDocument(
        disambiguations=tuple(
            disambiguation_text(reading.question, reading.short_answers)
            for reading in shown.readings
        ),
        passages=(*shown.contexts, *(piece.content for piece in knowledge)),
    )
    if not support.disambiguations and not support.passages:
        return None
    try:
        return coverage(text, support)
    except UndefinedMeasureError:
        return None
