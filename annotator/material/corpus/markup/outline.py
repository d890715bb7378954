"""Where the elements of a serialised rendering begin and end, and what belongs to which table."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from annotator.material.corpus.markup.allowlist import VOID_ELEMENTS

PIECE = re.compile(
    r'<span data-t="(?P<token>\d+(?:-\d+)?)">(?P<word>[^<]*)</span>'
    r"|<(?P<closing>/?)(?P<name>[a-z0-9]+)(?P<attributes>[^>]*)>"
)
"""A token that is nothing but text, or any other tag, in a rendering's body."""

LISTS = frozenset({"dl", "menu", "ol", "ul"})
CELLS = frozenset({"td", "th"})
SECTIONS = frozenset({"tbody", "tfoot", "thead"})
_ATTRIBUTE = re.compile(r' ([^\s=>"]+)="([^"]*)"')


@dataclass(slots=True, eq=False)
class Box:
    """An element of the body, in the body's characters: from ``start`` to ``end`` (exclusive), its
    content from ``opened`` on.

    ``role`` is the element that it stands for, if it is written as another one. ``listing`` is the
    nearest list around it. ``parts`` are a list's items, in order.
    """

    name: str
    role: str
    start: int
    opened: int
    parent: "Box | None"
    listing: "Box | None"
    end: int = 0
    parts: list["Box"] = field(default_factory=list)

    @property
    def is_plain(self) -> bool:
        """Whether another element, with its style, stands for it."""
        return self.name != self.role


def outline_of(body: str) -> dict[int, Box]:
    """The element of each candidate, by index; the others are reached from these.

    ``body`` is a rendering's, well nested. Time is linear in its length.
    """
    found: dict[int, Box] = {}
    innermost: Box | None = None
    for piece in PIECE.finditer(body):
        name = piece["name"]
        if name is None:
            continue
        if piece["closing"]:
            if innermost is not None:
                innermost.end = piece.end()
                innermost = innermost.parent
            continue
        box = _box(piece, innermost)
        if " data-c=" in piece["attributes"] and (
            index := attributes_of(piece["attributes"]).get("data-c")
        ):
            found[int(index)] = box
        if name in VOID_ELEMENTS:
            box.end = box.opened
        else:
            innermost = box
    return {index: box for index, box in found.items() if box.end}


def _box(piece: re.Match[str], parent: Box | None) -> Box:
    name = role = piece["name"]
    if " data-as=" in piece["attributes"]:
        role = attributes_of(piece["attributes"]).get("data-as", name)
    listing = None
    if parent is not None:
        listing = parent if parent.role in LISTS else parent.listing
    box = Box(name, role, piece.start(), piece.end(), parent, listing)
    if role == "li" and listing is not None:
        listing.parts.append(box)
    return box


def attributes_of(tag: str) -> dict[str, str]:
    """The attributes of an opening tag, their values as they are written."""
    return dict(_ATTRIBUTE.findall(tag))


def tag_with(tag: str, changes: Mapping[str, str]) -> str:
    """The opening ``tag`` with attributes set."""
    kept = {**attributes_of(tag), **changes}
    written = "".join(f' {name}="{value}"' for name, value in kept.items())
    return f"<{tag[1:-1].partition(' ')[0]}{written}>"


def end_of_element(html: str, start: int) -> int:
    """Where the element ends that begins at ``start``, in characters of ``html``."""
    depth = 0
    for piece in PIECE.finditer(html, start):
        if piece["name"] is None or piece["name"] in VOID_ELEMENTS:
            continue
        depth += -1 if piece["closing"] else 1
        if not depth:
            return piece.end()
    return len(html)


def tokens_at(piece: re.Match[str]) -> str | None:
    """The ``data-t`` of a match of ``PIECE``, even if the SPAN contains more than text."""
    if piece["token"] is None and piece["name"] == "span" and " data-t=" in piece["attributes"]:
        return attributes_of(piece["attributes"]).get("data-t")
    token: str | None = piece["token"]
    return token
