"""A page as a gallery has it: the sanitised rendering with the numbers that answers need."""

import gzip
import re
from collections.abc import Iterable

from annotator.material.corpus.markup.rendering import (
    frame_document,
    parts_of_document,
    sanitise_body,
    stylesheet,
)
from annotator.material.corpus.markup.spans import TokenSpan
from annotator.material.corpus.models import Page
from annotator.material.corpus.renderings import rendering_of

_TOKEN = re.compile(r'<span data-t="(\d+)(?:-(\d+))?">([^<]*)</span>')
_MARKS = stylesheet("marked_page.css")


def page_html(page: Page, spans: Iterable[TokenSpan]) -> str:
    """The page's document without head: each candidate has its number, and of the tokens only
    those within ``spans``. The numbers of all tokens would take half the bytes.

    It passes the sanitiser once more, as everything does that is made from a hostile page.
    """
    root, body = parts_of_document(gzip.decompress(rendering_of(page)))
    kept = {token for span in spans for token in range(span.start_token, span.end_token)}

    def thinned(match: re.Match[str]) -> str:
        first = int(match[1])
        tokens = range(first, int(match[2] or first) + 1)
        return match[0] if any(token in kept for token in tokens) else match[3]

    return f"<html{root}><body>{sanitise_body(_TOKEN.sub(thinned, body))}</body></html>"


def empty_frame() -> bytes:
    """The document that pages are put into: it has their style and their policy."""
    return frame_document("", root=" data-empty", title="Page", styles=_MARKS)
