"""Whether parsers read what was written as exactly the elements that were written.

Parsing a page once more would tell, and takes a fifth of the time of cleaning it. Most pages need
no proof: their elements nest so that every step of the HTML standard's tree construction ("in
body", in the modes of tables and in formulas, for a fragment in a DIV) is the plain one. An opening
tag puts its element into the current one and does nothing else, a closing tag closes the current
one, and text stays where it stands. Whatever could make a parser do more is not plain, nor is what
is in doubt.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from annotator.corpus.markup.allowlist import HTML_ELEMENTS, MATHML_ELEMENTS, VOID_ELEMENTS

_WHITESPACE = "\t\n\f\r "
_SECTIONS = frozenset({"tbody", "tfoot", "thead"})
_TABLE_PARTS = _SECTIONS | {"table", "colgroup", "tr"}
# Elsewhere these are ignored, close other elements or get more around them.
_PARENTS: Mapping[str, AbstractSet[str]] = {
    **dict.fromkeys(("caption", "colgroup", *_SECTIONS), frozenset({"table"})),
    "col": frozenset({"colgroup"}),
    "tr": _SECTIONS,
    **dict.fromkeys(("td", "th"), frozenset({"tr"})),
    "li": frozenset({"ol", "ul"}),
    **dict.fromkeys(("dd", "dt"), frozenset({"dl"})),
}
# One of them ends others before it.
_RUBY = frozenset({"rb", "rp", "rt", "rtc"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
# In these MathML elements the rules are those of HTML again, or it is not worth asking.
_MATH_TEXT = frozenset({"annotation", "mi", "mn", "mo", "ms", "mtext"})
# All else that opens may end a paragraph, if only in some version of the standard.
_IN_PARAGRAPHS = MATHML_ELEMENTS | frozenset(
    """
    a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd mark q ruby s samp
    small span strike strong sub sup time tt u var wbr
    """.split()
)


class _Place(dict[str, "_Place | None"]):
    """By the name of an element that opens in ``parent``: the place inside of it. None is where a
    parser may do more than to open it.

    Places are made when they are first asked for, and are few: what matters of all that is around
    them is whether that is a paragraph, or a link.
    """

    def __init__(self, parent: str, *, in_paragraph: bool = False, in_link: bool = False) -> None:
        super().__init__()
        self.parent = parent
        self.is_table_part = parent in _TABLE_PARTS
        self._in_paragraph = in_paragraph or parent == "p"
        self._in_link = in_link or parent == "a"

    def __missing__(self, name: str) -> "_Place | None":
        is_ended = self._in_paragraph and name not in _IN_PARAGRAPHS
        if is_ended or (self._in_link and name == "a") or not _nests_plainly(name, self.parent):
            self[name] = None
        else:
            self[name] = _Place(name, in_paragraph=self._in_paragraph, in_link=self._in_link)
        return self[name]


def _nests_plainly(name: str, parent: str) -> bool:
    """Whether the element ``name`` opens in ``parent`` at once (the root's name is empty)."""
    if parent in MATHML_ELEMENTS or (name in MATHML_ELEMENTS and name != "math"):
        return {name, parent} <= MATHML_ELEMENTS and name != "math" and parent not in _MATH_TEXT
    if name in _PARENTS:
        return parent in _PARENTS[name]
    if name in _RUBY or name not in HTML_ELEMENTS | {"math"}:
        return False
    return parent not in _TABLE_PARTS and not {name, parent} <= _HEADINGS


_ROOT = _Place("")


def is_fixed_point(names: Sequence[str], texts: Sequence[str]) -> bool:
    """Whether parsing changes nothing. False says nothing.

    ``names`` are those of the tags (``td``, ``/td``; empty for one that was taken out), ``texts``
    is what stands before, between and after them. It is for the caller to know that attributes and
    characters stay the same.
    """
    places = [_ROOT]
    for name, text in zip(names, texts[1:], strict=True):
        if name[:1] == "/":
            if places.pop().parent != name[1:]:
                return False
        elif name:
            place = places[-1][name]
            # The first line break of a PRE is left out.
            if place is None or (name == "pre" and text[:1] == "\n"):
                return False
            if name not in VOID_ELEMENTS:
                places.append(place)
        elif places[-1].parent == "pre":
            return False
        # Text is moved out of parts of tables.
        if text and places[-1].is_table_part and text.strip(_WHITESPACE):
            return False
    return len(places) == 1
