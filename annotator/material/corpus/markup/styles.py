"""Inline styles: which declarations of a page's ``style`` attributes are kept."""

import re

from annotator.material.corpus.markup.short_cache import cache_short

_SIDES = ("top", "right", "bottom", "left")

_PROPERTIES = frozenset(
    """
    aspect-ratio background background-color
    border border-collapse border-color border-radius border-spacing
    border-style border-width bottom box-sizing caption-side clear color column-count column-gap
    column-rule column-width columns direction display empty-cells flex flex-basis flex-direction
    flex-flow flex-grow flex-shrink flex-wrap align-items align-self align-content justify-content
    float font font-family font-size font-style font-variant font-weight gap height hyphens left
    letter-spacing line-height list-style list-style-position list-style-type margin max-height
    max-width min-height min-width opacity overflow overflow-x overflow-y overflow-wrap padding
    page-break-inside position right table-layout text-align text-align-last text-decoration
    text-indent text-orientation text-shadow text-transform top transform transform-origin
    unicode-bidi vertical-align visibility white-space width word-break word-spacing word-wrap
    writing-mode -moz-column-count -moz-column-width -webkit-column-count -webkit-column-width
    """.split()
) | {
    f"{prefix}-{side}{suffix}"
    for side in _SIDES
    for prefix, suffix in (
        ("margin", ""),
        ("padding", ""),
        ("border", ""),
        ("border", "-color"),
        ("border", "-style"),
        ("border", "-width"),
    )
}

_FUNCTIONS = frozenset(
    "rgb rgba hsl hsla calc min max clamp rotate translate translatex translatey scale".split()
)
_FUNCTION = re.compile(r"([\w-]*)\s*\(")
# Neither escapes nor comments, strings with brackets, or at-rules: so no url() can be hidden.
_PLAIN_VALUE = re.compile(r"[\w\s#%.,+*/()!'\"-]+", re.ASCII)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_POSITIONS = frozenset({"absolute", "relative", "static"})
_LONGEST = 8192


@cache_short(8192)
def safe_style(value: str) -> str:
    """The declarations of ``value`` that only lay out and colour, as ``name: value; …``.

    The result fetches nothing, and nothing leaves the page's box by ``position: fixed``. Returns
    the empty string when nothing is left. ``safe_style(safe_style(x)) == safe_style(x)``.
    """
    kept = []
    room = _LONGEST
    for declaration in _COMMENT.sub(" ", value[:_LONGEST]).split(";"):
        name, colon, raw = declaration.partition(":")
        name = name.strip().lower()
        text = " ".join(raw.split())
        if colon and name in _PROPERTIES and _is_plain(name, text):
            room -= len(f"{name}: {text}; ")
            if room < 0:
                break
            kept.append(f"{name}: {text}")
    return "; ".join(kept)


def _is_plain(name: str, value: str) -> bool:
    if not _PLAIN_VALUE.fullmatch(value) or "/*" in value:
        return False
    if value.count("(") != value.count(")") or value.count('"') % 2 or value.count("'") % 2:
        return False
    if any(function.lower() not in _FUNCTIONS | {""} for function in _FUNCTION.findall(value)):
        return False
    return name != "position" or value.lower().split(" ")[0] in _POSITIONS
