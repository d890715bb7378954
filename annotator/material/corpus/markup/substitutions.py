"""Characters that Natural Questions' tokens write differently from the page.

A token need not equal its bytes. Everything that may differ is in this module, and
:func:`token_of_slice` is the whole difference as one function.
"""

import html
import re

from .scanner import Kind, scan

CHARACTER_SUBSTITUTIONS = {
    "[": "(",
    "]": ")",
    "{": "(",
    "}": ")",
    "’": "'",
    "‘": "'",
    "–": "--",
    "—": "--",
    "‒": "--",
    "―": "--",
    "…": "...",
}
"""One character of the page, and the token text that stands for it."""

OPENING_QUOTE = "``"
CLOSING_QUOTE = "''"
STRAIGHT_QUOTE = '"'
DOUBLE_QUOTES = '"“”„″'
"""Become two back-ticks or two apostrophes, by position."""

DROPPED_CHARACTERS = "|"
"""Never part of a token."""

_SUBSTITUTED = re.compile("[" + re.escape("".join(CHARACTER_SUBSTITUTIONS)) + "]")


def substitute(text: str) -> str:
    """``text`` with each character as tokens write it (double quotes are left alone)."""
    return _SUBSTITUTED.sub(lambda match: CHARACTER_SUBSTITUTIONS[match[0]], text)


def token_of_slice(source: bytes) -> set[str]:
    """The texts that a token with these bytes may have; the substitutions as one function.

    Inline tags and superscripts are taken out, references (``&amp;``) resolved, characters
    substituted, the space inside initials (``J. G.``) closed. There are several where position
    decides (quotes) or where a title keeps what looks like a tag.
    """
    return {
        token
        for text in (_text_of(source), html.unescape(source.decode()))
        for token in _tokens_of_text(text)
    }


def _text_of(source: bytes) -> str:
    text = bytearray()
    superscripts = 0
    for piece in scan(source):
        if piece.name == "sup":
            superscripts = max(0, superscripts + (1 if piece.kind == Kind.OPEN else -1))
        elif piece.kind == Kind.TEXT and not superscripts:
            text += source[piece.start : piece.end]
    return html.unescape(text.decode())


def _tokens_of_text(text: str) -> set[str]:
    if text in DOUBLE_QUOTES:
        return {OPENING_QUOTE, CLOSING_QUOTE}
    if set(text) == {"."}:
        return {text, "..."}
    text = re.sub(r"\s+", "", substitute(text))
    return {text, text.lower()} if text == "Wikipedia" else {text}
