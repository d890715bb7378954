"""A page's tokens: its structural tags, and the words of its text with their bytes.

The rules are those measured on real Natural Questions examples.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from .interface_text import SITE_NAME, is_dropped, is_talk_tab, menu_start
from .scanner import MARKUP_PATTERN, Kind, Row, lower_name, scan_rows
from .spans import Token, TokenColumns
from .text_runs import TextRun
from .words import split_to_columns

STRUCTURAL_TAGS = frozenset("h1 h2 h3 p table tr td th ul ol li dl dt dd".split())
"""Elements whose tags are tokens, as ``<P>`` and ``</P>``.

H4 to H6 are not among them: they are frequent on real pages, yet the tags that systems trained on
the whole data set list are these.
"""

_OPENING_TOKENS = {name: f"<{name.capitalize()}>" for name in STRUCTURAL_TAGS}
_CLOSING_TOKENS = {name: f"</{name.capitalize()}>" for name in STRUCTURAL_TAGS}

BREAKING_TAGS = STRUCTURAL_TAGS | frozenset(
    "h4 h5 h6 html head body title div hr tbody thead tfoot caption colgroup col section article "
    "nav header footer main aside figure figcaption blockquote center pre address form fieldset "
    "legend dir menu details summary option optgroup select textarea button noscript".split()
)
"""A word ends at these tags. All others are inline: a word goes on across them."""

_DROPPED_TEXT = frozenset({"sup"})
# Reference marks and exponents.

_NOTED_TAGS = BREAKING_TAGS | _DROPPED_TEXT | {"a", "br"}
# Nothing follows from any other.

_ATTRIBUTE = re.compile(
    rb"""([^\s"'>/=]++) (?: \s*+ = \s*+ (?: "([^"]*+)" | '([^']*+)' | ([^\s>"'][^\s>]*+) ) )?""",
    re.VERBOSE,
)


class PageEncodingError(ValueError):
    """The page is not valid UTF-8. ``position`` is the first offending byte."""

    def __init__(self, position: int, reason: str) -> None:
        super().__init__(f"the page is not valid UTF-8 at byte {position}: {reason}")
        self.position = position


def tokenize_page(html: bytes) -> list[Token]:
    """The tokens of a page, in order, never overlapping.

    Goes in: the UTF-8 of the serialised page, exactly as it is stored. Any markup will do.
    Comes out: tokens with offsets in bytes of ``html``. Raises :class:`PageEncodingError` where
    ``html`` is not UTF-8.
    """
    return tokenize_to_columns(html).tokens()


def tokenize_to_columns(html: bytes) -> TokenColumns:
    """The tokens of a page by column; see :func:`tokenize_page`."""
    try:
        html.decode()
    except UnicodeDecodeError as error:
        raise PageEncodingError(error.start, error.reason) from error
    return _Tokenizer(html).columns()


class _Tokenizer:
    """One pass over the markup. Text gathers in a run, which a breaking tag ends."""

    def __init__(self, html: bytes) -> None:
        self._html = html
        self._tokens: list[str] = []
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._tags: list[int] = []
        self._run = TextRun()
        self._menu_start = menu_start(html)
        self._superscripts = 0
        self._in_head = False
        self._title_seen = False
        self._run_hidden = False
        self._at_link_edge = False

    def columns(self) -> TokenColumns:
        html = self._html
        position = 0
        for match in MARKUP_PATTERN.finditer(html):
            start, end = match.span()
            if start > position and not (self._superscripts or self._in_head):
                self._add_text(position, start)
            position = end
            kind = match.lastgroup
            if kind == "attributes":
                name = lower_name(match["open"])
                if name in _NOTED_TAGS:
                    self._open(name, match)
            elif kind == "close":
                name = lower_name(match["close"])
                if name in _NOTED_TAGS:
                    self._close(name, start, end)
            elif kind == "raw_text":
                self._raw(lower_name(match["raw"]), *match.span("raw_text"))
        if position < len(html) and not (self._superscripts or self._in_head):
            self._add_text(position, len(html))
        self._end_run()
        return TokenColumns(self._tokens, self._starts, self._ends, self._tags)

    def _add_text(self, start: int, end: int) -> None:
        piece, run = self._html[start:end], self._run
        if not run.pieces and piece.isspace():
            return
        if self._at_link_edge:
            self._at_link_edge = False
            if piece[:1].isalnum() and run.last_character().isalnum():
                run.add_break()
        run.add(piece, start)

    def _open(self, name: str, match: re.Match[bytes]) -> None:
        if name not in BREAKING_TAGS:
            if name == "a":
                self._at_link_edge = True
            elif name in _DROPPED_TEXT:
                self._superscripts += 1
            elif name == "br":
                self._run.add_break()
            return
        self._end_run()
        if name == "head":
            self._in_head = True
        elif name == "body":
            self._in_head = False
        attributes = match["attributes"]
        self._run_hidden = bool(attributes) and is_talk_tab(attributes)
        if name in STRUCTURAL_TAGS:
            self._in_head = False
            self._superscripts = 0
            token = _OPENING_TOKENS[name]
            if attributes and b"colspan" in (attributes := attributes.lower()):
                token = f"{token[:-1]}{_colspan(attributes)}>"
            self._add_tag(token, *match.span())

    def _add_tag(self, text: str, start: int, end: int) -> None:
        self._tags.append(len(self._tokens))
        self._tokens.append(text)
        self._starts.append(start)
        self._ends.append(end)

    def _close(self, name: str, start: int, end: int) -> None:
        if name not in BREAKING_TAGS:
            if name == "a":
                self._at_link_edge = True
            elif name in _DROPPED_TEXT:
                self._superscripts = max(0, self._superscripts - 1)
            return
        self._end_run()
        if name == "head":
            self._in_head = False
        if name in STRUCTURAL_TAGS:
            self._in_head = False
            self._superscripts = 0
            self._add_tag(_CLOSING_TOKENS[name], start, end)

    def _raw(self, name: str, start: int, end: int) -> None:
        """Only the page's title is text; scripts, styles and form fields are not."""
        if name != "title" or self._title_seen or self._tokens:
            return
        self._title_seen = True
        self._end_run()
        self._run.add(self._html[start:end], start)
        self._end_run()
        if self._tokens and self._tokens[-1] == SITE_NAME:
            self._tokens[-1] = SITE_NAME.lower()

    def _end_run(self) -> None:
        self._at_link_edge = False
        run_hidden, self._run_hidden = self._run_hidden, False
        run = self._run
        if not run.pieces:
            return
        self._run = TextRun()
        if (
            run.close()
            and not run_hidden
            and not is_dropped(run.text, in_menus=run.first_byte() >= self._menu_start)
        ):
            words = split_to_columns(run.text)
            self._tokens += words.tokens
            run.add_spans(words, self._starts, self._ends)


