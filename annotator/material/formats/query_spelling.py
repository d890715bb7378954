"""Queries as browsers and pages write them: ``%20`` and ``+`` for blanks, ``&#39;`` for marks."""

import html
import re
from urllib.parse import unquote_to_bytes

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_PERCENT = re.compile(r"(?:%[0-9a-fA-F]{2})+")
_PLUS_FOR_BLANK = re.compile(r"(?<=[^\s+])\+(?=[^\s+])")
_MOST_TIMES = 3
"""Logs escape twice: ``&amp;#39;``, ``%2520``. Nobody was seen to escape more often."""


def decode_query(text: str) -> str:
    """The query as somebody typed it. A ``%`` or ``&`` that escapes nothing stays.

    >>> decode_query("who%20sang+at+the+mayor%27s+party"), decode_query("is 5% of c++ &amp; c slow")
    ("who sang at the mayor's party", 'is 5% of c++ & c slow')
    """
    if not any(character.isspace() for character in text.strip()):
        # Only where nothing else parts the words.
        text = _PLUS_FOR_BLANK.sub(" ", text)
    for _ in range(_MOST_TIMES):
        before = text
        text = _ENTITY.sub(lambda found: html.unescape(found[0]), text)
        text = _PERCENT.sub(_unquoted, text)
        if text == before:
            break
    return text


def _unquoted(found: re.Match[str]) -> str:
    """What a run of percent signs stands for; the run itself unless that is text."""
    try:
        text = unquote_to_bytes(found[0]).decode()
    except UnicodeDecodeError:
        return found[0]
    return text if all(each.isprintable() or each.isspace() for each in text) else found[0]
