"""An example of the original format, verified."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from annotator.material.corpus.markup.spans import LongAnswerCandidate, Token

YesNoAnswer = Literal["NONE", "YES", "NO"]


@dataclass(frozen=True, slots=True)
class LongAnswer:
    """One of the page's candidates, by index and by its offsets."""

    start_byte: int
    end_byte: int
    start_token: int
    end_token: int
    candidate_index: int


@dataclass(frozen=True, slots=True)
class ShortAnswer:
    """A span inside the long answer."""

    start_byte: int
    end_byte: int
    start_token: int
    end_token: int


@dataclass(frozen=True, slots=True)
class OriginalAnnotation:
    """What one annotator answered. ``long_answer`` is None if the file has -1 throughout.

    ``annotation_id`` can exceed 63 bits: real files use the whole unsigned range of 64 bits.
    """

    annotation_id: int
    long_answer: LongAnswer | None
    short_answers: tuple[ShortAnswer, ...]
    yes_no_answer: YesNoAnswer


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """An example without its page."""

    example_id: int
    question_text: str
    question_tokens: tuple[str, ...]
    annotations: tuple[OriginalAnnotation, ...]


@dataclass(frozen=True, slots=True)
class OriginalExample:
    """A question, the page it is asked of, and the annotations.

    ``document_html`` is the page's UTF-8, into which all byte offsets point.
    """

    example_id: int
    question_text: str
    question_tokens: tuple[str, ...]
    document_title: str
    document_url: str
    document_html: bytes
    document_tokens: Sequence[Token]
    long_answer_candidates: tuple[LongAnswerCandidate, ...]
    annotations: tuple[OriginalAnnotation, ...]
