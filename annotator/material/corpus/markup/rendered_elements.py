"""Opening tags of a rendering, each made from the name and the attributes of a frozen page's tag.

Text and values are escaped the way nh3 writes them, so that its pass changes nothing.
"""

import html as html_entities
import re
from dataclasses import dataclass

from annotator.material.corpus.markup.allowlist import ATTRIBUTES, safe_attribute
from annotator.material.corpus.markup.hidden_text import without_hiding
from annotator.material.corpus.markup.interface_chrome import is_interface
from annotator.material.corpus.markup.short_cache import cache_short

_ATTRIBUTE = re.compile(
    rb"""([^\s"'<>/=][^\s"'<>/=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)))?"""
)
_SPECIAL = re.compile(r'[&<>"\xa0]')
_ESCAPED = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\xa0": "&nbsp;"}
_PIXELS = re.compile(r"\s*(\d{1,4})(?:\.\d+)?(?:px)?\s*", re.ASCII)
_FORMULA_CLASS = re.compile(r"\bmwe-math-mathml|\bmwe-math-element")
_INLINE = frozenset(
    """
    a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark q rb rp rt rtc ruby s
    samp small span strike strong sub sup time tt u var
    """.split()
)
# Below this size a picture is an icon or a flag, and its description doesn't fit in.
_ICON_PIXELS = 60


@dataclass(frozen=True, slots=True)
class RenderedElement:
    """``tag`` is the opening tag. ``concealing`` is added to its attributes if the element is not
    shown. ``revealed`` is the tag if it must be shown anyway, and differs if something in ``tag``
    may hide its text.
    """

    tag: str
    revealed: str
    concealing: str


@cache_short(16384)
def rendered_element(name: str, source: bytes) -> RenderedElement:
    """The element ``name`` with the attributes of ``source`` that are safe to show."""
    kept = _safe_attributes(name, source)
    if name == "details":
        kept["open"] = ""
    tag = _tag(name, kept)
    is_formula = _FORMULA_CLASS.search(kept.get("class", ""))
    revealed = tag if is_formula else _tag(name, without_hiding(name, kept))
    interface = is_interface(name, tag[len(name) + 1 : -1])
    return RenderedElement(
        tag=tag,
        revealed=revealed,
        concealing=' data-chrome=""' if interface else "",
    )


def missing_image(source: bytes) -> str | None:
    """A quiet box with the picture's description, of its size unless it is an icon. Empty for a
    picture without a description, None for one that can be shown.
    """
    given = attributes_of(source)
    if safe_attribute("img", "src", given.get("src", "")) is not None:
        return None
    description = " ".join(given.get("alt", "").split())
    if not description:
        return ""
    kept = {"class": "missing-image", "role": "img", "aria-label": description}
    width, height = _pixels(given.get("width", "")), _pixels(given.get("height", ""))
    if min(width, height) >= _ICON_PIXELS:
        kept["style"] = f"width: {width}px; aspect-ratio: {width}/{height}"
    return f"{_tag('span', kept)}</span>"


def plain_box(name: str, tag: str) -> tuple[str, str]:
    """Name and tag, without its end, of the DIV or SPAN that stands for an element."""
    box = "span" if name in _INLINE else "div"
    return box, f'<{box} data-as="{name}"{tag[len(name) + 1 :]}'


def escape_text(source: bytes) -> str:
    """Text of the page, its entities resolved, as nh3 writes text."""
    text = source.decode("utf-8", "replace")
    if "&" in text:
        text = html_entities.unescape(text)
    if "\r" in text or "\x00" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    if not _SPECIAL.search(text):
        return text
    text = text.replace("&", "&amp;").replace("<", "&lt;")
    return text.replace(">", "&gt;").replace("\xa0", "&nbsp;")


def _safe_attributes(name: str, source: bytes) -> dict[str, str]:
    allowed = ATTRIBUTES.get(name, set()) | ATTRIBUTES["*"]
    kept = {}
    for attribute, value in attributes_of(source).items():
        if attribute == "href" and name == "a":
            # Nothing navigates; the application may scroll to where a link inside the page leads.
            if value.startswith("#") and len(value) > 1:
                kept["data-target"] = value[1:]
        elif attribute in allowed and attribute not in {"cite", "href", "name"}:
            safe = safe_attribute(name, attribute, value)
            if safe is not None:
                kept[attribute] = safe
    return kept


def attributes_of(source: bytes) -> dict[str, str]:
    """The attributes of a tag, by name in lower case; ``source`` is what follows the tag's name.

    Where a name is given twice, the first value counts.
    """
    given: dict[str, str] = {}
    for name, *values in _ATTRIBUTE.findall(source):
        value = html_entities.unescape(b"".join(values).decode("utf-8", "replace"))
        value = value.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "\ufffd")
        given.setdefault(name.decode("utf-8", "replace").lower(), value)
    return given


def _tag(name: str, attributes: dict[str, str]) -> str:
    written = "".join(
        f' {attribute}="{_SPECIAL.sub(_escape, value)}"' for attribute, value in attributes.items()
    )
    return f"<{name}{written}>"


def _escape(match: re.Match[str]) -> str:
    return _ESCAPED[match[0]]


def _pixels(value: str) -> int:
    match = _PIXELS.fullmatch(value)
    return int(match[1]) if match else 0
