"""The sanitised copy of a frozen page that the browser shows.

Every piece of a text token is in ``<span data-t="N">`` and every candidate's element has
``data-c="i"`` (docs/rooms/offsets.md, "The rendering's attributes"). The frozen bytes are hostile,
so the rendering passes nh3 a last time, and is used only if it still has the same numbers in the
same boxes.
"""

import html as html_entities
import re
from collections.abc import Sequence
from importlib.resources import files

import nh3

from annotator.material.corpus.markup.allowlist import (
    ATTRIBUTES,
    DROPPED_WITH_CONTENT,
    HTML_ELEMENTS,
    MATHML_ELEMENTS,
    safe_attribute,
)
from annotator.material.corpus.markup.marked_boxes import marked_boxes
from annotator.material.corpus.markup.page_writer import PageWriter
from annotator.material.corpus.markup.scanner import scan_rows
from annotator.material.corpus.markup.spans import LongAnswerCandidate, Token, TokenColumns
from annotator.material.corpus.markup.tokens import pieces_of_tokens

RENDERING_VERSION: int = 5
"""Stored with each rendering; one that is older than this has to be made again."""

FRAME_POLICY: str = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin"
)
"""The Content-Security-Policy that a rendering is served with."""

# What a policy inside the document can say; it holds when somebody saves or forwards the file.
_INNER_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'"


def stylesheet(name: str) -> str:
    """A stylesheet of this package, without comments and indentation."""
    text = files("annotator.material.corpus.markup").joinpath(name).read_text("utf-8")
    return re.sub(r"/\*.*?\*/|(?<=\n)\s+|\n(?=\n)", "", text, flags=re.DOTALL)


_STYLESHEET = stylesheet("page.css")
_DOCUMENT = re.compile(r"<html([^>]*)>.*?</head>\n<body>(.*)</body></html>\n", re.DOTALL)

# A parser ends these where others begin; outside of tables nothing else moves.
_CLOSED_BY_PARSERS = frozenset(
    """
    a b big code dd dt em font h1 h2 h3 h4 h5 h6 i li p pre rb rp rt rtc s small strike strong tt u
    """.split()
)
_OUR_ATTRIBUTES = {"aria-label", "data-as", "data-c", "data-chrome", "data-t"}
_RENDERED_ATTRIBUTES = {
    **ATTRIBUTES,
    "*": ATTRIBUTES["*"] | _OUR_ATTRIBUTES,
    "a": {"data-target"},
    "blockquote": set(),
    "mark": {"data-answer"},
}


def render_page(
    html: bytes,
    tokens: Sequence[Token],
    candidates: Sequence[LongAnswerCandidate],
    *,
    title: str,
) -> bytes:
    """A complete HTML document that shows the frozen page ``html``, UTF-8.

    ``tokens`` and ``candidates`` are the page's full lists; their indexes are the numbers in the
    document. Text of tokens that no browser shows (scripts, drawings, the head's title) is left
    out with its numbers. Time is linear in the length of ``html``.
    """
    return render_columns(html, TokenColumns.of(tokens), candidates, title=title)


def render_columns(
    html: bytes,
    tokens: TokenColumns,
    candidates: Sequence[LongAnswerCandidate],
    *,
    title: str,
) -> bytes:
    """The same of tokens by column."""
    pieces = list(scan_rows(html))
    words = list(pieces_of_tokens(pieces, tokens))
    writer = PageWriter(html, pieces, words, candidates)
    body = sanitise_body(writer.body) if writer.is_calm else ""
    for plain in (_CLOSED_BY_PARSERS, HTML_ELEMENTS):
        if writer.is_calm and (body == writer.body or _holds(body, writer.body)):
            break
        writer = PageWriter(html, pieces, words, candidates, plain=plain)
        body = sanitise_body(writer.body)
    return frame_document(body, root=writer.root, title=title)


def _holds(body: str, written: str) -> bool:
    """Whether ``body``, which the parser changed, still has the boxes that were written.

    What changed may be harmless (an implied TBODY) or not (a paragraph that a list ends).
    """
    return sanitise_body(body) == body and marked_boxes(body) == marked_boxes(written)


def sanitise_body(body: str) -> str:
    """``body``, written from hostile bytes, as a parser reads it and writes what is allowed."""
    return nh3.clean(
        body,
        tags=set(HTML_ELEMENTS | MATHML_ELEMENTS),
        clean_content_tags=set(DROPPED_WITH_CONTENT),
        attributes=_RENDERED_ATTRIBUTES,
        attribute_filter=safe_attribute,
        link_rel=None,
        url_schemes={"data"},
    )


def frame_document(body: str, *, root: str, title: str, styles: str = "") -> bytes:
    """A document for the page's frame, UTF-8, with its policy and its stylesheet inside.

    ``body`` is sanitised, ``root`` the root element's attributes; ``styles`` is added to the
    stylesheet.
    """
    return (
        f'<!DOCTYPE html>\n<html{root}><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_INNER_POLICY}">'
        f"<title>{html_entities.escape(title)}</title>"
        f"<style>\n{_STYLESHEET}{styles}</style></head>\n<body>{body}</body></html>\n"
    ).encode()


def parts_of_document(document: bytes) -> tuple[str, str]:
    """The root element's attributes and the body of what ``frame_document`` made."""
    found = _DOCUMENT.search(document.decode())
    return (found[1], found[2]) if found else ("", "")
