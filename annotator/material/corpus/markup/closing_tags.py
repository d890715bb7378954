"""Which closing tag of a page's source is which of the frozen page.

A closing tag can't be marked. It lies between two marks whose places in the source are known.
There, closing tags that close nothing that was opened between the same marks are matched by their
names, in order. A closing tag that the source leaves out has none.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from annotator.material.corpus.markup.allowlist import VOID_ELEMENTS
from annotator.material.corpus.markup.scanner import SplitMarkup, split_markup, tag_names

_VOID = VOID_ELEMENTS | frozenset("area base embed input link meta param source track".split())
_DEEPEST = 512
# Tags of the source are looked at again where texts were moved, so often in all.
_MOST_LOOKS = 8

Tag = tuple[int, str]
"""Which tag it is, and its name, as ``td`` or ``/td``."""


def match_closing_tags(
    html: bytes,
    *,
    at: int,
    source: SplitMarkup,
    texts: Mapping[int, int],
    tags: Mapping[int, int],
) -> dict[int, int]:
    """Numbers of closing tags in ``source`` by the byte at which they begin in the page.

    ``html`` is the page's body, which begins at byte ``at``. ``texts`` and ``tags`` have the
    numbers of the marked texts and tags of ``source``, by the bytes at which they begin in the
    page.
    """
    known = tag_names(source.names)
    names = [known[name] if name else "" for name in source.names]
    left = _MOST_LOOKS * len(names)
    found: dict[int, int] = {}
    for first, last, gap in _gaps(html, at, texts, tags, end=2 * len(names) + 1):
        if first < last and any(name[0] == "/" for _, name in gap) and left > 0:
            between = range((first + 1) // 2, last // 2)
            left -= len(between)
            theirs = list(_unopened((number, names[number]) for number in between))
            found.update(_in_order(_unopened(gap), theirs))
    return found


def _gaps(
    html: bytes, at: int, texts: Mapping[int, int], tags: Mapping[int, int], *, end: int
) -> Iterator[tuple[int, int, list[Tag]]]:
    """The tags of the page between every two marks, and where these are in the source: text ``n``
    is 2n, the tag after it 2n + 1.
    """
    markup = split_markup(html)
    known = tag_names(markup.names)
    tag, mark = 0, 1
    events: list[tuple[int, int, int, str]] = [
        (byte, mark, 2 * number, "") for byte, number in texts.items()
    ]
    starts = markup.starts()
    for number, raw in enumerate(markup.names):
        begins = at + starts[number] + len(markup.texts[number])
        if begins in tags:
            events.append((begins, mark, 2 * tags[begins] + 1, ""))
        elif raw:
            events.append((begins, tag, begins, known[raw]))
    first, gap = -1, list[Tag]()
    for _, kind, value, which in chain(sorted(events), [(0, mark, end, "")]):
        if kind == tag:
            gap.append((value, which))
        else:
            yield first, value, gap
            first, gap = value, []


def _unopened(tags: Iterable[Tag]) -> Iterator[Tag]:
    """The closing tags that close nothing that is opened among ``tags``."""
    opened: list[str] = []
    for number, name in tags:
        if not name or name in _VOID:
            continue
        if name[0] != "/":
            opened.append(name)
            del opened[:-_DEEPEST]
        elif name[1:] in opened:
            while opened.pop() != name[1:]:
                pass
        else:
            yield number, name


def _in_order(ours: Iterable[Tag], theirs: list[Tag]) -> Iterator[tuple[int, int]]:
    """Pairs of the same name that follow each other in both."""
    following = 0
    for number, name in ours:
        place = next(
            (place for place in range(following, len(theirs)) if theirs[place][1] == name), None
        )
        if place is not None:
            yield number, theirs[place][0]
            following = place + 1
