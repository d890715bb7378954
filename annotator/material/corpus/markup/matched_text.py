"""A text of a frozen page beside the same text of its source, character by character."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

from annotator.material.corpus.markup.source_bytes import SourceBytes
from annotator.material.corpus.markup.tag_style import CONTROL_CHARACTERS

NOWHERE = -1

_REFERENCE = re.compile(r"&(?:#[xX]?[0-9a-fA-F]+|[A-Za-z][A-Za-z0-9]*);?")


class _Unit(NamedTuple):
    """A character, and the bytes that it is written with."""

    character: str
    start: int
    end: int


class MatchedText:
    """Places in ``text``, which begins at byte ``at`` of the page, and in ``source``, which begins
    at byte ``source_at`` of what cleaning read. They are known as far as the two say the same.
    """

    def __init__(
        self, text: bytes, *, at: int, source: bytes, source_at: int, source_bytes: SourceBytes
    ) -> None:
        self._source_bytes = source_bytes
        self._shift: int | None = None
        self._at, self._end = at, at + len(source)
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._source: list[_Unit] = []
        if b"&" not in source and text[: len(source)] == source:
            self._shift = source_at - at
            return
        for ours, theirs in zip(_units(text, at), _units(source, source_at), strict=False):
            if ours.character != theirs.character:
                break
            self._starts.append(ours.start)
            self._ends.append(ours.end)
            self._source.append(theirs)

    def start_of(self, byte: int) -> int:
        """The source's byte of a character that begins at ``byte`` of the page, or -1."""
        if self._shift is not None:
            known = self._at <= byte < self._end
            return self._source_bytes.span(byte + self._shift, byte)[0] if known else NOWHERE
        place = bisect_left(self._starts, byte)
        if place == len(self._starts) or self._starts[place] != byte:
            return NOWHERE
        return self._source_bytes.span(self._source[place].start, self._source[place].end)[0]

    def end_of(self, byte: int) -> int:
        """The source's byte at which a character ends that ends at ``byte`` of the page, or -1."""
        if self._shift is not None:
            known = self._at < byte <= self._end
            return self._source_bytes.span(byte, byte + self._shift)[1] if known else NOWHERE
        place = bisect_left(self._ends, byte)
        if place == len(self._ends) or self._ends[place] != byte:
            return NOWHERE
        return self._source_bytes.span(self._source[place].start, self._source[place].end)[1]


def _units(text: bytes, at: int) -> Iterator[_Unit]:
    """The characters of a text as a parser reads them, without those that cleaning drops."""
    for written, read in _parts(text.decode()):
        end = at + len(written.encode())
        for character in read:
            if not CONTROL_CHARACTERS.match(character):
                yield _Unit("\n" if character == "\r" else character, at, end)
        at = end


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """Each character and each reference, as it is written and as it is read."""
    place = 0
    for reference in _REFERENCE.finditer(text):
        yield from ((character, character) for character in text[place : reference.start()])
        written = _what_is_read(reference[0])
        yield written, unescape(written)
        yield from ((character, character) for character in reference[0][len(written) :])
        place = reference.end()
    yield from ((character, character) for character in text[place:])


def _what_is_read(reference: str) -> str:
    """The beginning of what looks like a reference that is one: ``&not`` of ``&notit;``.

    >>> _what_is_read("&notit;"), _what_is_read("&amp;"), _what_is_read("&nothing")
    ('&not', '&amp;', '&not')
    """
    read = unescape(reference)
    for size in range(1, len(reference)):
        if unescape(reference[:size]) + reference[size:] == read:
            return reference[:size]
    return reference
