"""Where a page's tokens are in the bytes that it was imported as.

The source is cleaned once more with marks in it: a number before each text, and one in each tag
that can be a token. They take part in nothing that parsing decides, so they come out where their
text and their tag do, however far those were moved. What comes out must be the frozen page, byte by
byte, once the marks are removed; if it isn't, nothing is claimed.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape
from typing import NamedTuple

from annotator.material.corpus.markup.cleaning import MARK, clean_marked
from annotator.material.corpus.markup.closing_tags import match_closing_tags
from annotator.material.corpus.markup.matched_text import MatchedText
from annotator.material.corpus.markup.page_error import PageError
from annotator.material.corpus.markup.scanner import SplitMarkup, split_markup, tag_names
from annotator.material.corpus.markup.source_bytes import SourceBytes
from annotator.material.corpus.markup.spans import TokenColumns
from annotator.material.corpus.markup.tokens import STRUCTURAL_TAGS

NOWHERE = -1

_BODY_START, _BODY_END = b"<BODY>\n", b"\n</BODY></HTML>\n"
# White space before a text, as references too, and control characters: they may go, so a mark
# stands behind them.
_SPACE = rb"[\x00-\x20\x7f]|&\#0*(?:9|10|12|13|32);|&\#[xX]0*(?:9|[aA]|[cC]|[dD]|20);"
_BEFORE = re.compile(rb"(?>%b|&(?:Tab|NewLine);)*+" % _SPACE)
# Of planes that are for private use: a pair that the page has not is taken.
_FIRST_PRIVATE = 0xF0000
_PAIRS = 8


@dataclass(frozen=True, slots=True)
class SourceOffsets:
    """For each token the source's bytes, inclusive and exclusive; -1 for both where it has none."""

    start_byte: list[int]
    end_byte: list[int]

    @property
    def missing(self) -> int:
        """How many tokens have no place in the source."""
        return self.start_byte.count(NOWHERE)

    def span(self, start_token: int, end_token: int) -> tuple[int, int]:
        """The bytes from one token's start to the end of the last; -1 for both where an end of it
        has no place, or where the page's order is not the source's.
        """
        start, end = self.start_byte[start_token], self.end_byte[end_token - 1]
        return (start, end) if 0 <= start < end else (NOWHERE, NOWHERE)


class _Place(NamedTuple):
    """Where something begins in the frozen page, and which text or tag of the source it is."""

    at: int
    number: int


def source_offsets(source: bytes, html: bytes, tokens: TokenColumns) -> SourceOffsets:
    """Where the tokens of the frozen page ``html`` are in ``source``, which it was cleaned from.

    All of them are nowhere where cleaning the source does not give this page any more.
    """
    if source == html:
        return SourceOffsets(tokens.start_byte, tokens.end_byte)
    try:
        found = _Map(source, html)
    except (PageError, _NotThisPageError):
        nowhere = [NOWHERE] * len(tokens)
        return SourceOffsets(nowhere, list(nowhere))
    tags = set(tokens.html)
    starts, ends = [], []
    for number, (start, end) in enumerate(zip(tokens.start_byte, tokens.end_byte, strict=True)):
        place = found.tag(start) if number in tags else found.text(start, end)
        starts.append(place[0])
        ends.append(place[1])
    return SourceOffsets(starts, ends)


class _NotThisPageError(Exception):
    """The source does not give the page."""


