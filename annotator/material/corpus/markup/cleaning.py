"""Raw HTML of any year and skin, made into the bytes that a page is frozen as.

One *pass* parses the body like a browser (html5ever, through nh3), keeps what the allowlist names,
drops the interface of the wiki around the article, and serialises in the style of Natural
Questions' ``document_html``: element names in upper case (MathML in lower case), explicit TBODY,
``<IMG … />``, and no entities but ``&amp; &quot; &#39; &lt; &gt;``. Dropping an element can make
its neighbours parse differently, so passes are repeated until one changes nothing, or can't change
anything. So the frozen page parses, in a browser too, to exactly the elements that were written.
"""

import html as html_entities
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import accumulate, compress, count
from typing import NamedTuple

import nh3

from annotator.material.corpus.markup.allowlist import (
    ATTRIBUTES,
    DROPPED_WITH_CONTENT,
    HTML_ELEMENTS,
    MATHML_ELEMENTS,
    root_attributes,
)
from annotator.material.corpus.markup.nesting import MAX_NESTING, NestingGuard, page_too_deep
from annotator.material.corpus.markup.page_error import MAX_PAGE_BYTES, PageError
from annotator.material.corpus.markup.scanner import (
    MARKUP_PATTERN,
    Kind,
    Markup,
    SplitMarkup,
    scan,
    split_markup,
    tag_names,
)
from annotator.material.corpus.markup.tag_style import CONTROL_CHARACTERS, style_tag

MAX_ATTRIBUTES = 256

_MOST_PASSES = 8
# Five times as many as articles of a megabyte have.
_MANY_TAGS = 100_000
_WHITESPACE = "\t\n\f\r "
_HEAD_ELEMENTS = frozenset({"html", "head", "meta", "link", "base", "noscript"})
_HEAD_RAW_TEXT = frozenset({"title", "script", "style", "noframes"})

_ENTITY_DECLARATION = re.compile(r"<!DOCTYPE[^>]*\[[^\]>]*<!ENTITY", re.IGNORECASE)
_NOSCRIPT_END = re.compile(rb"</noscript", re.IGNORECASE)
_ELEMENTS = set(HTML_ELEMENTS | MATHML_ELEMENTS)
_DROPPED = set(DROPPED_WITH_CONTENT)
_SCHEMES = {"http", "https", "mailto", "data"}
# Made once: that takes as long as cleaning 10 kB.
_CLEANER = nh3.Cleaner(
    tags=_ELEMENTS,
    clean_content_tags=_DROPPED,
    attributes=ATTRIBUTES,
    link_rel=None,
    url_schemes=_SCHEMES,
)
MARK = "data-plumbline-mark"
"""An attribute that only ``clean_marked`` keeps."""
_MARKED_CLEANER = nh3.Cleaner(
    tags=_ELEMENTS,
    clean_content_tags=_DROPPED,
    attributes={**ATTRIBUTES, "*": ATTRIBUTES["*"] | {MARK}},
    link_rel=None,
    url_schemes=_SCHEMES,
)
_TAG = re.compile(r"(</?[a-z0-9]+[^>]*>)")
_TEXT = re.compile(r"(?:^|(?<=>))[^<]+")
_REFERENCE = re.compile(r"&[a-z0-9#]+;")
# Half a character: UTF-8 has none, so no text can contain it. All texts are written at once.
_BETWEEN_TEXTS = "\ud800"
_PREFORMATTED_START = re.compile(r"(<pre(?: [^>]*)?>)\n+")
# As in the HTML standard's tokeniser: a name can have all but a few characters.
_ATTRIBUTE = re.compile(
    rb"""[^\s/>=][^\s/>=]*+(?>\s*+=\s*+(?>"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+)?+)?+"""
)
_TAG_OR_SPACE = re.compile(r"<[^>]*>|\s+")


