"""Which words a page has by its bytes, and which a frame shows under their numbers."""

import html
import re
from collections import defaultdict
from collections.abc import Sequence

from annotator.material.corpus.markup.spans import Token
from annotator.material.corpus.markup.tokens import iter_token_pieces


def words_of(page: bytes, tokens: Sequence[Token]) -> dict[int, str]:
    """What each text token of the body says, taken from the bytes alone."""
    words: dict[int, str] = defaultdict(str)
    body_start = re.search(rb"(?i)</head>", page)
    position = body_start.start() if body_start else 0
    for index, start, end in iter_token_pieces(page, tokens):
        # Two tokens of the real examples share a byte; the first of them has it.
        text = html.unescape(page[max(start, position) : end].decode())
        if text and not text.isspace():
            words[index] += text
            position = end
    return dict(words)


def shown_words(pieces: Sequence[tuple[str, str]]) -> tuple[dict[int, str], set[int]]:
    """From pairs of ``data-t`` and text: each token's text, and the tokens inside formulas."""
    words: dict[int, str] = defaultdict(str)
    in_formulas: set[int] = set()
    for number, text in pieces:
        first, dash, last = number.partition("-")
        if dash:
            in_formulas.update(range(int(first), int(last) + 1))
        else:
            words[int(number)] += text
    return dict(words), in_formulas
