"""A page's tokens: its structural tags, and the words of its text with their bytes.

The rules are those measured on real Natural Questions examples.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from .interface_text import SITE_NAME, is_dropped, is_talk_tab, menu_start
from .scanner import MARKUP_PATTERN, Kind, Row, lower_name, scan_rows, split_markup, tag_names
from .spans import Token, TokenColumns
from .text_runs import TextRun, join_run
from .words import Segment, Words, add_words

STRUCTURAL_TAGS = frozenset("h1 h2 h3 p table tr td th ul ol li dl dt dd".split())
"""Elements whose tags are tokens, as ``<P>`` and ``</P>``.

H4 to H6 are not among them: they are frequent on real pages, yet the tags that systems trained on
the whole data set list are these.
"""

_TAG_TOKENS = {
    **{name: f"<{name.capitalize()}>" for name in STRUCTURAL_TAGS},
    **{f"/{name}": f"</{name.capitalize()}>" for name in STRUCTURAL_TAGS},
}

BREAKING_TAGS = STRUCTURAL_TAGS | frozenset(
    "h4 h5 h6 html head body title div hr tbody thead tfoot caption colgroup col section article "
    "nav header footer main aside figure figcaption blockquote center pre address form fieldset "
    "legend dir menu details summary option optgroup select textarea button noscript".split()
)
"""A word ends at these tags. All others are inline and don't end it."""

_DROPPED_TEXT = frozenset({"sup"})
# Reference marks and exponents.

