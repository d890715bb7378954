"""Which token pieces a serialised rendering has, and which candidates contain them."""

import re
from typing import NamedTuple

from annotator.material.corpus.markup.allowlist import VOID_ELEMENTS

_TAG = re.compile(r"<(/?)([a-z0-9]+)([^>]*)>")
_TOKEN = re.compile(r' data-t="([^"]*)"')
_CANDIDATE = re.compile(r' data-c="([^"]*)"')


class MarkedPiece(NamedTuple):
    """A numbered piece (``data-t``) and the candidates (``data-c``) around it, outermost first."""

    token: str
    candidates: tuple[str, ...]


def marked_boxes(body: str) -> list[MarkedPiece]:
    """The numbered pieces of ``body``, a well-nested serialisation, in order."""
    found: list[MarkedPiece] = []
    around: list[tuple[str, ...]] = [()]
    for closing, name, attributes in _TAG.findall(body):
        if closing:
            if len(around) > 1:
                around.pop()
            continue
        inside = around[-1]
        if candidate := _CANDIDATE.search(attributes):
            inside = (*inside, candidate[1])
        if token := _TOKEN.search(attributes):
            found.append(MarkedPiece(token[1], inside))
        if name not in VOID_ELEMENTS:
            around.append(inside)
    return found
