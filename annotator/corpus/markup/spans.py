"""The value types that point into a page."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Token:
    """A word or a structural tag of a page.

    ``start_byte`` is inclusive and ``end_byte`` exclusive, in bytes of the page's UTF-8.
    ``token`` is the text in Natural Questions' form, so it need not equal the bytes.
    """

    token: str
    start_byte: int
    end_byte: int
    html_token: bool


@dataclass(frozen=True, slots=True)
class LongAnswerCandidate:
    """An HTML bounding box that can be a long answer (NQ repository README, "Long Answer
    Candidates"). Bytes and tokens are inclusive, exclusive; the box's own tags are inside.
    """

    start_byte: int
    end_byte: int
    start_token: int
    end_token: int
    top_level: bool


@dataclass(frozen=True, slots=True)
class TokenSpan:
    """Tokens ``start_token`` (inclusive) to ``end_token`` (exclusive) of a page."""

    start_token: int
    end_token: int
