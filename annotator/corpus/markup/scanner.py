"""A scanner of serialised HTML that keeps byte offsets.

It follows the HTML standard's tokenisation where that matters for offsets (what is a tag, what
is text) and builds no tree. Any bytes are accepted. The time is linear in the input: every
loop in the pattern is possessive, and whatever is left open at the end takes the whole rest.
"""

import re
from collections.abc import Iterator
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

RAW_TEXT_ELEMENTS = ("script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes")
"""Elements whose content is text up to their own closing tag."""

_RAW_NAMES = "|".join(RAW_TEXT_ELEMENTS).encode()

# What follows a tag's name up to and with its ">". A quote only opens a value after "=".
_ATTRIBUTES = rb"""
    (?: [^>=]++
      | = [\s]*+ (?: "[^"]*+" | '[^']*+' | [^"'>\s] [^>\s]*+ | (?=>) )
    )*+
"""

MARKUP_PATTERN = re.compile(
    rb"""
      <(?P<raw>(?i:%(raw)s)) (?=[\s/>]) (?P<raw_attributes>%(attributes)s) >
        (?P<raw_text> [^<]*+ (?: <(?!/(?i:(?P=raw))[\s/>]) [^<]*+ )*+ )
        (?: </(?i:(?P=raw)) %(attributes)s (?: > | \Z ) )?+
    | <(?P<open>[A-Za-z][^\s/>]*+) (?P<attributes>%(attributes)s) >
    | </(?P<close>[A-Za-z][^\s/>]*+) %(attributes)s >
    | <!-- (?: -?> | .*? (?: --!?> | \Z ) )
    | <(?: [!?] | /(?![A-Za-z]) (?!\Z) ) [^>]*+ (?: > | \Z )
    | </?[A-Za-z] .*+
    """
    % {b"raw": _RAW_NAMES, b"attributes": _ATTRIBUTES},
    re.VERBOSE | re.DOTALL,
)
"""One piece of markup. What lies between two matches is text.

The groups that took part say what it is: ``raw`` (a whole raw-text element, its content in
``raw_text``), ``open``, ``close``, or none of these (comments, declarations, and a tag that
the end of the input cuts off).
"""


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
    """The same as plain rows, for whoever takes all pieces of long pages apart."""
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


@lru_cache(maxsize=1024)
def lower_name(name: bytes) -> str:
    """An element's name as it is compared."""
    return name.decode("utf-8", "replace").lower()
