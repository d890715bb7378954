"""A page rebuilt from the simplified format's ``document_text``, token by token.

The format keeps the tokens and leaves out the HTML, so the page's layout, links and pictures, its
original bytes and all byte offsets into them are not known. What is made here has the same tokens
under the same numbers; its byte offsets count in the rebuilt HTML, which says so itself.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from html import escape, unescape
from typing import NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from annotator.material.corpus.markup.spans import TokenColumns

NOTE = (
    "This page was rebuilt from Natural Questions' simplified format. Its layout, links, pictures"
    " and original HTML are not known."
)
_MARK = '<META name="plumbline-page" content="rebuilt from simplified Natural Questions" />'
_BEFORE_TITLE = f'<!DOCTYPE html>\n<HTML><HEAD><META charset="utf-8" />\n{_MARK}\n<TITLE>'
_AFTER_TITLE = f'</TITLE>\n</HEAD><BODY>\n<DIV class="plumbline-note"><I>{NOTE}</I></DIV>\n'
_END = "</BODY></HTML>\n"

_TAG = re.compile(
    r"<(?P<closing>/)?(?P<name>H[1-6]|P|Table|Tr|Td|Th|Ul|Ol|Li|Dl|Dt|Dd)"
    r'(?(closing)|(?P<attribute>_[A-Za-z-]+="[^"<>&]*")?)>',
    re.IGNORECASE,
)
_NO_TEXT = "\u200b"
"""Invisible bytes for a token without text."""
_SITE = ("-", "wikipedia")
"""How the words of a page's title end, before its first tag."""


class RebuiltPage(NamedTuple):
    """The HTML in UTF-8, and the tokens with their offsets in it."""

    html: bytes
    tokens: TokenColumns


def is_rebuilt(html: bytes) -> bool:
    """Whether a page's HTML was made by ``rebuild_page``."""
    return html.startswith(_BEFORE_TITLE.encode())


def describe_rebuilt(examples: int) -> str:
    """What a file can't say of ``examples`` with rebuilt pages, as a sentence.

    >>> describe_rebuilt(1)
    '1 example has a page rebuilt from the simplified format: its original HTML and byte offsets \
are not known.'
    """
    what = "1 example has a page" if examples == 1 else f"{examples:,} examples have pages"
    whose = "its" if examples == 1 else "their"
    return (
        f"{what} rebuilt from the simplified format: {whose} original HTML and byte offsets are"
        " not known."
    )


def rebuild_page(document_text: str) -> RebuiltPage:
    """The page whose tokens, written in the simplified format, are ``document_text``.

    A token that looks like a tag is one if it has a partner; ``<P>`` in an article on HTML is text.
    """
    words = document_text.split(" ")
    tags = _tags_among(words)
    writer = _Writer()
    title = _title_length(words, tags)
    writer.write(_BEFORE_TITLE)
    for word in words[:title]:
        writer.add_text(word)
    writer.write(_AFTER_TITLE)
    for number, word in enumerate(words[title:], start=title):
        if number in tags:
            writer.add_tag(word)
        else:
            writer.add_text(word)
    writer.write(_END)
    return RebuiltPage("".join(writer.pieces).encode(), writer.tokens)


def title_of(document_text: str, url: str) -> str:
    """The title in the page's address, or else the words before its first heading.

    >>> title_of("Deadpool 2 - wikipedia", "https://en.wikipedia.org//w/index.php?title=Deadpool_2")
    'Deadpool 2'
    """
    try:
        address = urlsplit(unescape(url))
        named = parse_qs(address.query).get("title", [""])[0]
    except ValueError:
        named = ""
    else:
        _, is_article, path = address.path.partition("/wiki/")
        named = named or (unquote(path) if is_article else "")
    if named:
        return named.replace("_", " ").replace("\0", "").strip()
    words = document_text.split(" ")
    length = _title_length(words, _tags_among(words))
    return " ".join(words[: max(length - len(_SITE), 0)]).replace("\0", "")


class _Writer:
    """The HTML so far, and the tokens in it."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.tokens = TokenColumns([], [], [], [])
        self._size = 0
        self._open: list[str] = []
        self._in_caption = False

    def write(self, text: str) -> None:
        self.pieces.append(text)
        self._size += len(text.encode())

    def add_text(self, word: str) -> None:
        # Text of a table outside of its cells is its caption; a parser would move it elsewhere.
        if self._open[-1:] == ["table"] and not self._in_caption:
            self.write("<CAPTION>")
            self._in_caption = True
        self._add(word, escape(word, quote=True) or _NO_TEXT)
        self.write(" ")

    def add_tag(self, word: str) -> None:
        if self._in_caption:
            self.write("</CAPTION>")
            self._in_caption = False
        self.tokens.html.append(len(self.tokens))
        name = _name_of(word)
        if word.startswith("</"):
            self._open.pop()
            self._add(word, f"</{name.upper()}>")
            self.write("\n")
        else:
            self._open.append(name)
            attribute = word[len(name) + 2 : -1]
            if attribute:
                word = f"{word[: len(name) + 1]} {attribute}>"
            self._add(word, f"<{name.upper()}{attribute and ' ' + attribute}>")

    def _add(self, token: str, source: str) -> None:
        self.tokens.token.append(token)
        self.tokens.start_byte.append(self._size)
        self.write(source)
        self.tokens.end_byte.append(self._size)


def _name_of(tag: str) -> str:
    match = _TAG.fullmatch(tag)
    return match["name"].lower() if match else ""


def _tags_among(words: Sequence[str]) -> set[int]:
    """The numbers of the words that are tags: openings and closings that belong together."""
    tags: set[int] = set()
    opened: list[tuple[int, str]] = []
    waiting: defaultdict[str, int] = defaultdict(int)
    for number, word in enumerate(words):
        match = _TAG.fullmatch(word) if word.startswith("<") else None
        if match is None:
            continue
        name = match["name"].lower()
        if not match["closing"]:
            opened.append((number, name))
            waiting[name] += 1
        elif waiting[name]:
            while True:
                opening, opened_name = opened.pop()
                waiting[opened_name] -= 1
                if opened_name == name:
                    break
            tags |= {opening, number}
    return tags


def _title_length(words: Sequence[str], tags: set[int]) -> int:
    """How many words before the first tag are the title of the page's window: all or none."""
    first = min(tags, default=0)
    ending = tuple(word.casefold() for word in words[max(first - len(_SITE), 0) : first])
    return first if ending == _SITE else 0
