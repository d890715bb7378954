"""A line's unverified tokens and candidates, for a page that is known already."""

from itertools import chain, compress, count
from operator import itemgetter
from typing import Any

from annotator.material.corpus.markup.spans import LongAnswerCandidate, TokenColumns

_TOKEN = tuple(map(itemgetter, ("token", "start_byte", "end_byte", "html_token")))
_NUMBERS = tuple(map(itemgetter, ("start_byte", "end_byte", "start_token", "end_token")))
_TOP_LEVEL = itemgetter("top_level")

Unverified = tuple[TokenColumns, tuple[LongAnswerCandidate, ...]]


def unverified_columns(values: list[Any]) -> TokenColumns | None:
    """Tokens by column, of which only the types are right; None if they are wrong or missing."""
    try:
        texts, starts, ends, flags = (list(map(field, values)) for field in _TOKEN)
    except (KeyError, TypeError, IndexError):
        return None
    if (
        {*map(type, texts)} != {str}
        or {*map(type, chain(starts, ends))} != {int}
        or {*map(type, flags)} != {bool}
    ):
        return None
    return TokenColumns(texts, starts, ends, list(compress(count(), flags)))


def unverified_candidates(values: list[Any]) -> tuple[LongAnswerCandidate, ...] | None:
    """The same for candidates."""
    try:
        numbers = [list(map(field, values)) for field in _NUMBERS]
        top_level = list(map(_TOP_LEVEL, values))
    except (KeyError, TypeError, IndexError):
        return None
    if {*map(type, chain(*numbers))} != {int} or {*map(type, top_level)} != {bool}:
        return None
    return tuple(map(LongAnswerCandidate, *numbers, top_level))