class _Map:
    def __init__(self, source: bytes, html: bytes) -> None:
        self._source = SourceBytes(source)
        if not self._source.is_exact:
            raise _NotThisPageError
        self._html = html
        self._body = html.find(_BODY_START) + len(_BODY_START)
        self._end = len(html) - len(_BODY_END)
        self._open, self._close = _unused_pair(source)
        self._texts: list[_Place] = []
        self._tags: dict[int, int] = {}
        self._markup = SplitMarkup([], [], [])
        self._starts: list[int] = []
        self._read_marks(clean_marked(source, self._mark))
        self._text_places = [place.at for place in self._texts]
        self._matched: dict[int, MatchedText] = {}
        self._tags |= match_closing_tags(
            html[self._body : self._end],
            at=self._body,
            source=self._markup,
            texts={place.at: place.number for place in self._texts},
            tags=self._tags,
        )

    def text(self, start: int, end: int) -> tuple[int, int]:
        """The source's bytes of a word of the page."""
        first, last = self._piece_at(start), self._piece_at(end - 1)
        if first is None or last is None:
            return NOWHERE, NOWHERE
        at, until = first.start_of(start), last.end_of(end)
        return (at, until) if 0 <= at < until else (NOWHERE, NOWHERE)

    def tag(self, start: int) -> tuple[int, int]:
        """The source's bytes of the tag that begins at a byte of the page."""
        number = self._tags.get(start)
        if number is None:
            return NOWHERE, NOWHERE
        at = self._starts[number] + len(self._markup.texts[number])
        return self._source.span(at, at + len(self._markup.tags[number]))

    def _mark(self, markup: SplitMarkup, starts: Sequence[int]) -> None:
        """Number the texts and the tags that may be tokens."""
        self._starts = list(starts)
        self._markup = split_markup(self._source.decoded[starts[0] :])
        known = tag_names(markup.names)
        for number, text in enumerate(markup.texts):
            after = _length_before(text)
            if after < len(text):
                mark = b"%b%d%b" % (self._open, number, self._close)
                markup.texts[number] = text[:after] + mark + text[after:]
        for number, name in enumerate(markup.names):
            if name and known[name] in STRUCTURAL_TAGS and markup.tags[number]:
                rest = markup.tags[number][1 + len(name) :]
                mark = b' %b="%d"' % (MARK.encode(), number)
                markup.tags[number] = b"<" + name + mark + rest

    def _read_marks(self, marked: bytes) -> None:
        pattern = re.compile(rb'%b(\d+)%b| %b="(\d*)"' % (self._open, self._close, MARK.encode()))
        pieces: list[bytes] = []
        last, at = 0, self._body
        for match in pattern.finditer(marked):
            pieces.append(marked[last : match.start()])
            at += match.start() - last
            last = match.end()
            if match[1]:
                self._texts.append(_Place(at, int(match[1])))
            elif match[2]:
                opened = match.start() - marked.rindex(b"<", 0, match.start())
                self._tags[at - opened] = int(match[2])
        pieces.append(marked[last:])
        if b"".join(pieces) != self._html[self._body : self._end]:
            raise _NotThisPageError

    def _piece_at(self, byte: int) -> MatchedText | None:
        """The text of the source that has come to a byte of the page."""
        place = bisect_right(self._text_places, byte) - 1
        if place < 0:
            return None
        if place not in self._matched:
            self._matched[place] = self._match(place)
        return self._matched[place]

    def _match(self, place: int) -> MatchedText:
        at, number = self._texts[place]
        following = self._text_places[place + 1] if place + 1 < len(self._texts) else self._end
        tag = self._html.find(b"<", at, following)
        text = self._markup.texts[number]
        after = _length_before(text)
        return MatchedText(
            self._html[at : tag if tag >= 0 else following],
            at=at,
            source=text[after:],
            source_at=self._starts[number] + after,
            source_bytes=self._source,
        )


def _length_before(text: bytes) -> int:
    before = _BEFORE.match(text)
    return before.end() if before else 0


def _unused_pair(source: bytes) -> tuple[bytes, bytes]:
    """Two characters that the page has not, written out or as references."""
    text = unescape(source.decode(errors="replace"))
    for first in range(_FIRST_PRIVATE, _FIRST_PRIVATE + 2 * _PAIRS, 2):
        pair = chr(first), chr(first + 1)
        if not any(character in text for character in pair):
            return pair[0].encode(), pair[1].encode()
    raise _NotThisPageError
