"""What a reader sees of an example: the question's words, and those of the page's candidates."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple, Self

from annotator.material.formats.candidate_boxes import Box, BoxedExample, read_boxed_example
from annotator.material.formats.fields import check_types
from annotator.material.formats.problems import LineError
from annotator.measures.answer_match import Offsets, Span

MOST_PASSAGE_WORDS = 250
"""Words of a candidate that are read; the rest of it can't hold a predicted short answer."""

MOST_QUESTION_WORDS = 30

_TOKEN = {"token": str, "start_byte": int, "end_byte": int, "html_token": bool}


class PageToken(NamedTuple):
    """A token of a page. ``in_bytes`` is None in the simplified format."""

    text: str
    in_bytes: Offsets | None
    is_tag: bool


@dataclass(frozen=True, slots=True)
class Passage:
    """The words of a top-level candidate, in lower case, without tags.

    ``tokens`` has each word's token number on the page, ``in_bytes`` its place. ``order`` counts
    the page's top-level candidates from 0.
    """

    box: Box
    order: int
    words: tuple[str, ...]
    tokens: tuple[int, ...]
    in_bytes: tuple[Offsets | None, ...]

    def span(self, first: int, last: int) -> Span:
        """The span from one word to another, both within it."""
        start, end = self.in_bytes[first], self.in_bytes[last]
        in_bytes = (start[0], end[1]) if start and end else None
        return Span(in_bytes, (self.tokens[first], self.tokens[last] + 1))

    def words_of(self, span: Span) -> tuple[int, int] | None:
        """The first and last word in a span, None where the passage doesn't hold all of it."""
        inside = [place for place in range(len(self.words)) if self._holds(span, place)]
        if not inside or not self._reaches(span, inside[-1]):
            return None
        return inside[0], inside[-1]

    def _holds(self, span: Span, place: int) -> bool:
        if span.in_tokens is not None:
            return span.in_tokens[0] <= self.tokens[place] < span.in_tokens[1]
        offsets = self.in_bytes[place]
        return _within(offsets, span.in_bytes)

    def _reaches(self, span: Span, last: int) -> bool:
        """Whether a span that ends after ``last`` ends with it, tags aside."""
        if last + 1 < len(self.words) or len(self.words) < MOST_PASSAGE_WORDS:
            return True
        if span.in_tokens is not None:
            return span.in_tokens[1] <= self.tokens[last] + 1
        offsets = self.in_bytes[last]
        return bool(offsets and span.in_bytes and span.in_bytes[1] <= offsets[1])


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page's top-level candidates, in the page's order."""

    passages: tuple[Passage, ...]

    @classmethod
    def of(cls, tokens: Sequence[PageToken], boxes: Sequence[Box]) -> Self:
        """The passages of a page with these tokens. Candidates without a word stay out."""
        top = (box for box in boxes if box.top_level and box.span.in_tokens is not None)
        made = (_passage(box, order, tokens) for order, box in enumerate(top))
        return cls(tuple(each for each in made if each.words))

    def holding(self, span: Span) -> Passage | None:
        """The top-level candidate that is a span or holds it; None where there is none."""
        return next((each for each in self.passages if _contains(each.box.span, span)), None)


@dataclass(frozen=True, slots=True)
class Reading:
    """An example to read: its gold, the question's words, and its page."""

    boxed: BoxedExample
    question: tuple[str, ...]
    page: ReadPage


def read_reading(value: dict[str, Any]) -> Reading:
    """The example of a line's object, original or simplified. Raises ``LineError``."""
    boxed = read_boxed_example(value)
    page = ReadPage.of(_tokens(value), boxed.boxes)
    return Reading(boxed, question_words(boxed.question), page)


def question_words(question: str) -> tuple[str, ...]:
    """The words of a question, in lower case, the first thirty.

    >>> question_words("Who made it?")
    ('who', 'made', 'it', '?')
    """
    split = question.lower().replace("?", " ?").split()
    return tuple(map(sys.intern, split[:MOST_QUESTION_WORDS]))


def _tokens(value: dict[str, Any]) -> list[PageToken]:
    if type(value.get("document_tokens")) is list:
        return [_token(each, number) for number, each in enumerate(value["document_tokens"])]
    return [
        PageToken(text, None, text.startswith("<") and text.endswith(">") and len(text) > 2)  # noqa: PLR2004 - "<>" is text
        for text in value["document_text"].split(" ")
    ]


def _token(value: Any, number: int) -> PageToken:
    try:
        text, start, end = value["token"], value["start_byte"], value["end_byte"]
        if type(text) is str and type(start) is type(end) is int:
            return PageToken(text, (start, end), bool(value["html_token"]))
    except (KeyError, TypeError):
        pass
    # Only now, since it takes longer than all else that is done with a token.
    raise LineError(list(check_types(value, _TOKEN, f"document_tokens[{number}]")))


def _passage(box: Box, order: int, tokens: Sequence[PageToken]) -> Passage:
    start, end = box.span.in_tokens or (0, 0)
    numbered = ((number, tokens[number]) for number in range(start, min(end, len(tokens))))
    words = list(islice((each for each in numbered if not each[1].is_tag), MOST_PASSAGE_WORDS))
    return Passage(
        box=box,
        order=order,
        words=tuple(sys.intern(token.text.lower()) for _, token in words),
        tokens=tuple(number for number, _ in words),
        in_bytes=tuple(token.in_bytes for _, token in words),
    )


def _contains(outer: Span, inner: Span) -> bool:
    if outer.in_tokens is not None and inner.in_tokens is not None:
        return _within(inner.in_tokens, outer.in_tokens)
    return _within(inner.in_bytes, outer.in_bytes)


def _within(inner: Offsets | None, outer: Offsets | None) -> bool:
    return bool(inner and outer and outer[0] <= inner[0] and inner[1] <= outer[1])