def _colspan(attributes: bytes) -> str:
    """Of the attributes only this one stays in a token."""
    for match in _ATTRIBUTE.finditer(attributes):
        name, *values = match.groups()
        if name == b"colspan":
            value = next((value for value in values if value is not None), b"")
            return f' colspan="{value.decode()}"'
    return ""


def iter_token_pieces(html: bytes, tokens: Sequence[Token]) -> Iterator[tuple[int, int, int]]:
    """The same as ``pieces_of_tokens``, of the page ``html``."""
    return pieces_of_tokens(scan_rows(html), TokenColumns.of(tokens))


def pieces_of_tokens(rows: Iterable[Row], tokens: TokenColumns) -> Iterator[tuple[int, int, int]]:
    """``(token_index, start_byte, end_byte)`` of each piece of each text token, in order.

    Goes in: the page, scanned, and its tokens, computed here or brought by an NQ file. Comes out:
    what of each text token lies in text of the page, so that a renderer can wrap it. A token
    that inline tags cut is several pieces; superscripts and other text without tokens inside a
    token's span, tags, comments, scripts and styles are no part of any piece. Html tokens are
    left out. Pieces never overlap, and no piece is empty. Tokens that overlap one another or
    leave the page give an unspecified but harmless result.
    """
    tags = frozenset(tokens.html)
    offsets = zip(range(len(tokens)), tokens.start_byte, tokens.end_byte, strict=True)
    words = [word for word in offsets if word[0] not in tags]
    text, opening, closing, raw, _ = Kind
    superscripts = place = 0
    for kind, name, _, _, start, end in rows:
        if kind is not text:
            if name in _DROPPED_TEXT:
                if kind is opening:
                    superscripts += 1
                elif kind is closing:
                    superscripts = max(0, superscripts - 1)
            elif name in STRUCTURAL_TAGS:
                superscripts = 0
            if kind is not raw or name != "title":
                continue
        if superscripts:
            continue
        while place < len(words) and words[place][2] <= start:
            place += 1
        for at in range(place, len(words)):
            index, first, last = words[at]
            if first >= end:
                break
            yield index, max(start, first), min(end, last)
