"""A tag that nh3 wrote, with the attributes that it keeps, as a frozen page has it."""

import re
from typing import NamedTuple

from annotator.material.corpus.markup.allowlist import VOID_ELEMENTS, safe_attribute
from annotator.material.corpus.markup.interface_chrome import is_interface
from annotator.material.corpus.markup.short_cache import cache_short

CONTROL_CHARACTERS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")

_ATTRIBUTE = re.compile(r' ([^\s"=<>]+)="([^"<>]*)"')


class StyledTag(NamedTuple):
    """One tag in three styles: as nh3 writes it, as Natural Questions does, where names are in
    upper case, and as it does within a formula, where they are not.

    ``step`` is how much deeper the tag leads.
    """

    kept: str
    written: str
    in_formula: str
    step: int
    is_interface: bool


@cache_short(16384)
def style_tag(tag: str) -> StyledTag:
    """What becomes of ``tag``, as nh3 wrote it: it may have any attribute of ``ATTRIBUTES`` with
    any value, and what ``safe_attribute`` allows of these is left.
    """
    if tag[1] == "/":
        return StyledTag(tag, tag.upper(), tag, -1, is_interface=False)
    name, space, rest = tag[1:-1].partition(" ")
    kept = _safe_attributes(name, space + rest) if rest else ""
    attributes = kept if kept.isprintable() else CONTROL_CHARACTERS.sub(" ", kept)
    if "'" in kept or "&nbsp;" in kept:
        attributes = attributes.replace("'", "&#39;").replace("&nbsp;", "\xa0")
    in_formula = f"<{name}{attributes}>"
    if name in VOID_ELEMENTS:
        step, written, interface = 0, f"<{name.upper()}{attributes} />", False
    else:
        step, written, interface = 1, f"<{name.upper()}{attributes}>", is_interface(name, kept)
    return StyledTag(f"<{name}{kept}>", written, in_formula, step, interface)


def _safe_attributes(element: str, attributes: str) -> str:
    """The serialised ``attributes`` of an element that are safe, with their safe values. Nothing
    that is not read as one is left.
    """
    kept: list[str] = []
    unsafe: list[int] = []
    for name, written in _ATTRIBUTE.findall(attributes):
        value = _unescape(written) if "&" in written else written
        safe = safe_attribute(element, name, value)
        if safe is None:
            unsafe.append(len(kept))
        elif safe != value:
            written = _escape(safe)  # noqa: PLW2901 - as it is written
        kept.append(f' {name}="{written}"')
    # As nh3 does it, so that the bytes of a page stay the same: the last one moves into the gap.
    for place in reversed(unsafe):
        last = kept.pop()
        if place < len(kept):
            kept[place] = last
    return "".join(kept)


def _unescape(written: str) -> str:
    """A value, of the five references that nh3 writes."""
    value = written.replace("&nbsp;", "\xa0").replace("&quot;", '"')
    return value.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _escape(value: str) -> str:
    """The inverse."""
    written = value.replace("&", "&amp;").replace("\xa0", "&nbsp;").replace('"', "&quot;")
    return written.replace("<", "&lt;").replace(">", "&gt;")
