"""Running text that inline markup may cut into pieces, with the bytes of each character."""

import html
import re
from html.entities import html5

from .words import Words

_REFERENCE = re.compile(r"&(?:\#[0-9]{1,8};?|\#[xX][0-9a-fA-F]{1,7};?|[A-Za-z][A-Za-z0-9]{1,31};?)")
_LEGACY_NAMES = frozenset(name for name in html5 if not name.endswith(";"))
# References that HTML accepts without a semicolon, even before a letter.
_LONGEST_LEGACY_NAME = max(map(len, _LEGACY_NAMES))
_SAME_WIDTH = re.compile("[\x00-\x7f]+|[\x80-\u07ff]+|[\u0800-\uffff]+|[\U00010000-\U0010ffff]+")
# Stretches of characters that take the same number of bytes in UTF-8.


class TextRun:
    """Text between two places where words certainly end.

    Inline tags don't end words, so a run may have several pieces. ``text`` is the running text
    with references (``&amp;``) resolved, and :meth:`add_spans` says which bytes of the page its
    words are. ``pieces`` are its pieces so far.
    """

    def __init__(self) -> None:
        self.text = ""
        self.pieces: list[str] = []
        self._length = 0
        self._first_characters: list[int] = []
        self._first_bytes: list[int] = []
        self._widths: list[int] = []
        # Segment i begins with that character at that byte; each of its characters is so wide.

    def add(self, piece: bytes, start: int) -> None:
        """Appends ``piece``, valid UTF-8 that begins at byte ``start`` of the page."""
        if piece.isascii() and b"&" not in piece:
            self.pieces.append(piece.decode("ascii"))
            self._first_characters.append(self._length)
            self._first_bytes.append(start)
            self._widths.append(1)
            self._length += len(piece)
            return
        text = piece.decode()
        position = 0
        for match in _REFERENCE.finditer(text):
            resolved, length = _resolve(match[0])
            if length:
                start = self._add_plain(text[position : match.start()], start)
                self._add_segment(resolved, start, length)
                start += length
                position = match.start() + length
        self._add_plain(text[position:], start)

    def add_break(self) -> None:
        """Ends a word here, at no byte of the page."""
        if self._length:
            self._add_segment(" ", self._first_bytes[-1], 0)

    def close(self) -> bool:
        """Joins the pieces into ``text``. True if there is more than white space."""
        self.text = "".join(self.pieces)
        return bool(self.text) and not self.text.isspace()

    def last_character(self) -> str:
        """The last character so far; empty for an empty run."""
        return self.pieces[-1][-1] if self.pieces else ""

    def first_byte(self) -> int:
        """Where the run begins."""
        return self._first_bytes[0]

    def add_spans(self, words: Words, starts: list[int], ends: list[int]) -> None:
        """Appends the first byte of each word, and the one after its last."""
        characters, widths = self._first_characters, self._widths
        if len(characters) == 1 and widths[0] == 1:
            offset = self._first_bytes[0]
            starts += [offset + start for start in words.starts]
            ends += [offset + end for end in words.ends]
            return
        offsets = [
            byte - character * width
            for byte, character, width in zip(self._first_bytes, characters, widths, strict=True)
        ]
        following = [*characters[1:], self._length + 1]
        segment, offset, width, limit = 0, offsets[0], widths[0], following[0]
        for start, end in zip(words.starts, words.ends, strict=True):
            while limit <= start:
                segment += 1
                offset, width, limit = offsets[segment], widths[segment], following[segment]
            starts.append(offset + start * width)
            while limit < end:
                segment += 1
                offset, width, limit = offsets[segment], widths[segment], following[segment]
            ends.append(offset + end * width)

    def _add_plain(self, text: str, start: int) -> int:
        for match in _SAME_WIDTH.finditer(text):
            width = len(match[0][0].encode())
            self._add_segment(match[0], start, width)
            start += len(match[0]) * width
        return start

    def _add_segment(self, text: str, start: int, width: int) -> None:
        self.pieces.append(text)
        self._first_characters.append(self._length)
        self._first_bytes.append(start)
        self._widths.append(width)
        self._length += len(text)


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
