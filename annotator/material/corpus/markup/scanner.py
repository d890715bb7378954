"""A scanner of serialised HTML that keeps byte offsets.

It follows the HTML standard's tokenisation as far as offsets need it (what is a tag, what is text)
and builds no tree. It accepts any bytes. Time is linear in the input: every loop in the pattern is
possessive, and markup that is still open at the end takes the rest. A group in such a loop is
atomic too: before 3.11.5, Python takes too much for it otherwise.
"""

import re
from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import lru_cache
from itertools import accumulate
from operator import add
from typing import NamedTuple

RAW_TEXT_ELEMENTS = ("script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes")
"""Elements whose content is text up to their own closing tag."""

_RAW_NAMES = "|".join(RAW_TEXT_ELEMENTS).encode()

# What follows a tag's name up to and with its ">". A quote only opens a value after "=".
_ATTRIBUTES = rb"""
    (?> [^>=]++ (?> = "[^"]*+" )?+
      | = [\s]*+ (?: "[^"]*+" | '[^']*+' | [^"'>\s] [^>\s]*+ | (?=>) )
    )*+
"""

MARKUP_PATTERN = re.compile(
    rb"""
      <(?P<raw>(?i:%(raw)s)) (?=[\s/>]) (?P<raw_attributes>%(attributes)s) >
        (?P<raw_text> [^<]*+ (?> <(?!/(?i:(?P=raw))[\s/>]) [^<]*+ )*+ )
        (?> </(?i:(?P=raw)) %(attributes)s (?: > | \Z ) )?+
    | <(?P<open>[A-Za-z][^\s/>]*+) (?P<attributes>%(attributes)s) >
    | </(?P<close>[A-Za-z][^\s/>]*+) %(attributes)s >
    | <!-- (?: -?> | .*? (?: --!?> | \Z ) )
    | <(?: [!?] | /(?![A-Za-z]) (?!\Z) ) [^>]*+ (?: > | \Z )
    | </?[A-Za-z] .*+
    """
    % {b"raw": _RAW_NAMES, b"attributes": _ATTRIBUTES},
    re.VERBOSE | re.DOTALL,
)
"""One piece of markup. Between two matches is text.

The groups that took part say what it is: ``raw`` (a whole raw-text element, its content in
``raw_text``), ``open``, ``close``, or none of these (comments, declarations, and a tag that
the end of the input cuts off).
"""


_SPLIT_PATTERN = re.compile(
    rb"""
    ( < (?=[IiNnSsTtXx]) (?i: (%(raw)s) ) (?=[\s/>]) %(attributes)s >
        [^<]*+ (?> <(?!/(?i:\2)[\s/>]) [^<]*+ )*+
        (?> </(?i:\2) %(attributes)s (?: > | \Z ) )?+
    | < (/[A-Za-z][^\s/>]*+ %(attributes)s | [A-Za-z][^\s/>]*+) %(attributes)s >
    | <!-- (?: -?> | .*? (?: --!?> | \Z ) )
    | <(?: [!?] | /(?![A-Za-z]) (?!\Z) ) [^>]*+ (?: > | \Z )
    | </?[A-Za-z] .*+
    )
    """
    % {b"raw": _RAW_NAMES, b"attributes": _ATTRIBUTES},
    re.VERBOSE | re.DOTALL,
)
# The same with fewer groups, to take a whole page apart by them.

_NAME = re.compile(rb"/?[^\s/]*")


class SplitMarkup(NamedTuple):
    """A page taken apart: text, piece of markup, text and so on to a last text; texts may be empty.

    ``names`` has the tag of each piece of markup as it is written: ``TD``, or ``/TD`` for a closing
    tag. It is None for other markup: raw-text elements, comments, declarations.
    """

    texts: list[bytes]
    tags: list[bytes]
    names: list[bytes | None]

    def starts(self) -> list[int]:
        """The byte at which each text begins."""
        lengths = map(add, map(len, self.texts), map(len, self.tags))
        return list(accumulate(lengths, initial=0))

    def start_of(self, number: int) -> int:
        """The byte at which a piece of markup begins."""
        return sum(map(len, self.texts[: number + 1])) + sum(map(len, self.tags[:number]))


def split_markup(html: bytes, *, most: int = 0) -> SplitMarkup:
    """``html`` taken apart at once, which is faster than looking at piece after piece.

    With ``most`` only that many pieces of markup are: the last text holds all that follows.
    """
    pieces = _SPLIT_PATTERN.split(html, most)
    return SplitMarkup(pieces[::4], pieces[1::4], pieces[3::4])


class Kind(IntEnum):
    """What a piece of the input is."""

    TEXT = 0
    OPEN = 1
    CLOSE = 2
    RAW = 3
    OTHER = 4


class Markup(NamedTuple):
    """A piece of the input, ``html[start:end]``.

    ``name`` is the element's name in lower case (empty for text and comments). For a raw-text
    element the piece is the whole element and ``content_start`` to ``content_end`` its text.
    For an opening tag these two enclose the attributes.
    """

    kind: Kind
    name: str
    start: int
    end: int
    content_start: int
    content_end: int


Row = tuple[Kind, str, int, int, int, int]
"""The fields of a ``Markup``."""


def scan(html: bytes) -> Iterator[Markup]:
    """The pieces of ``html`` in order; they cover every byte exactly once."""
    return map(Markup._make, scan_rows(html))


def scan_rows(html: bytes) -> Iterator[Row]:
    """The same as plain rows, for code that takes long pages apart."""
    position = 0
    text, opening, closing, raw, other = Kind
    for match in MARKUP_PATTERN.finditer(html):
        start, end = match.span()
        if start > position:
            yield (text, "", position, start, position, start)
        position = end
        part = match.lastgroup
        if part == "attributes":
            name = lower_name(match["open"])
            yield (opening, name, start, end, *match.span("attributes"))
        elif part == "close":
            yield (closing, lower_name(match["close"]), start, end, end, end)
        elif part == "raw_text":
            name = lower_name(match["raw"])
            yield (raw, name, start, end, *match.span("raw_text"))
        else:
            yield (other, "", start, end, end, end)
    if position < len(html):
        yield (text, "", position, len(html), position, len(html))


def tag_names(names: Iterable[bytes | None]) -> dict[bytes | None, str]:
    """``SplitMarkup``'s names in the form that is compared: ``td``, ``/td``, empty for what is not
    a tag.
    """
    tags = {name: _NAME.match(name) for name in set(names) if name}
    return {None: "", **{name: lower_name(match[0]) for name, match in tags.items() if match}}


@lru_cache(maxsize=1024)
def lower_name(name: bytes) -> str:
    """An element's name as it is compared."""
    return name.decode("utf-8", "replace").lower()
