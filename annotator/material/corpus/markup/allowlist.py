"""Which elements and attributes of a page are kept, and which values they may have.

Everything that is not named here goes. An element that is not named loses its tags and keeps its
content, except for the elements of ``DROPPED_WITH_CONTENT``.
"""

import html as html_entities
import re
from collections.abc import Set as AbstractSet

from annotator.material.corpus.markup.styles import safe_style

HTML_ELEMENTS: AbstractSet[str] = frozenset(
    """
    a abbr acronym address article aside b bdi bdo big blockquote br caption center cite code col
    colgroup data dd del details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5
    h6 header hgroup hr i img ins kbd li main mark menu nav ol p pre q rb rp rt rtc ruby s samp
    section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul
    var wbr
    """.split()
)

MATHML_ELEMENTS: AbstractSet[str] = frozenset(
    """
    math maction annotation menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded
    mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr
    munder munderover none semantics
    """.split()
)

# Their content is not the article's text: programs, data, fallbacks, controls, drawings.
DROPPED_WITH_CONTENT: AbstractSet[str] = frozenset(
    """
    applet audio button canvas datalist embed frameset head iframe meter noembed noframes noscript
    object option output progress script select style svg template textarea title video
    """.split()
)

VOID_ELEMENTS: AbstractSet[str] = frozenset({"br", "col", "hr", "img", "wbr"})

_GLOBAL_ATTRIBUTES = frozenset({"class", "dir", "id", "lang", "role", "style", "title"})
_CELL_ATTRIBUTES = frozenset(
    "abbr align axis bgcolor char colspan headers height nowrap rowspan scope valign width".split()
)
_ROW_ATTRIBUTES = frozenset({"align", "bgcolor", "valign"})
_MATHML_ATTRIBUTES = frozenset(
    """
    accent accentunder columnalign columnlines columnspacing columnspan depth dir display
    displaystyle encoding fence form frame height largeop linethickness lspace mathbackground
    mathcolor mathsize mathvariant maxsize minsize movablelimits notation rowalign rowlines
    rowspacing rowspan rspace scriptlevel separator separators close open stretchy symmetric
    voffset width alttext
    """.split()
)

ATTRIBUTES: dict[str, set[str]] = {
    "a": {"href", "name"},
    "blockquote": {"cite"},
    "br": {"clear"},
    "caption": {"align"},
    "col": {"align", "span", "valign", "width"},
    "colgroup": {"align", "span", "valign", "width"},
    "data": {"value"},
    "del": {"datetime"},
    "details": {"open"},
    "div": {"align"},
    "figure": {"typeof"},
    "font": {"color", "face", "size"},
    "h1": {"align"},
    "h2": {"align"},
    "h3": {"align"},
    "h4": {"align"},
    "h5": {"align"},
    "h6": {"align"},
    "hr": {"align", "size", "width"},
    "img": {"align", "alt", "border", "height", "src", "width"},
    "ins": {"datetime"},
    "li": {"type", "value"},
    "ol": {"reversed", "start", "type"},
    "p": {"align"},
    "pre": {"width"},
    "span": {"typeof"},
    "table": {"align", "bgcolor", "border", "cellpadding", "cellspacing", "summary", "width"},
    "tbody": set(_ROW_ATTRIBUTES),
    "td": set(_CELL_ATTRIBUTES),
    "tfoot": set(_ROW_ATTRIBUTES),
    "th": set(_CELL_ATTRIBUTES),
    "thead": set(_ROW_ATTRIBUTES),
    "time": {"datetime"},
    "tr": set(_ROW_ATTRIBUTES),
    "ul": {"type"},
    "*": set(_GLOBAL_ATTRIBUTES),
    **{element: set(_MATHML_ATTRIBUTES) for element in MATHML_ELEMENTS},
}

_RASTER_IMAGE = re.compile(r"data:image/(?:png|jpe?g|gif|webp);base64,[A-Za-z0-9+/]+={0,2}")
_BLANK = re.compile(r"[\t\n\f\r ]+")
_CONTROL = re.compile(r"[\x00-\x20\x7f-\x9f]")
_SCHEME = re.compile(r"([a-z][a-z0-9+.\-]*):", re.IGNORECASE)
_ATTRIBUTE = re.compile(rb"""([a-zA-Z:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_LANGUAGE = re.compile(r"[A-Za-z0-9-]{1,35}")
_WIDEST_SPAN = 1000  # browsers stop there too; more would only cost memory
# A scheme begins with a letter.
_SCHEMELESS = frozenset({"", "/", "#"})
_LINK_SCHEMES = frozenset({"http", "https", "mailto"})


def safe_attribute(element: str, name: str, value: str) -> str | None:
    """The value that attribute ``name`` of ``element`` may keep, or None when it has to go.

    Called for attributes of ``ATTRIBUTES`` only; holds for ``nh3``'s ``attribute_filter``. What it
    keeps it would keep again as it is.
    """
    if name == "style":
        return safe_style(value) or None
    if name == "class":
        return " ".join(value.split()) or None
    if name == "src":
        return safe_image_source(value)
    if name in {"href", "cite"}:
        return _safe_link(value)
    if name in {"colspan", "rowspan", "span"} and element not in MATHML_ELEMENTS:
        return _span(value)
    return value


def safe_image_source(value: str) -> str | None:
    """``value`` when it is a raster image inside the page itself, else None."""
    source = _BLANK.sub("", value)
    return source if _RASTER_IMAGE.fullmatch(source) else None


def _safe_link(value: str) -> str | None:
    link = value.strip()
    if link[:1] in _SCHEMELESS:
        return link or None
    # Browsers skip control characters inside a scheme, so the check must too.
    scheme = _SCHEME.match(_CONTROL.sub("", link))
    if scheme is not None and scheme[1].lower() not in _LINK_SCHEMES:
        return None
    return link or None


def _span(value: str) -> str | None:
    digits = value.strip()
    if not (digits.isascii() and digits.isdecimal()) or int(digits[:6]) > _WIDEST_SPAN:
        return None
    return digits


def root_attributes(tag: bytes) -> str:
    """Language and direction of the opening HTML ``tag``, serialised; empty when it has none."""
    kept = {}
    for name, *values in _ATTRIBUTE.findall(tag):
        value = html_entities.unescape(b"".join(values).decode("utf-8", "replace"))
        if name.lower() == b"lang" and _LANGUAGE.fullmatch(value):
            kept["lang"] = value
        elif name.lower() == b"dir" and value.lower() in {"ltr", "rtl"}:
            kept["dir"] = value.lower()
    return "".join(f' {name}="{value}"' for name, value in kept.items())
