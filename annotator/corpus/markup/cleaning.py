"""Raw HTML of any year and skin, made into the bytes that a page is frozen as.

One *pass* parses the body like a browser (html5ever, through nh3), keeps what the allowlist names,
drops the interface of the wiki around the article, and serialises in the style of Natural
Questions' ``document_html``: element names in upper case (MathML in lower case), explicit TBODY,
``<IMG … />``, and no entities but ``&amp; &quot; &#39; &lt; &gt;``. Dropping an element can make
its neighbours parse differently, so passes are repeated until one changes nothing: what is frozen
parses, in a browser too, to exactly the elements that were written.
"""

import html as html_entities
import re

import nh3

from annotator.corpus.markup.allowlist import (
    ATTRIBUTES,
    DROPPED_WITH_CONTENT,
    HTML_ELEMENTS,
    MATHML_ELEMENTS,
    VOID_ELEMENTS,
    root_attributes,
    safe_attribute,
)
from annotator.corpus.markup.interface_chrome import is_interface
from annotator.corpus.markup.nesting import MAX_NESTING, NestingGuard, page_too_deep
from annotator.corpus.markup.page_error import PageError
from annotator.corpus.markup.scanner import Kind, Markup, scan

MAX_BYTES = 20_000_000
MAX_ATTRIBUTES = 256

_MOST_PASSES = 8
_WHITESPACE = "\t\n\f\r "
_HEAD_ELEMENTS = frozenset({"html", "head", "meta", "link", "base", "noscript"})
_HEAD_RAW_TEXT = frozenset({"title", "script", "style", "noframes"})

_ENTITY_DECLARATION = re.compile(r"<!DOCTYPE[^>]*\[[^\]>]*<!ENTITY", re.IGNORECASE)
_NOSCRIPT_END = re.compile(rb"</noscript", re.IGNORECASE)
_PIECE = re.compile(r"<(/?)([a-z0-9]+)([^>]*)>|([^<]+)")
_PREFORMATTED_START = re.compile(r"(<pre(?: [^>]*)?>)\n+")
_CONTROL_CHARACTERS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")
# As the HTML standard's tokeniser reads them: all but a few characters may stand in a name.
_ATTRIBUTE = re.compile(
    rb"""[^\s/>=][^\s/>=]*+(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+)?+)?+"""
)
_TAG_OR_SPACE = re.compile(r"<[^>]*>|\s+")


def clean_page(html: bytes, *, title: str = "", max_bytes: int = MAX_BYTES) -> bytes:
    """The page that is frozen for the raw page ``html``, UTF-8 in and out.

    ``title`` goes into the head; without it, the page's own does. Cleaning what was cleaned
    changes nothing. Time is linear in the length of ``html`` for a given nesting.

    Raises PageError: ``page_too_large``, ``page_not_utf8``, ``page_declares_entities``,
    ``page_too_deep``, ``page_too_many_attributes``, ``page_without_text``.
    """
    source = _Source(_decode(html, max_bytes=max_bytes))
    cleaned = _clean_until_stable(source.body)
    if not _has_text(cleaned):
        raise PageError(
            code="page_without_text",
            problem="The page has no text once scripts, controls and interface are taken out.",
            fix="Send the HTML of the article as it was shown.",
        )
    return _document(cleaned, root=source.root, title=title or source.title).encode()


def _decode(html: bytes, *, max_bytes: int) -> bytes:
    if len(html) > max_bytes:
        raise PageError(
            code="page_too_large",
            problem=f"The page has {len(html):,} bytes; at most {max_bytes:,} are taken.",
            fix="Leave out embedded images or split the page.",
        )
    try:
        text = html.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        at = error.start
        raise PageError(
            code="page_not_utf8",
            problem=f"The page is not valid UTF-8: byte {at} is 0x{html[at]:02x}.",
            fix="Save the page as UTF-8.",
        ) from error
    if _ENTITY_DECLARATION.search(text, 0, 4096):
        raise PageError(
            code="page_declares_entities",
            problem="The page's document type declares entities of its own.",
            fix="Send HTML in which they are already replaced.",
        )
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    # A marked section means one thing in HTML and another in SVG: as a comment it is gone in both.
    return text.replace("<![CDATA[", "<![").encode()


