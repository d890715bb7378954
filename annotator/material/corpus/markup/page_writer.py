"""Writes a page's pieces again, well nested, with the numbers of tokens and candidates."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field

from annotator.material.corpus.markup.allowlist import (
    DROPPED_WITH_CONTENT,
    HTML_ELEMENTS,
    MATHML_ELEMENTS,
    VOID_ELEMENTS,
    root_attributes,
)
from annotator.material.corpus.markup.nesting import NestingGuard
from annotator.material.corpus.markup.rendered_elements import (
    escape_text,
    missing_image,
    plain_box,
    rendered_element,
)
from annotator.material.corpus.markup.scanner import Kind, Row
from annotator.material.corpus.markup.spans import LongAnswerCandidate

_TEXT, _OPEN, _CLOSE = Kind.TEXT, Kind.OPEN, Kind.CLOSE
# Chromium stops nesting at 512; deeper elements lose their tags and keep their text.
_DEEPEST = 480
# Their text was shown on the page although the element itself can't be.
_READ_INSIDE = frozenset({"button", "option", "output", "select", "textarea"})
_DROPPED = DROPPED_WITH_CONTENT - _READ_INSIDE - {"head", "frameset", "embed"}
_OPAQUE = _DROPPED | {"math"}
# What ``escape_text`` may write otherwise, and what takes more bytes than characters.
_CHANGED = re.compile(rb"[^\x01-\x0c\x0e-%'-;=?-\x7f]")
# At most how many pieces after a formula its fallback image comes.
_FALLBACK_DISTANCE = 6


@dataclass(slots=True)
class _Open:
    """An open element: its tag is the output's ``place``, ``level`` elements are around it. If it
    is a candidate, ``ends_at`` is its end byte (else 0), ``is_seen`` whether some of its text was
    written that nothing inside it conceals, and ``concealed`` the elements that conceal text.
    """

    name: str
    written: str
    place: int
    level: int
    ends_at: int = 0
    revealed: str = ""
    is_seen: bool = False
    concealed: list["_Open"] = field(default_factory=list)


class PageWriter:
    """``body`` is the serialised body, ``root`` the attributes for the root element. ``is_calm`` is
    false when a parser would repeat the body's formatting so often that it must not see it.

    Takes the page's ``scan_rows`` and the places of its words (``pieces_of_tokens``).

    nh3 would write the result again unchanged, as long as the elements are nested in a way that a
    parser keeps. Elements named in ``plain`` become a DIV or a SPAN, which parsers nest in any way,
    and only their style makes them look the same.
    """

    def __init__(
        self,
        html: bytes,
        pieces: Sequence[Row],
        words: Sequence[tuple[int, int, int]],
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
        self._words = words
        self._next_word = 0
        self._boxes = {box.start_byte: (i, box.end_byte) for i, box in enumerate(candidates)}
        self._box_starts = sorted(self._boxes)
        self._opaque_ends = _opaque_ends(pieces)
        self._last_formula = -_FALLBACK_DISTANCE
        self._write(pieces)
        self.body = "".join(self._output)

    def _write(self, pieces: Sequence[Row]) -> None:
        html, around, opaque_ends = self._html, self._around, self._opaque_ends
        number = 0
        while number < len(pieces):
            kind, name, start, end, content_start, content_end = pieces[number]
            if around and around[-1].ends_at <= start:
                self._end_boxes(before=start)
            number += 1
            if kind is _TEXT:
                self._text(start, end)
            elif kind is _CLOSE:
                self._close(name, end)
            elif kind is _OPEN:
                following = (
                    self._end_of_opaque(pieces, number - 1) if number - 1 in opaque_ends else 0
                )
                if following and name == "math":
                    self._formula(pieces[number - 1 : following])
                    self._last_formula = following
                elif not following:
                    self._element(name, (start, end), html[content_start:content_end], number)
                number = following or number
            elif kind is Kind.RAW and name in {"textarea", "xmp"}:
                self._text(content_start, content_end)
        self._close_down_to(0)

    def _element(self, name: str, tag: tuple[int, int], source: bytes, number: int) -> None:
        """Write an opening tag, which is those bytes, its attributes being ``source``."""
        if name == "html":
            self.root = root_attributes(self._html[slice(*tag)])
        elif name == "img":
            if b"mwe-math-fallback" in source and self._follows_formula(number):
                return
            missing = missing_image(source)
            self._output.append(rendered_element("img", source).tag if missing is None else missing)
        elif name in VOID_ELEMENTS:
            self._output.append(rendered_element(name, source).tag)
        elif name in HTML_ELEMENTS:
            if len(self._open) < _DEEPEST:
                self._open_element(name, source, tag[0])
            else:
                self._unwritten[name] = self._unwritten.get(name, 0) + 1

    def _open_element(self, name: str, source: bytes, start: int) -> None:
        element = rendered_element(name, source)
        tag, revealed, written = element.tag, element.revealed, name
        if name in self._plain:
            revealed = plain_box(name, revealed)[1]
            written, tag = plain_box(name, tag)
        opened = _Open(name, written, len(self._output), len(self._open))
        index, end = self._boxes.get(start, (-1, 0))
        if index >= 0 and (not self._around or end <= self._around[-1].ends_at):
            self._reveal()
            tag = f'{revealed[:-1]} data-c="{index}">'
            opened.ends_at = end
            self._around.append(opened)
        elif element.concealing or tag != revealed:
            tag = f"{tag[:-1]}{element.concealing}>"
            opened.revealed = revealed
            self._concealed.append(opened)
            if self._around:
                self._around[-1].concealed.append(opened)
        self._output.append(tag)
        self._open.append(opened)
        self.is_calm = self.is_calm and self._guard.open(written, source)

    def _reveal(self) -> None:
        """Show what is concealed around here, since nobody can choose a candidate that they can't
        see.
        """
        for opened in self._concealed:
            self._output[opened.place] = opened.revealed
        self._concealed.clear()

    def _close(self, name: str, end: int) -> None:
        if self._unwritten.get(name):
            self._unwritten[name] -= 1
            return
        # Nothing inside a candidate's bytes ends something outside of them.
        outermost = self._around[-1].level if self._around else 0
        for level in range(len(self._open) - 1, outermost - 1, -1):
            opened = self._open[level]
            if opened.name == name and opened.ends_at in (0, end):
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
                self._end_candidate(closed)

    def _end_candidate(self, closed: _Open) -> None:
        """Show what a candidate conceals of itself if nothing else of it is visible."""
        if not closed.is_seen:
            for opened in closed.concealed:
                self._output[opened.place] = opened.revealed
        if self._around and (closed.is_seen or closed.concealed):
            self._around[-1].is_seen = True

    def _see(self) -> None:
        """Note that a word was written."""
        if self._around and not self._concealed:
            self._around[-1].is_seen = True

    def _text(self, start: int, end: int) -> None:
        words, place = self._words, self._next_word
        while place < len(words) and words[place][2] <= start:
            place += 1
        source = self._html[start:end]
        # Mostly each byte is a character that is written as it is.
        text = None if _CHANGED.search(source) else source.decode()
        write, position = self._output.append, start
        while place < len(words):
            index, first, last = words[place]
            if first >= end:
                break
            place += 1
            # Tokens of official files overlap now and then.
            first = max(first, position)
            if first >= last:
                continue
            if text is not None:
                between, word = (
                    text[position - start : first - start],
                    text[first - start : last - start],
                )
            else:
                between, word = (
                    escape_text(self._html[position:first]),
                    escape_text(self._html[first:last]),
                )
            # White space stays bare: between the rows of a table a span would be moved out.
            if word and not word.isspace():
                write(f'{between}<span data-t="{index}">{word}</span>')
                position = last
        self._next_word = place
        if position > start:
            self._see()
        write(escape_text(self._html[position:end]) if text is None else text[position - start :])

    def _take_words(self, start: int, end: int) -> list[int]:
        """The numbers of the tokens between two bytes. Asked for in the order of the page."""
        words, place = self._words, self._next_word
        while place < len(words) and words[place][2] <= start:
            place += 1
        first = place
        while place < len(words) and words[place][1] < end:
            place += 1
        self._next_word = place
        return [index for index, _, _ in words[first:place]]

    def _formula(self, pieces: Sequence[Row]) -> None:
        inside = self._take_words(pieces[0][2], pieces[-1][3])
        formula = _balanced_formula(self._html, pieces)
        if inside:
            formula = f'<span data-t="{inside[0]}-{inside[-1]}">{formula}</span>'
            self._see()
        self._output.append(formula)

    def _end_of_opaque(self, pieces: Sequence[Row], number: int) -> int:
        """The piece after the formula or the undisplayable element that begins at ``number``.

        0 if something else begins there, or if it contains a candidate: browsers break out of
        drawings and formulas when a paragraph or a table begins.
        """
        end = self._opaque_ends.get(number, 0)
        if end:
            first, last = pieces[number][2], pieces[end - 1][3]
            if bisect_left(self._box_starts, first) < bisect_left(self._box_starts, last):
                return 0
        return end

    def _follows_formula(self, number: int) -> bool:
        return number - self._last_formula <= _FALLBACK_DISTANCE


def _opaque_ends(pieces: Sequence[Row]) -> dict[int, int]:
    """For each piece that opens an opaque element, the piece after the element."""
    ends: dict[int, int] = {}
    open_numbers: dict[str, list[int]] = {name: [] for name in _OPAQUE}
    for number, row in enumerate(pieces):
        name = row[1]
        if name in _OPAQUE:
            kind = row[0]
            if kind is _OPEN:
                open_numbers[name].append(number)
            elif kind is _CLOSE and open_numbers[name]:
                ends[open_numbers[name].pop()] = number + 1
    return ends


def _balanced_formula(html: bytes, pieces: Sequence[Row]) -> str:
    """A formula with nothing in it but MathML, each element closed in its place."""
    written: list[str] = []
    names: list[str] = []
    for kind, name, start, end, content_start, content_end in pieces:
        if kind is _TEXT and names:
            written.append(escape_text(html[start:end]))
        elif kind is _OPEN and name in MATHML_ELEMENTS:
            written.append(rendered_element(name, html[content_start:content_end]).tag)
            names.append(name)
        elif kind is _CLOSE and name in names:
            while names[-1] != name:
                written.append(f"</{names.pop()}>")
            written.append(f"</{names.pop()}>")
    written.extend(f"</{name}>" for name in reversed(names))
    return "".join(written)
