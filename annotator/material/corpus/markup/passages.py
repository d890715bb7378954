"""A passage of a page as text: the content of a range of its bytes.

Source: the ASQA paper, section 3.2 (knowledge pieces are passages copied from a page). A browser
shows the page's rendering, not its bytes. On copying, it may leave out text that is not a token
there: reference marks, exponents, a hidden remark. So a copied text is *the same passage* if only
such text is missing from it.
"""

import html as html_entities
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .allowlist import DROPPED_WITH_CONTENT
from .scanner import Kind, Markup, scan
from .spans import Token
from .tokens import BREAKING_TAGS, iter_token_pieces

_BYTE_ORDER_MARK = "\ufeff"
"""White space to browsers, and none to Python."""

_ROW_END = "\x1e"
"""Between rows of a table; white space to Python."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A range of a page's bytes, inclusive and exclusive, with its text: white space is folded, and
    a table has a line for each row.
    """

    start_byte: int
    end_byte: int
    in_rows: str
    _segments: tuple["_Segment", ...] = ()

    @property
    def text(self) -> str:
        """The text in one line."""
        return self.in_rows.replace("\n", " ")

    def reads(self, copied: str) -> bool:
        """Whether ``copied`` is this passage, apart from white space and text that is not a token.

        Time is linear in both, unless the page repeats such text as a token.
        """
        return _reads(self._segments, _letters(copied))


@dataclass(frozen=True, slots=True)
class _Segment:
    """A piece of a passage's text; ``optional`` where a copy may lack it."""

    letters: str
    optional: bool


def cut_passage(
    html: bytes, tokens: Sequence[Token], *, start_token: int, end_token: int
) -> Passage | None:
    """The passage of a page from one of its tokens up to another (exclusive).

    ``html`` and ``tokens`` are the page's. From the first byte of the first token to the last of
    the last; tags are removed, references (``&amp;``) resolved, blocks and table cells kept apart,
    scripts, drawings and the like left out. None if the tokens are not a range of the page, or
    contain no word.
    """
    if not 0 <= start_token < end_token <= len(tokens):
        return None
    chosen = tokens[start_token:end_token]
    start, end = chosen[0].start_byte, chosen[-1].end_byte
    if not start < end or all(token.html_token for token in chosen):
        return None
    inside = [
        each._replace(start_byte=each.start_byte - start, end_byte=each.end_byte - start)
        for each in chosen
    ]
    parts = list(_parts(html[start:end], inside))
    written = "".join(text for text, _ in parts)
    rows = [" ".join(row.split()) for row in written.split(_ROW_END)]
    in_rows = "\n".join(row for row in rows if row)
    if not in_rows:
        return None
    segments = tuple(
        _Segment(letters, not is_token)
        for text_of_part, is_token in parts
        if (letters := _letters(text_of_part))
    )
    return Passage(start, end, in_rows, segments)


def _parts(source: bytes, tokens: Sequence[Token]) -> Iterator[tuple[str, bool]]:
    """Text of the passage in order, and whether it belongs to a token."""
    words = list(iter_token_pieces(source, tokens))
    place = 0
    for piece in _shown_pieces(source):
        if piece.kind is not Kind.TEXT:
            yield _ROW_END if piece.name == "tr" else " ", True
            continue
        position = piece.start
        while place < len(words) and words[place][2] <= piece.start:
            place += 1
        while place < len(words) and words[place][1] < piece.end:
            # Tokens of official files overlap now and then.
            first, last = max(words[place][1], position), words[place][2]
            if first < last:
                yield _decoded(source[position:first]), False
                yield _decoded(source[first:last]), True
                position = last
            place += 1
        yield _decoded(source[position : piece.end]), False


def _shown_pieces(source: bytes) -> Iterator[Markup]:
    """Texts that a page shows, and the tags at which a word ends."""
    hidden: list[str] = []
    for piece in scan(source):
        if piece.name in DROPPED_WITH_CONTENT and piece.kind is Kind.OPEN:
            hidden.append(piece.name)
        elif hidden and piece.kind is Kind.CLOSE and piece.name in hidden:
            while hidden.pop() != piece.name:
                pass
        elif not hidden and (
            piece.kind is Kind.TEXT or piece.name in BREAKING_TAGS or piece.name == "br"
        ):
            yield piece


def _decoded(source: bytes) -> str:
    return html_entities.unescape(source.decode("utf-8", "replace")).replace("\x00", "")


def _letters(text: str) -> str:
    """``text`` without white space."""
    return "".join(text.replace(_BYTE_ORDER_MARK, " ").split())


def _reads(segments: Sequence[_Segment], copied: str) -> bool:
    # All places of the copy that the segments so far can have led to: one, nearly always.
    places = {0}
    for segment in segments:
        length = len(segment.letters)
        reached = {at + length for at in places if copied.startswith(segment.letters, at)}
        places = places | reached if segment.optional else reached
        if not places:
            return False
    return len(copied) in places
