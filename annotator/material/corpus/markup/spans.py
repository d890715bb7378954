"""The value types that point into a page."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Self, overload


class Token(NamedTuple):
    """A word or a structural tag of a page.

    ``start_byte`` is inclusive and ``end_byte`` exclusive, in bytes of the page's UTF-8.
    ``token`` is the text in Natural Questions' form, so it need not equal the bytes.
    """

    token: str
    start_byte: int
    end_byte: int
    html_token: bool


@dataclass(frozen=True, slots=True, eq=False)
class TokenColumns(Sequence[Token]):
    """A page's tokens by column, as they are stored; each token is made on request.

    ``html`` are the numbers of those that are tags, in order.
    """

    token: list[str]
    start_byte: list[int]
    end_byte: list[int]
    html: list[int]

    def __len__(self) -> int:
        return len(self.token)

    @overload
    def __getitem__(self, wanted: int) -> Token: ...

    @overload
    def __getitem__(self, wanted: slice) -> list[Token]: ...

    def __getitem__(self, wanted: int | slice) -> Token | list[Token]:
        if isinstance(wanted, slice):
            return [self[number] for number in range(*wanted.indices(len(self)))]
        number = range(len(self))[wanted]
        place = bisect_left(self.html, number)
        is_tag = place < len(self.html) and self.html[place] == number
        return Token(self.token[number], self.start_byte[number], self.end_byte[number], is_tag)

    def __eq__(self, other: object) -> bool:
        """Whether ``other`` are the same tokens, in columns or not."""
        return isinstance(other, Sequence) and self.tokens() == list(other)

    __hash__ = None  # type: ignore[assignment]

    @classmethod
    def of(cls, tokens: Sequence[Token]) -> Self:
        """The columns of ``tokens``."""
        if isinstance(tokens, cls):
            return tokens
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