def clean_page(html: bytes, *, title: str = "", max_bytes: int = MAX_PAGE_BYTES) -> bytes:
    """The page that is frozen for the raw page ``html``, UTF-8 in and out.

    ``title`` goes into the head; the default is the page's own. Cleaning a cleaned page changes
    nothing. Time is linear in the length of ``html`` for a given nesting.

    Raises PageError: ``page_too_large``, ``page_not_utf8``, ``page_declares_entities``,
    ``page_too_deep``, ``page_too_many_attributes``, ``page_without_text``.
    """
    source = _Source(decode_page(html, max_bytes=max_bytes))
    cleaned = _clean_until_stable(source.body)
    if not _has_text(cleaned):
        raise PageError(
            code="page_without_text",
            problem="The page has no text once scripts, controls and interface are removed.",
            fix="Send the HTML of the article as it was shown.",
        )
    return _document(cleaned, root=source.root, title=title or source.title).encode()


Marker = Callable[[SplitMarkup, Sequence[int]], None]
"""Puts marks into a body's texts and tags, in place; the numbers are the bytes of ``decode_page``
at which the texts begin.
"""


def clean_marked(html: bytes, mark: Marker) -> bytes:
    """The body of ``clean_page``, with what is left of the marks that ``mark`` put into it."""
    source = _Source(decode_page(html), mark)
    return _clean_until_stable(source.body, _MARKED_CLEANER).encode()


def decode_page(html: bytes, *, max_bytes: int = MAX_PAGE_BYTES) -> bytes:
    """A page with one kind of line ends and without a byte order mark, NULs and marked sections.

    Raises ``PageError``.
    """
    if len(html) > max_bytes:
        raise PageError(
            code="page_too_large",
            problem=f"The page has {len(html):,} bytes; the limit is {max_bytes:,}.",
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
            problem="The page's document type declares its own entities.",
            fix="Send HTML in which they are replaced.",
        )
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    # A marked section means one thing in HTML and another in SVG: as a comment it is gone in both.
    return text.replace("<![CDATA[", "<![").encode()


class _Source:
    """A raw page taken apart into title, root attributes and body.

    The body is left without comments, scripts and whatever else holds text that is not markup, so
    that the parser after us reads the very tags that were counted here.
    """

    def __init__(self, html: bytes, mark: Marker | None = None) -> None:
        self.title = ""
        self.root = ""
        self._html = html
        self._mark = mark
        self._pieces: list[bytes] = []
        self._skip_until = 0
        self._take_body(self._end_of_head())
        self.body = b"".join(self._pieces).decode()

    def _end_of_head(self) -> int:
        """The byte at which the body begins."""
        for piece in scan(self._html):
            if piece.start < self._skip_until or self._is_head(piece):
                continue
            if piece.kind is not Kind.RAW:
                return piece.start
            content = self._html[piece.content_start : piece.content_end]
            self._pieces.append(_shown_of(piece.name, content))
        return len(self._html)

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
            if piece.name == "noscript":
                self._skip_until = _end_of_noscript(self._html, piece.end)
            return piece.name in _HEAD_ELEMENTS
        return piece.kind is not Kind.TEXT or self._html[piece.start : piece.end].isspace()

    def _take_body(self, start: int) -> None:
        """Copy the page from byte ``start``, except what is changed or left out."""
        if self._html.count(b"<", start) > _MANY_TAGS:
            # What is deep is so early, most likely: refused before all of it takes memory.
            self._split_body(start, most=_MANY_TAGS)
        markup = self._split_body(start)
        texts, tags, names = markup
        known = tag_names(names)
        changed = {name for name in known if _is_changed(name, known[name])}
        for number in [number for number, name in enumerate(names) if name in changed]:
            tags[number] = _changed(tags[number], known[names[number]])
        if b"<" in b"".join(texts):
            texts[:] = [text.replace(b"<", b"&lt;") for text in texts]
        if self._mark:
            whole = split_markup(self._html[start:])
            self._mark(markup, [start + byte for byte in whole.starts()])
        pieces = [b""] * (len(texts) + len(tags))
        pieces[::2], pieces[1::2] = texts, tags
        self._pieces.append(b"".join(pieces))

    def _split_body(self, start: int, *, most: int = 0) -> SplitMarkup:
        """The page from byte ``start``, without what was not shown; or its first ``most`` tags.

        Raises PageError for tags that keep parsers busy.
        """
        markup = split_markup(self._html[start:], most=most)
        known = tag_names(markup.names)
        if "noscript" in known.values():
            _leave_out_noscripts(markup, {name for name in known if known[name] == "noscript"})
        self._check_tags(markup.tags, [known[name] for name in markup.names], start)
        return markup

    def _check_tags(self, tags: Sequence[bytes], names: Sequence[str], start: int) -> None:
        """Refuse tags with too many attributes and tags that are nested too deep."""
        long = [number for number, size in enumerate(map(len, tags)) if size > MAX_ATTRIBUTES]
        crowded = next((tag for tag in long if _is_crowded(tags[tag], names[tag])), len(tags))
        number = NestingGuard().follow(names[:crowded], tags[:crowded])
        if number == len(tags):
            return
        # The byte counts in the page as it was sent, including what was left out.
        whole = split_markup(self._html[start:], most=number + 1)
        at_byte = start + whole.start_of(number)
        if number < crowded:
            raise page_too_deep(limit=MAX_NESTING, tag=names[number], at_byte=at_byte)
        raise PageError(
            code="page_too_many_attributes",
            problem=f"A tag has {_count_attributes(tags[number]):,} attributes "
            f"(byte {at_byte:,}); at most {MAX_ATTRIBUTES} are taken.",
            fix="Send the page's HTML as a browser saves it.",
        )


