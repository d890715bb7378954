"""Writes a page's pieces again, well nested, with the numbers of tokens and candidates."""

from collections.abc import Sequence
from dataclasses import dataclass

from annotator.corpus.markup.allowlist import (
    DROPPED_WITH_CONTENT,
    HTML_ELEMENTS,
    MATHML_ELEMENTS,
    VOID_ELEMENTS,
    root_attributes,
)
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
# How many pieces after a formula its fallback image stands at most.
_FALLBACK_DISTANCE = 6


@dataclass(slots=True)
class _Open:
    """An element that is open: ``place`` is the index of its tag in the output."""

    name: str
    written: str
    place: int
    ends_at: int | None = None
    revealed: str = ""


class PageWriter:
    """``body`` is the serialised body, ``root`` the attributes for the root element.

    What is written is what nh3 would write again, as long as the elements are nested in a way
    that a parser keeps. With ``plain_boxes`` every element is a DIV or a SPAN, which parsers nest
    in any way, and looks like itself by style only.
    """

    def __init__(
        self,
        html: bytes,
        pieces: Sequence[Markup],
        tokens: Sequence[Token],
        candidates: Sequence[LongAnswerCandidate],
        *,
        plain_boxes: bool = False,
    ) -> None:
        self.root = ""
        self._html = html
        self._plain_boxes = plain_boxes
        self._output: list[str] = []
        self._open: list[_Open] = []
        self._concealed: list[_Open] = []
        self._words = list(iter_token_pieces(html, tokens))
        self._next_word = 0
        self._boxes = {box.start_byte: (i, box.end_byte) for i, box in enumerate(candidates)}
        self._last_close = {p.name: p.start for p in pieces if p.kind is Kind.CLOSE}
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
                closes = piece.start < self._last_close.get(piece.name, -1)
                if closes and piece.name == "math":
                    number = self._formula(pieces, number - 1)
                elif closes and piece.name in _DROPPED:
                    number = _end_of(pieces, number - 1)
                else:
                    self._element(piece, number)
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
        elif piece.name in HTML_ELEMENTS and len(self._open) < _DEEPEST:
            self._open_element(piece, source)

    def _open_element(self, piece: Markup, source: bytes) -> None:
        element = rendered_element(piece.name, source)
        written, tag = piece.name, element.tag
        box = self._boxes.get(piece.start)
        marks = element.concealing
        if box is not None and self._fits(box[1]):
            self._reveal()
            tag, marks = element.revealed, f' data-c="{box[0]}"'
        else:
            box = None
        if self._plain_boxes:
            written, tag = plain_box(piece.name, tag)
        opened = _Open(piece.name, written, len(self._output), ends_at=box[1] if box else None)
        if box is None and (marks or tag != element.revealed):
            opened.revealed = element.revealed
            self._concealed.append(opened)
        self._output.append(f"{tag[:-1]}{marks}>" if marks else tag)
        self._open.append(opened)

    def _fits(self, end: int) -> bool:
        """Whether a box up to ``end`` lies within the boxes that are open."""
        return all(around.ends_at is None or end <= around.ends_at for around in self._open)

    def _reveal(self) -> None:
        """Show what is concealed around here: a candidate that can't be seen can't be chosen."""
        for opened in self._concealed:
            tag = opened.revealed
            self._output[opened.place] = (
                plain_box(opened.name, tag)[1] if self._plain_boxes else tag
            )
        self._concealed.clear()

    def _close(self, piece: Markup) -> None:
        for place in range(len(self._open) - 1, -1, -1):
            around = self._open[place]
            if around.name == piece.name and around.ends_at in {None, piece.end}:
                self._close_down_to(place)
                return
            if around.ends_at is not None:
                return

    def _end_boxes(self, *, before: int) -> None:
        """Close the candidates that end at or before the byte ``before``."""
        for place, around in enumerate(self._open):
            if around.ends_at is not None and around.ends_at <= before:
                self._close_down_to(place)
                return

    def _close_down_to(self, place: int) -> None:
        while len(self._open) > place:
            closed = self._open.pop()
            self._output.append(f"</{closed.written}>")
            if self._concealed and self._concealed[-1] is closed:
                self._concealed.pop()

    def _text(self, start: int, end: int) -> None:
        position = start
        for index, first, last in self._take_words(start, end):
            inside = escape_text(self._html[first:last])
            # White space stays bare: between the rows of a table a span would be moved out.
            if first < position or not inside or inside.isspace():
                continue
            self._output.append(escape_text(self._html[position:first]))
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

    def _formula(self, pieces: Sequence[Markup], number: int) -> int:
        """Write the formula that begins at piece ``number``; returns the piece after it."""
        end = _end_of(pieces, number)
        first, last = pieces[number].start, pieces[end - 1].end
        inside = [index for index, _, _ in self._take_words(first, last)]
        formula = _balanced_formula(self._html, pieces[number:end])
        if inside:
            formula = f'<span data-t="{inside[0]}-{inside[-1]}">{formula}</span>'
        self._output.append(formula)
        self._last_formula = end
        return end

    def _follows_formula(self, number: int) -> bool:
        return number - self._last_formula <= _FALLBACK_DISTANCE


def _end_of(pieces: Sequence[Markup], number: int) -> int:
    """The piece after the element that begins at ``number``."""
    name, depth = pieces[number].name, 0
    for place in range(number, len(pieces)):
        if pieces[place].name == name:
            depth += {Kind.OPEN: 1, Kind.CLOSE: -1}.get(pieces[place].kind, 0)
            if depth == 0:
                return place + 1
    return len(pieces)


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
