"""Writes a page's pieces again, well nested, with the numbers of tokens and candidates."""

from bisect import bisect_left
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from annotator.corpus.markup.allowlist import (
    DROPPED_WITH_CONTENT,
    HTML_ELEMENTS,
    MATHML_ELEMENTS,
    VOID_ELEMENTS,
    root_attributes,
)
from annotator.corpus.markup.nesting import NestingGuard
from annotator.corpus.markup.page_error import PageError
from annotator.corpus.markup.rendered_elements import (
    escape_text,
    missing_image,
    plain_box,
    rendered_element,
)
from annotator.corpus.markup.scanner import Kind, Markup
from annotator.corpus.markup.spans import LongAnswerCandidate, Token
from annotator.corpus.markup.tokens import iter_token_pieces

# Chromium stops nesting at 512; what is deeper loses its tags and keeps its text.
_DEEPEST = 480
# Their text was shown on the page although the element itself can't be.
_READ_INSIDE = frozenset({"button", "option", "output", "select", "textarea"})
_DROPPED = DROPPED_WITH_CONTENT - _READ_INSIDE - {"head", "frameset", "embed"}
_OPAQUE = _DROPPED | {"math"}
# How many pieces after a formula its fallback image stands at most.
_FALLBACK_DISTANCE = 6


@dataclass(slots=True)
class _Open:
    """An element that is open: its tag is the output's ``place``, ``level`` elements are around
    it. ``ends_at`` is the end byte of the candidate that it is, or 0.
    """

    name: str
    written: str
    place: int
    level: int
    ends_at: int = 0
    revealed: str = ""


