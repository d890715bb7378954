"""Running text that inline markup may cut into pieces, with the bytes of each character."""

import html
import re
from html.entities import html5

_REFERENCE = re.compile(r"&(?:\#[0-9]{1,8};?|\#[xX][0-9a-fA-F]{1,7};?|[A-Za-z][A-Za-z0-9]{1,31};?)")
_LEGACY_NAMES = frozenset(name for name in html5 if not name.endswith(";"))
# References that HTML accepts without a semicolon, even before a letter.
_LONGEST_LEGACY_NAME = max(map(len, _LEGACY_NAMES))


class TextRun:
    """Text between two places where words certainly end.

    Inline tags don't end words, so a run may have several pieces. ``text`` is the running text
    with references (``&amp;``) resolved; character ``i`` of it is the bytes ``starts[i]`` to
    ``ends[i]`` of the page.
    """

    __slots__ = ("_ends", "_pieces", "_starts", "text")

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._starts: list[int] = []
        self._ends: list[int] = []
        self.text = ""

    def add(self, piece: bytes, start: int) -> None:
        """Appends ``piece``, which begins at byte ``start`` of the page."""
        if piece.isascii() and b"&" not in piece:
            self._pieces.append(piece.decode("ascii"))
            self._starts.extend(range(start, start + len(piece)))
            self._ends.extend(range(start + 1, start + len(piece) + 1))
            return
        text = piece.decode()
        position = 0
        for match in _REFERENCE.finditer(text):
            resolved, length = _resolve(match[0])
            if length:
                start = self._add_plain(text[position : match.start()], start)
                self._pieces.append(resolved)
                self._starts.append(start)
                start += length
                self._ends.append(start)
                position = match.start() + length
        self._add_plain(text[position:], start)

    def _add_plain(self, text: str, start: int) -> int:
        self._pieces.append(text)
        for character in text:
            self._starts.append(start)
            start += utf8_length(character)
            self._ends.append(start)
        return start

    def add_break(self) -> None:
        """Ends a word here, at no byte of the page."""
        if self._pieces:
            self._pieces.append(" ")
            self._starts.append(self._ends[-1])
            self._ends.append(self._ends[-1])

    def close(self) -> bool:
        """Joins the pieces into ``text``. True if there is any."""
        self.text = "".join(self._pieces)
        return bool(self.text) and not self.text.isspace()

    def clear(self) -> None:
        """Makes the run empty, ready for the next."""
        self._pieces.clear()
        self._starts.clear()
        self._ends.clear()

    def last_character(self) -> str:
        """The last character so far; empty for an empty run."""
        return self._pieces[-1][-1:] if self._pieces else ""

    def first_byte(self) -> int:
        """Where the run begins."""
        return self._starts[0]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The bytes from character ``start`` to before character ``end``."""
        return self._starts[start], self._ends[end - 1]


def utf8_length(character: str) -> int:
    """Bytes of one character in UTF-8."""
    return len(character.encode())


def _resolve(reference: str) -> tuple[str, int]:
    """The one character of a reference, and how many bytes of it count; ``("", 0)`` if none.

    References that stand for two characters (some rare mathematical ones) are left as text, so
    that a token never begins inside a reference.
    """
    if reference[1] != "#" and not reference.endswith(";"):
        for length in range(min(len(reference) - 1, _LONGEST_LEGACY_NAME), 1, -1):
            if reference[1 : length + 1] in _LEGACY_NAMES:
                return html5[reference[1 : length + 1]], length + 1
        return "", 0
    resolved = html.unescape(reference)
    return (resolved, len(reference)) if len(resolved) == 1 else ("", 0)