class _Source:
    """A raw page taken apart into title, root attributes and body.

    The body is left without comments, scripts and whatever else holds text that is not markup, so
    that the parser after us reads the very tags that were counted here.
    """

    def __init__(self, html: bytes) -> None:
        self.title = ""
        self.root = ""
        self._html = html
        self._pieces: list[bytes] = []
        self._guard = NestingGuard()
        self._skip_until = 0
        in_head = True
        for piece in scan(html):
            if piece.start < self._skip_until:
                continue
            if in_head and self._is_head(piece):
                continue
            in_head = in_head and piece.kind is not Kind.OPEN and piece.kind is not Kind.TEXT
            self._add(piece)
        self.body = b"".join(self._pieces).decode()

    def _is_head(self, piece: Markup) -> bool:
        """Whether ``piece`` comes before the body; takes title and root attributes from it."""
        if piece.kind is Kind.RAW:
            if piece.name == "title" and not self.title:
                title = self._html[piece.content_start : piece.content_end]
                self.title = html_entities.unescape(title.decode())
            return piece.name in _HEAD_RAW_TEXT
        if piece.kind is Kind.OPEN:
            if piece.name == "html":
                self.root = root_attributes(self._html[piece.start : piece.end])
            self._skip_noscript(piece)
            return piece.name in _HEAD_ELEMENTS
        return piece.kind is not Kind.TEXT or self._html[piece.start : piece.end].isspace()

    def _add(self, piece: Markup) -> None:
        source = self._html[piece.start : piece.end]
        if piece.kind is Kind.TEXT:
            self._pieces.append(source.replace(b"<", b"&lt;"))
        elif piece.kind is Kind.CLOSE:
            self._guard.close(piece.name)
            self._pieces.append(b"</" + piece.name.encode() + b">")
        elif piece.kind is Kind.RAW and piece.name == "xmp":
            content = self._html[piece.content_start : piece.content_end]
            escaped = content.replace(b"&", b"&amp;").replace(b"<", b"&lt;")
            self._pieces += (b"<pre>", escaped, b"</pre>")
        elif piece.kind is Kind.OPEN and not self._skip_noscript(piece):
            _check_attributes(source, at_byte=piece.start)
            self._guard.open(piece.name, source, at_byte=piece.start)
            self._pieces.append(b"" if piece.name == "plaintext" else source)

    def _skip_noscript(self, piece: Markup) -> bool:
        """What stands in a NOSCRIPT was not shown; browsers read it as text, too."""
        if piece.name != "noscript":
            return False
        end = _NOSCRIPT_END.search(self._html, piece.end)
        self._skip_until = end.start() if end else len(self._html)
        return True


def _check_attributes(tag: bytes, *, at_byte: int) -> None:
    """Parsers compare each attribute of a tag with all before it, so there must not be many."""
    if len(tag) <= MAX_ATTRIBUTES:
        return
    count = sum(1 for _ in _ATTRIBUTE.finditer(tag)) - 1  # the first is the element's name
    if count > MAX_ATTRIBUTES:
        raise PageError(
            code="page_too_many_attributes",
            problem=f"A tag has {count:,} attributes (byte {at_byte:,}); "
            f"at most {MAX_ATTRIBUTES} are taken.",
            fix="Send the page's HTML as a browser saves it.",
        )


def _clean_until_stable(body: str) -> str:
    cleaned = _clean_once(body)
    for _ in range(_MOST_PASSES):
        again = _clean_once(cleaned)
        if again == cleaned:
            return cleaned
        cleaned = again
    # Only markup that was made to confuse parsers gets here: its text is what can be saved.
    plain = " ".join(html_entities.unescape(_TAG_OR_SPACE.sub(" ", cleaned)).split())
    return _clean_once(f"<p>{html_entities.escape(plain)}</p>")


def _clean_once(body: str) -> str:
    sanitised = nh3.clean(
        body,
        tags=set(HTML_ELEMENTS | MATHML_ELEMENTS),
        clean_content_tags=set(DROPPED_WITH_CONTENT),
        attributes=ATTRIBUTES,
        attribute_filter=safe_attribute,
        link_rel=None,
        url_schemes={"http", "https", "mailto", "data"},
    )
    written = _Writer()
    for match in _PIECE.finditer(_PREFORMATTED_START.sub(r"\1", sanitised)):
        closing, name, attributes, text = match.groups()
        if text is not None:
            written.text(text)
        elif closing:
            written.close(name)
        else:
            written.open(name, attributes)
    return "".join(written.pieces).strip(_WHITESPACE)


class _Writer:
    """Writes well-nested tags in Natural Questions' style and leaves out the interface."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self._depth = 0
        self._math = 0
        self._dropped_from = 0

    def open(self, name: str, attributes: str) -> None:
        void = name in VOID_ELEMENTS and not self._math
        self._depth += not void
        if self._depth > MAX_NESTING:
            raise page_too_deep(limit=MAX_NESTING)
        if self._dropped_from:
            return
        if not void and is_interface(name, attributes):
            self._dropped_from = self._depth
            return
        self._math += name == "math"
        if "'" in attributes or "&nbsp;" in attributes:
            attributes = attributes.replace("'", "&#39;").replace("&nbsp;", "\xa0")
        attributes = _CONTROL_CHARACTERS.sub(" ", attributes)
        self.pieces.append(f"<{self._cased(name)}{attributes}{' /' if void else ''}>")

    def close(self, name: str) -> None:
        self._depth -= 1
        if self._dropped_from:
            if self._depth < self._dropped_from:
                self._dropped_from = 0
            return
        self.pieces.append(f"</{self._cased(name)}>")
        self._math -= name == "math"

    def text(self, text: str) -> None:
        if self._dropped_from:
            return
        text = _CONTROL_CHARACTERS.sub("", text).replace("\r", "\n").replace("&nbsp;", "\xa0")
        self.pieces.append(text.replace('"', "&quot;").replace("'", "&#39;"))

    def _cased(self, name: str) -> str:
        return name if self._math else name.upper()


def _has_text(cleaned: str) -> bool:
    return any(character.isalnum() for character in re.sub(r"<[^>]*>|&[a-z0-9#]+;", "", cleaned))


def _document(body: str, *, root: str, title: str) -> str:
    title = " ".join(_CONTROL_CHARACTERS.sub("", title).split())
    title = html_entities.escape(title).replace("&#x27;", "&#39;")
    return (
        f"<!DOCTYPE html>\n<HTML{root}><HEAD>\n<TITLE>{title}</TITLE>\n</HEAD>\n"
        f"<BODY>\n{body}\n</BODY></HTML>\n"
    )