class PageWriter:
    """``body`` is the serialised body, ``root`` the attributes for the root element. ``is_calm`` is
    false when a parser would repeat the body's formatting so often that it must not see it.

    What is written is what nh3 would write again, as long as the elements are nested in a way
    that a parser keeps. Elements named in ``plain`` become a DIV or a SPAN, which parsers nest in
    any way, and look like themselves by style only.
    """

    def __init__(
        self,
        html: bytes,
        pieces: Sequence[Markup],
        tokens: Sequence[Token],
        candidates: Sequence[LongAnswerCandidate],
        *,
        plain: AbstractSet[str] = frozenset(),
    ) -> None:
        self.root = ""
        self.is_calm = True
        self._guard = NestingGuard()
        self._html = html
        self._plain = plain
        self._output: list[str] = []
        self._open: list[_Open] = []
        self._around: list[_Open] = []
        self._concealed: list[_Open] = []
        self._unwritten: dict[str, int] = {}
        self._words = list(iter_token_pieces(html, tokens))
        self._next_word = 0
        self._boxes = {box.start_byte: (i, box.end_byte) for i, box in enumerate(candidates)}
        self._box_starts = sorted(self._boxes)
        self._opaque_ends = _opaque_ends(pieces)
        self._last_formula = -_FALLBACK_DISTANCE
        self._write(pieces)
        self.body = "".join(self._output)

    def _write(self, pieces: Sequence[Markup]) -> None:
        number = 0
        while number < len(pieces):
            piece = pieces[number]
            self._end_boxes(before=piece.start)
            number += 1
            if piece.kind is Kind.TEXT:
                self._text(piece.start, piece.end)
            elif piece.kind is Kind.CLOSE:
                self._close(piece)
            elif piece.kind is Kind.RAW and piece.name in {"textarea", "xmp"}:
                self._text(piece.content_start, piece.content_end)
            elif piece.kind is Kind.OPEN:
                end = self._end_of_opaque(pieces, number - 1)
                if end and piece.name == "math":
                    self._formula(pieces[number - 1 : end])
                    self._last_formula = end
                elif not end:
                    self._element(piece, number)
                number = end or number
        self._close_down_to(0)

    def _element(self, piece: Markup, number: int) -> None:
        source = self._html[piece.content_start : piece.content_end]
        if piece.name == "html":
            self.root = root_attributes(self._html[piece.start : piece.end])
        elif piece.name == "img":
            if b"mwe-math-fallback" in source and self._follows_formula(number):
                return
            self._output.append(missing_image(source) or rendered_element("img", source).tag)
        elif piece.name in VOID_ELEMENTS:
            self._output.append(rendered_element(piece.name, source).tag)
        elif piece.name in HTML_ELEMENTS:
            if len(self._open) < _DEEPEST:
                self._open_element(piece, source)
            else:
                self._unwritten[piece.name] = self._unwritten.get(piece.name, 0) + 1

    def _open_element(self, piece: Markup, source: bytes) -> None:
        element = rendered_element(piece.name, source)
        tag, revealed, written = element.tag, element.revealed, piece.name
        if piece.name in self._plain:
            revealed = plain_box(piece.name, revealed)[1]
            written, tag = plain_box(piece.name, tag)
        opened = _Open(piece.name, written, len(self._output), len(self._open))
        index, end = self._boxes.get(piece.start, (-1, 0))
        if index >= 0 and (not self._around or end <= self._around[-1].ends_at):
            self._reveal()
            tag = f'{revealed[:-1]} data-c="{index}">'
            opened.ends_at = end
            self._around.append(opened)
        elif element.concealing or tag != revealed:
            tag = f"{tag[:-1]}{element.concealing}>"
            opened.revealed = revealed
            self._concealed.append(opened)
        self._output.append(tag)
        self._open.append(opened)
        self._watch(opened, source, at_byte=piece.start)

    def _watch(self, opened: _Open, source: bytes, *, at_byte: int) -> None:
        if self.is_calm:
            try:
                self._guard.open(opened.written, source, at_byte=at_byte)
            except PageError:
                self.is_calm = False

    def _reveal(self) -> None:
        """Show what is concealed around here: a candidate that can't be seen can't be chosen."""
        for opened in self._concealed:
            self._output[opened.place] = opened.revealed
        self._concealed.clear()

    def _close(self, piece: Markup) -> None:
        if self._unwritten.get(piece.name):
            self._unwritten[piece.name] -= 1
            return
        # Nothing inside a candidate's bytes ends something outside of them.
        outermost = self._around[-1].level if self._around else 0
        for level in range(len(self._open) - 1, outermost - 1, -1):
            opened = self._open[level]
            if opened.name == piece.name and opened.ends_at in {0, piece.end}:
                self._close_down_to(level)
                return

    def _end_boxes(self, *, before: int) -> None:
        """Close the candidates that end at or before the byte ``before``."""
        while self._around and self._around[-1].ends_at <= before:
            self._close_down_to(self._around[-1].level)

    def _close_down_to(self, level: int) -> None:
        while len(self._open) > level:
            closed = self._open.pop()
            self._output.append(f"</{closed.written}>")
            self._guard.close(closed.written)
            if self._concealed and self._concealed[-1] is closed:
                self._concealed.pop()
            if self._around and self._around[-1] is closed:
                self._around.pop()

    def _text(self, start: int, end: int) -> None:
        position = start
        for index, first, last in self._take_words(start, end):
            # Tokens of official files overlap now and then.
            word_start = max(first, position)
            inside = escape_text(self._html[word_start:last])
            # White space stays bare: between the rows of a table a span would be moved out.
            if not inside or inside.isspace():
                continue
            self._output.append(escape_text(self._html[position:word_start]))
            self._output.append(f'<span data-t="{index}">{inside}</span>')
            position = last
        self._output.append(escape_text(self._html[position:end]))

    def _take_words(self, start: int, end: int) -> list[tuple[int, int, int]]:
        """The token pieces between two bytes. Asked for in the order of the page."""
        words, place = self._words, self._next_word
        while place < len(words) and words[place][2] <= start:
            place += 1
        first = place
        while place < len(words) and words[place][1] < end:
            place += 1
        self._next_word = place
        return words[first:place]

    def _formula(self, pieces: Sequence[Markup]) -> None:
        inside = [index for index, _, _ in self._take_words(pieces[0].start, pieces[-1].end)]
        formula = _balanced_formula(self._html, pieces)
        if inside:
            formula = f'<span data-t="{inside[0]}-{inside[-1]}">{formula}</span>'
        self._output.append(formula)

    def _end_of_opaque(self, pieces: Sequence[Markup], number: int) -> int:
        """The piece after the formula or the undisplayable element that begins at ``number``.

        0 when something else begins there, or when a candidate lies inside: browsers break out of
        drawings and formulas where a paragraph or a table begins.
        """
        end = self._opaque_ends.get(number, 0)
        if end:
            first, last = pieces[number].start, pieces[end - 1].end
            if bisect_left(self._box_starts, first) < bisect_left(self._box_starts, last):
                return 0
        return end

    def _follows_formula(self, number: int) -> bool:
        return number - self._last_formula <= _FALLBACK_DISTANCE


def _opaque_ends(pieces: Sequence[Markup]) -> dict[int, int]:
    """For each piece that opens an opaque element, the piece after the element."""
    ends: dict[int, int] = {}
    open_numbers: dict[str, list[int]] = {name: [] for name in _OPAQUE}
    for number, piece in enumerate(pieces):
        if piece.name in _OPAQUE:
            if piece.kind is Kind.OPEN:
                open_numbers[piece.name].append(number)
            elif piece.kind is Kind.CLOSE and open_numbers[piece.name]:
                ends[open_numbers[piece.name].pop()] = number + 1
    return ends


def _balanced_formula(html: bytes, pieces: Sequence[Markup]) -> str:
    """A formula with nothing in it but MathML, each element closed in its place."""
    written: list[str] = []
    names: list[str] = []
    for piece in pieces:
        if piece.kind is Kind.TEXT and names:
            written.append(escape_text(html[piece.start : piece.end]))
        elif piece.kind is Kind.OPEN and piece.name in MATHML_ELEMENTS:
            source = html[piece.content_start : piece.content_end]
            written.append(rendered_element(piece.name, source).tag)
            names.append(piece.name)
        elif piece.kind is Kind.CLOSE and piece.name in names:
            while names[-1] != piece.name:
                written.append(f"</{names.pop()}>")
            written.append(f"</{names.pop()}>")
    written.extend(f"</{name}>" for name in reversed(names))
    return "".join(written)