_LINK, _BREAK = "a", "br"

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
    """One pass over the tags that matter. The texts before a breaking tag are a run, except those
    that are left out.
    """

    def __init__(self, html: bytes) -> None:
        markup = split_markup(html)
        self._texts, self._markup, self._names = markup
        self._known = tag_names(self._names)
        self._text_starts = markup.starts()
        self._menu_start = menu_start(html)
        self._words = Words([], [], [])
        self._starts, self._ends, self._tokens = self._words
        self._tags: list[int] = []
        self._first = 0
        # Where in the run a word may end though no tag breaks: at links, and before line breaks.
        self._edges: dict[int, str] = {}
        self._run_hidden = False
        self._superscripts = 0
        self._in_head = False
        self._left_out = 0
        self._title_seen = False

    def columns(self) -> TokenColumns:
        actions = {name: _ACTIONS.get(tag) for name, tag in self._known.items()}
        for number, action in enumerate(map(actions.__getitem__, self._names)):
            if action is not None:
                action(self, number)
        self._end_run(len(self._markup))
        return TokenColumns(self._tokens, self._starts, self._ends, self._tags)

    def add_tag(self, number: int) -> None:
        self._end_run(number)
        self._in_head = False
        self._superscripts = 0
        token, source = _TAG_TOKENS[self._known[self._names[number]]], self._markup[number]
        if len(source) > len(token) and token[1] != "/":
            self._run_hidden = is_talk_tab(source)
            attributes = source[len(token) - 1 : -1].lower()
            if b"colspan" in attributes:
                token = f"{token[:-1]}{_colspan(attributes)}>"
        end = self._text_starts[number + 1]
        self._tags.append(len(self._tokens))
        self._tokens.append(token)
        self._starts.append(end - len(source))
        self._ends.append(end)

    def open_box(self, number: int) -> None:
        self._end_run(number)
        self._run_hidden = is_talk_tab(self._markup[number])

    def close_box(self, number: int) -> None:
        self._end_run(number)

    def open_head(self, number: int) -> None:
        self.open_box(number)
        self._leave_out(number)
        self._in_head = True

    def close_head(self, number: int) -> None:
        self._end_run(number)
        self._in_head = False

    def open_body(self, number: int) -> None:
        self.open_box(number)
        self._in_head = False

    def open_superscript(self, number: int) -> None:
        self._leave_out(number)
        self._superscripts += 1

    def close_superscript(self, number: int) -> None:
        self._leave_out(number)
        self._superscripts = max(0, self._superscripts - 1)

    def note_break(self, number: int) -> None:
        self._edges[number] = _BREAK

    def note_link(self, number: int) -> None:
        left, right = self._texts[number], self._texts[number + 1]
        # Most links stand between spaces and punctuation, where words end anyway.
        if self._superscripts or not (left[-1:].isspace() or (right and not right[:1].isalnum())):
            self._edges[number] = _LINK

    def add_title(self, number: int) -> None:
        """Only the page's title is text; scripts, styles and form fields are not."""
        if self._title_seen or self._tokens:
            return
        raw = MARKUP_PATTERN.match(self._markup[number])
        if raw is None or not raw["raw"] or lower_name(raw["raw"]) != "title":
            return
        self._title_seen = True
        self._end_run(number)
        start = self._text_starts[number + 1] - raw.end() + raw.start("raw_text")
        self._add_words(*join_run([raw["raw_text"]], [start]), start)
        if self._tokens and self._tokens[-1] == SITE_NAME:
            self._tokens[-1] = SITE_NAME.lower()

    def _leave_out(self, number: int) -> None:
        """Empty the texts before tag ``number``, back to where this was asked last, where none
        counts.
        """
        if self._superscripts or self._in_head:
            self._texts[self._left_out : number + 1] = [b""] * (number + 1 - self._left_out)
        self._left_out = number + 1

    def _end_run(self, number: int) -> None:
        """Add the words of the texts before tag ``number``, back to the last that breaks."""
        if self._superscripts or self._in_head:
            self._leave_out(number)
        texts, first = self._texts, self._first
        self._first = number + 1
        while first <= number and (not texts[first] or texts[first].isspace()):
            first += 1
        if first <= number and not self._run_hidden:
            if self._edges:
                run = self._run_with_edges(first, number + 1)
            else:
                run = join_run(texts[first : number + 1], self._text_starts[first : number + 1])
            self._add_words(*run, self._text_starts[first])
        self._run_hidden = False
        if self._edges:
            self._edges = {}

    def _run_with_edges(self, first: int, end: int) -> tuple[str, list[Segment]]:
        """The run of the texts from number ``first`` on, up to ``end``."""
        run = TextRun()
        at_link = False
        for number in range(first, end):
            piece = self._texts[number]
            if piece:
                if at_link and piece[:1].isalnum() and run.last_character().isalnum():
                    run.add_break()
                at_link = False
                run.add(piece, self._text_starts[number])
            edge = self._edges.get(number)
            if edge == _BREAK:
                run.add_break()
            elif edge:
                at_link = True
        return run.text(), run.segments

    def _add_words(self, text: str, segments: Sequence[Segment], start: int) -> None:
        if not is_dropped(text, in_menus=start >= self._menu_start):
            add_words(self._words, text, segments)


_ACTIONS: dict[str, Callable[[_Tokenizer, int], None]] = {
    "": _Tokenizer.add_title,
    **dict.fromkeys(BREAKING_TAGS, _Tokenizer.open_box),
    **dict.fromkeys((f"/{name}" for name in BREAKING_TAGS), _Tokenizer.close_box),
    **dict.fromkeys(_TAG_TOKENS, _Tokenizer.add_tag),
    "head": _Tokenizer.open_head,
    "/head": _Tokenizer.close_head,
    "body": _Tokenizer.open_body,
    "sup": _Tokenizer.open_superscript,
    "/sup": _Tokenizer.close_superscript,
    "br": _Tokenizer.note_break,
    "a": _Tokenizer.note_link,
    "/a": _Tokenizer.note_link,
}


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

    Takes the scanned page and its tokens, computed here or from an NQ file. Returns the parts of
    each text token that are text of the page, so that a renderer can wrap them. A token that inline
    tags cut has several pieces; superscripts and other text without tokens inside a token's span,
    tags, comments, scripts and styles belong to no piece. Html tokens are left out. Pieces never
    overlap, and no piece is empty. Tokens that overlap one another or leave the page give an
    unspecified but harmless result.
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
