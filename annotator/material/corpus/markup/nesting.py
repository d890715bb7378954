"""How deep a page nests, found in one pass before a parser builds the tree.

Parsers need time that grows with the product of tags and depth, so a page of 100,000 open tags has
to be refused without one. The tags are read as the HTML standard's tokeniser reads them; the depth
errs on the high side where tags are badly nested.
"""

from collections import defaultdict
from collections.abc import Sequence

from annotator.material.corpus.markup.page_error import PageError
from annotator.material.corpus.markup.scanner import split_markup, tag_names

MAX_NESTING = 512
_MOST_REPEATED = 1_000_000
# Browsers open at most this many equal formatting elements again, and different ones all.
_MOST_EQUAL = 3

_VOID = frozenset(
    """
    area base basefont bgsound br col embed frame hr image img input keygen link meta param source
    track wbr
    """.split()
)
_FORMATTING = frozenset("a b big code em font i nobr s small strike strong tt u".split())
_BARRIERS = frozenset("applet caption html marquee object table td template th".split())
# A start tag of these closes an open paragraph, up to the next barrier.
_BLOCKS = frozenset(
    """
    address article aside blockquote center dd details dir div dl dt fieldset figcaption figure
    footer form h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol p pre section summary ul
    """.split()
)
# A start tag of the key closes an open element of the value, unless another block is between them.
_SIBLINGS = {
    "li": frozenset({"li"}),
    "dd": frozenset({"dd", "dt"}),
    "dt": frozenset({"dd", "dt"}),
}
_TRANSPARENT_TO_SIBLINGS = _FORMATTING | {"address", "div", "p", "span"}
_TABLE_PARTS = {
    "caption": ("table",),
    "colgroup": ("table",),
    "tbody": ("table",),
    "tfoot": ("table",),
    "thead": ("table",),
    "tr": ("tbody", "tfoot", "thead", "table"),
    "td": ("tr", "table"),
    "th": ("tr", "table"),
}
_FOREIGN = frozenset({"svg", "math"})


class NestingGuard:
    """Follows the tags of a page and notices when they nest more than ``limit`` deep.

    Each step takes constant time on average, whatever the tags are.
    """

    def __init__(self, *, limit: int = MAX_NESTING) -> None:
        self._limit = limit
        self._repeated = 0
        self._names: list[str] = []
        self._tags: list[bytes] = []
        self._places: defaultdict[str, list[int]] = defaultdict(list)
        self._barriers: list[int] = []
        self._unclosed: dict[str, list[bytes]] = {}

    def open(self, name: str, tag: bytes) -> bool:
        """Follow an opening tag (its source is ``tag``).

        False when that is too deep, also when unclosed formatting would be repeated more than a
        million times.
        """
        if name in _VOID or (tag[-2:] == b"/>" and name not in _BLOCKS and self._is_foreign()):
            return True
        if name in _TABLE_PARTS:
            if self._innermost("table") < 0:
                return True
            self._close_down_to(max(map(self._innermost, _TABLE_PARTS[name])) + 1)
        elif name in _BLOCKS:
            self._close_what_a_block_closes(name)
        elif name == "a" and (link := self._innermost("a")) > self._barrier():
            self._close_down_to(link, closed_by="a")
        depth = len(self._names)
        self._places[name].append(depth)
        if name in _BARRIERS:
            self._barriers.append(depth)
        self._names.append(name)
        self._tags.append(tag)
        unclosed = sum(map(len, self._unclosed.values())) if self._unclosed else 0
        self._repeated += unclosed
        return depth + 1 + unclosed <= self._limit and self._repeated <= _MOST_REPEATED

    def close(self, name: str) -> None:
        """Follow a closing tag."""
        if self._names and self._names[-1] == name:
            self._close_innermost()
            return
        place = self._innermost(name)
        if place >= 0 and (place >= self._barrier() or name in _TABLE_PARTS or name == "table"):
            self._close_down_to(place, closed_by=name)
        elif self._unclosed.get(name):
            self._unclosed[name].pop()

    def _innermost(self, name: str) -> int:
        places = self._places.get(name)
        return places[-1] if places else -1

    def _is_foreign(self) -> bool:
        return any(self._innermost(name) >= 0 for name in _FOREIGN)

    def _barrier(self) -> int:
        return self._barriers[-1] if self._barriers else -1

    def _close_what_a_block_closes(self, name: str) -> None:
        if name in _SIBLINGS and (item := self._sibling(_SIBLINGS[name])) >= 0:
            self._close_down_to(item)
        if (paragraph := self._innermost("p")) > self._barrier():
            self._close_down_to(paragraph)

    def _sibling(self, names: frozenset[str]) -> int:
        """The place of the list item that a new one of its kind closes; -1 when none."""
        for place in range(len(self._names) - 1, -1, -1):
            if self._names[place] in names:
                return place
            if self._names[place] not in _TRANSPARENT_TO_SIBLINGS:
                return -1
        return -1

    def _close_innermost(self) -> str:
        """Close the element that was opened last; its name."""
        name = self._names.pop()
        self._places[name].pop()
        self._tags.pop()
        if name in _BARRIERS:
            self._barriers.pop()
            self._unclosed.clear()
        return name

    def _close_down_to(self, place: int, *, closed_by: str = "") -> None:
        """Close every element from ``place`` on; the formatting among them stays pending."""
        while len(self._names) > place:
            tag = self._tags[-1]
            name = self._close_innermost()
            if name in _FORMATTING and name != closed_by:
                pending = self._unclosed.setdefault(name, [])
                if pending.count(tag) < _MOST_EQUAL:
                    pending.append(tag)

    def follow(self, names: Sequence[str], tags: Sequence[bytes]) -> int:
        """Follow all tags of a page, named as ``tag_names`` does; the number of the first that is
        too deep, or how many tags there are.
        """
        for number, (name, tag) in enumerate(zip(names, tags, strict=True)):
            if name[:1] == "/":
                self.close(name[1:])
            elif name and not self.open(name, tag):
                return number
        return len(names)


def check_nesting(html: bytes, *, limit: int = MAX_NESTING) -> None:
    """Raise ``PageError`` for a page that nests more than ``limit`` elements deep."""
    markup = split_markup(html)
    known = tag_names(markup.names)
    names = [known[name] for name in markup.names]
    number = NestingGuard(limit=limit).follow(names, markup.tags)
    if number < len(names):
        raise page_too_deep(limit=limit, tag=names[number], at_byte=markup.start_of(number))


def page_too_deep(*, limit: int, tag: str = "", at_byte: int = 0) -> PageError:
    """The error for a page that nests more than ``limit`` elements, with ``tag`` if one says so."""
    where = f" (byte {at_byte:,}, <{tag[:20]}>)" if tag else ""
    return PageError(
        code="page_too_deep",
        problem=f"The page nests more than {limit} elements{where}.",
        fix="Send a page whose elements are closed properly.",
    )