def _leave_out_noscripts(markup: SplitMarkup, opening: AbstractSet[bytes | None]) -> None:
    """Empty each NOSCRIPT: its content was not shown, and browsers read it as text."""
    texts, tags, names = markup
    following = 0
    for first in [number for number, name in enumerate(names) if name in opening]:
        if first < following:
            continue
        following = first + 1
        while following < len(tags) and not _NOSCRIPT_END.search(tags[following]):
            following += 1
        texts[first + 1 : following + 1] = [b""] * (following - first)
        if following < len(tags) and not _NOSCRIPT_END.match(tags[following]):
            # The end is a part of something else, such as a comment, which goes too.
            following += 1
        names[first:following] = [None] * (following - first)
        tags[first:following] = [b""] * (following - first)


def _end_of_noscript(html: bytes, opened: int) -> int:
    """The byte at which the NOSCRIPT ends whose content begins at byte ``opened``."""
    end = _NOSCRIPT_END.search(html, opened)
    return end.start() if end else len(html)


def _is_changed(tag: bytes | None, name: str) -> bool:
    """Whether what ``split_markup`` calls ``tag`` is not left as it is."""
    if not tag or name == "plaintext":
        return True
    return name[0] == "/" and len(tag) != len(name.encode())


def _changed(piece: bytes, name: str) -> bytes:
    """What is left of such a piece of markup."""
    if name[:1] == "/":
        return b"<" + name.encode() + b">"
    raw = MARKUP_PATTERN.match(piece) if piece[:4].lower() == b"<xmp" else None
    return _shown_of("xmp", raw["raw_text"]) if raw and raw["raw"] else b""


def _shown_of(name: str, content: bytes) -> bytes:
    """What is left of an element whose content is not markup: an example of it, as text."""
    if name != "xmp":
        return b""
    return b"<pre>" + content.replace(b"&", b"&amp;").replace(b"<", b"&lt;") + b"</pre>"


def _is_crowded(tag: bytes, name: str) -> bool:
    """Whether a piece of markup is an opening tag with too many attributes: parsers compare each of
    a tag's with all before it.
    """
    if len(tag) <= MAX_ATTRIBUTES or not name or name[0] == "/":
        return False
    return _count_attributes(tag) > MAX_ATTRIBUTES


def _count_attributes(tag: bytes) -> int:
    return sum(1 for _ in _ATTRIBUTE.finditer(tag)) - 1  # the first is the element's name


