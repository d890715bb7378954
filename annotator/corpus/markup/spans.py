"""The value types that point into a page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self


class Token(NamedTuple):
    """A word or a structural tag of a page.

    ``start_byte`` is inclusive and ``end_byte`` exclusive, in bytes of the page's UTF-8.
    ``token`` is the text in Natural Questions' form, so it need not equal the bytes.
    """

    token: str
    start_byte: int
    end_byte: int
    html_token: bool


@dataclass(frozen=True, slots=True)
class TokenColumns:
    """A page's tokens by column, as they are stored: no object for each of them.

    ``html`` are the numbers of those that are tags.
    """

    token: list[str]
    start_byte: list[int]
    end_byte: list[int]
    html: list[int]

    def __len__(self) -> int:
        return len(self.token)

    @classmethod
    def of(cls, tokens: Sequence[Token]) -> Self:
        """The columns of ``tokens``."""
        return cls(
            [token.token for token in tokens],
            [token.start_byte for token in tokens],
            [token.end_byte for token in tokens],
            [index for index, token in enumerate(tokens) if token.html_token],
        )

    def html_flags(self) -> list[bool]:
        """For each token whether it is a tag."""
        flags = [False] * len(self.token)
        for index in self.html:
            flags[index] = True
        return flags

    def tokens(self) -> list[Token]:
        """The tokens one by one."""
        rows = zip(self.token, self.start_byte, self.end_byte, self.html_flags(), strict=True)
        return list(map(Token._make, rows))


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
