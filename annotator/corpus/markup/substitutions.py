"""Characters that Natural Questions' tokens write differently from the page.

A token need not equal its bytes. Everything that may differ is in this module, and
:func:`token_of_slice` is the whole difference as one function.
"""

import html
import re

CHARACTER_SUBSTITUTIONS = {
    "[": "(",
    "]": ")",
    "{": "(",
    "}": ")",
    "’": "'",
    "‘": "'",
    "–": "--",
    "—": "--",
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
_TAGS = re.compile(r"<SUP\b.*?</SUP>|<[^>]*>", re.DOTALL | re.IGNORECASE)


def substitute(text: str) -> str:
    """``text`` with each character as tokens write it (double quotes are left alone)."""
    return _SUBSTITUTED.sub(lambda match: CHARACTER_SUBSTITUTIONS[match[0]], text)


def token_of_slice(source: bytes) -> set[str]:
    """The token texts that the bytes of one token may stand for.

    Inline tags are taken out, references (``&amp;``) resolved, characters substituted, the space
    inside initials (``J. G.``) closed.
    """
    text = html.unescape(_TAGS.sub("", source.decode()))
    if len(text) == 1 and text in DOUBLE_QUOTES:
        return {OPENING_QUOTE, CLOSING_QUOTE}
    text = re.sub(r"\s+", "", substitute(text))
    return {text, text.lower()} if text == "Wikipedia" else {text}
