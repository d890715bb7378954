"""Running text that inline markup may cut into pieces, with the bytes of each character."""

import html
import re
from collections.abc import Sequence
from functools import lru_cache
from html.entities import html5

from .words import Segment

_REFERENCE = r"&(?:\#[0-9]{1,8};?|\#[xX][0-9a-fA-F]{1,7};?|[A-Za-z][A-Za-z0-9]{1,31};?)"
_LEGACY_NAMES = frozenset(name for name in html5 if not name.endswith(";"))
# References that HTML accepts without a semicolon, even before a letter.
_LONGEST_LEGACY_NAME = max(map(len, _LEGACY_NAMES))
_NOT_PLAIN = re.compile(rf"{_REFERENCE}|[\x80-\u07ff]+|[\u0800-\uffff]+|[\U00010000-\U0010ffff]+")
# References, and stretches of characters that take the same number of bytes in UTF-8, not one.


class TextRun:
    """Text between two places where words certainly end.

    Inline tags don't end words, so a run may have several pieces. ``segments`` say which bytes of
    the page its text is.
    """

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self._pieces: list[str] = []
        self._length = 0

    def add(self, piece: bytes, start: int) -> None:
        """Appends ``piece``, valid UTF-8 that begins at byte ``start`` of the page."""
        if not piece.isascii() or b"&" in piece:
            self._add_other(piece.decode(), start)
            return
        shift = start - self._length
        self._length = end = self._length + len(piece)
        self.segments.append((end, end, shift, 1))
        self._pieces.append(piece.decode("ascii"))

    def add_break(self) -> None:
        """Ends a word here, at no byte of the page."""
        if self._length:
            self._add_segment(" ", 0, 0)

    def text(self) -> str:
        """The running text, with references (``&amp;``) resolved."""
        return "".join(self._pieces)

    def last_character(self) -> str:
        """The last character so far; empty for an empty run."""
        return self._pieces[-1][-1] if self._pieces else ""

    def _add_other(self, text: str, start: int) -> None:
        position = 0
        for match in _NOT_PLAIN.finditer(text):
            found, at = match[0], match.start()
            if found[0] == "&":
                found, width = _resolve(found)
                following = at + width
            else:
                width = len(found[0].encode())
                following = match.end()
            if not width:
                continue
            if at > position:
                self._add_segment(text[position:at], start, 1)
                start += at - position
            self._add_segment(found, start, width)
            start += len(found) * width
            position = following
        if position < len(text):
            self._add_segment(text[position:], start, 1)

    def _add_segment(self, text: str, start: int, width: int) -> None:
        first, self._length = self._length, self._length + len(text)
        reach = self._length if width == 1 else -1
        self.segments.append((self._length, reach, start - first * width, width))
        self._pieces.append(text)


def join_run(pieces: Sequence[bytes], starts: Sequence[int]) -> tuple[str, list[Segment]]:
    """The text and the segments of a run of ``pieces`` that begin at the bytes ``starts``."""
    run = TextRun()
    for piece, start in zip(pieces, starts, strict=True):
        if piece:
            run.add(piece, start)
    return run.text(), run.segments


@lru_cache(maxsize=1024)
def _resolve(reference: str) -> tuple[str, int]:
    """The one character of a reference, and how many bytes of it count; ``("", 0)`` if none.

    References that stand for two characters (some rare mathematical ones) are left as text, so
    that a token never begins inside a reference.
    """
    name = reference[1:]
    if name[0] == "#":
        resolved = html.unescape(reference)
        return (resolved, len(reference)) if len(resolved) == 1 else ("", 0)
    if name in html5:
        return (html5[name], len(reference)) if len(html5[name]) == 1 else ("", 0)
    for length in range(min(len(name), _LONGEST_LEGACY_NAME), 1, -1):
        if name[:length] in _LEGACY_NAMES:
            return html5[name[:length]], length + 1
    return "", 0