def _clean_until_stable(body: str, cleaner: nh3.Cleaner = _CLEANER) -> str:
    written = _write(_sanitise(body, cleaner))
    for _ in range(_MOST_PASSES):
        sanitised = _sanitise(written.cleaned, cleaner)
        # What was kept is what nh3 writes of it: writing that again would change nothing.
        if sanitised.strip(_WHITESPACE) == written.kept:
            return written.cleaned
        again = _write(sanitised)
        if again.cleaned == written.cleaned:
            return written.cleaned
        written = again
    # Only markup that was made to confuse parsers gets here: its text is what can be saved.
    tagless = _TAG_OR_SPACE.sub(" ", written.cleaned)
    plain = " ".join(html_entities.unescape(tagless).split())
    return _write(_sanitise(f"<p>{html_entities.escape(plain)}</p>", cleaner)).cleaned


class _Written(NamedTuple):
    """A page as it was written, and what was ``kept`` of it in nh3's own style."""

    cleaned: str
    kept: str


def _sanitise(body: str, cleaner: nh3.Cleaner) -> str:
    """What nh3 keeps of a page; the values of attributes are looked at when it is written."""
    sanitised = cleaner.clean(body)
    return _PREFORMATTED_START.sub(r"\1", sanitised) if "<pre" in sanitised else sanitised


def _write(sanitised: str) -> _Written:
    """What nh3 wrote, in Natural Questions' style, without the interface and unsafe values."""
    pieces = _TAG.split(sanitised)
    texts, tags = pieces[::2], pieces[1::2]
    known = {tag: style_tag(tag) for tag in set(tags)}
    styled = list(map(known.__getitem__, tags))
    depths = list(accumulate(tag.step for tag in styled))
    if max(depths, default=0) > MAX_NESTING:
        raise page_too_deep(limit=MAX_NESTING)
    kept, written = pieces, pieces.copy()
    kept[1::2] = [tag.kept for tag in styled]
    written[1::2] = [tag.written for tag in styled]
    text = _BETWEEN_TEXTS.join(texts)
    written[::2] = _write_text(text).split(_BETWEEN_TEXTS)
    if "<math" in sanitised:
        for first, end in _elements(depths, map(_opens_formula, tags)):
            written[2 * first + 1 : 2 * end : 2] = [tag.in_formula for tag in styled[first:end]]
    for first, end in _elements(depths, [tag.is_interface for tag in styled]):
        nothing = [""] * (2 * (end - first) - 1)
        kept[2 * first + 1 : 2 * end] = written[2 * first + 1 : 2 * end] = nothing
    return _Written(
        "".join(written).strip(_WHITESPACE),
        "".join(kept).strip(_WHITESPACE),
    )


def _elements(depths: Sequence[int], opening: Iterable[bool]) -> Iterator[tuple[int, int]]:
    """The first tag of each such element outside of another, and the one after its last.

    ``depths`` says how deep it is after each tag, ``opening`` which tags open such an element.
    """
    end = 0
    for first in compress(count(), opening):
        if first >= end:
            after = range(first + 1, len(depths))
            last = next((tag for tag in after if depths[tag] < depths[first]), len(depths) - 1)
            end = last + 1
            yield first, end


def _opens_formula(tag: str) -> bool:
    return tag.startswith(("<math>", "<math "))


def _write_text(text: str) -> str:
    """Text in Natural Questions' style."""
    text = CONTROL_CHARACTERS.sub("", text).replace("\r", "\n")
    return text.replace("&nbsp;", "\xa0").replace('"', "&quot;").replace("'", "&#39;")


def _has_text(cleaned: str) -> bool:
    texts = (_REFERENCE.sub("", match[0]) for match in _TEXT.finditer(cleaned))
    return any(character.isalnum() for text in texts for character in text)


def _document(body: str, *, root: str, title: str) -> str:
    title = " ".join(CONTROL_CHARACTERS.sub("", title).split())
    title = html_entities.escape(title).replace("&#x27;", "&#39;")
    return (
        f"<!DOCTYPE html>\n<HTML{root}><HEAD>\n<TITLE>{title}</TITLE>\n</HEAD>\n"
        f"<BODY>\n{body}\n</BODY></HTML>\n"
    )
