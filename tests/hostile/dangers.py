"""What in a document could do harm, judged by a parser of another make (libxml2)."""

import re

import lxml.html

FORBIDDEN_ELEMENTS = frozenset(
    """
    animate applet area audio base basefont bgsound button canvas controlledframe datalist dialog
    discard embed fencedframe fieldset foreignobject form frame frameset handler iframe ilayer image
    input isindex keygen label layer link listing map marquee meta meter mglyph malignmark noembed
    noframes noscript object option output param picture plaintext portal progress script select set
    slot source style svg template textarea title track use video webview xml xmp annotation-xml
    maction-xml
    """.split()
)
LOADING_ATTRIBUTES = frozenset(
    """
    action archive altimg attributionsrc background cite classid code codebase data definitionurl
    dynsrc formaction href imagesrcset longdesc lowsrc manifest ping poster profile src srcdoc
    srcset usemap
    """.split()
)
ACTING_ATTRIBUTES = frozenset(
    """
    accesskey allow autofocus autoplay command commandfor contenteditable datasrc download for
    form formtarget hidden http-equiv inert is itemid name nonce popover popovertarget
    shadowrootmode slot tabindex target
    """.split()
)
MISLEADING_STYLE = re.compile(
    r"url|\\|expression|fixed|sticky|binding|behavio|@|import|image|script|[<>]|var\(|paint|content"
)
RASTER_IMAGE = re.compile(r"data:image/(png|jpeg|jpg|gif|webp);base64,[A-Za-z0-9+/=]+")
SCHEME = re.compile(r"[a-z][a-z0-9+.\-]*(?=:)", re.IGNORECASE)
_UNSEEN = re.compile(r"[\0- \x7f-\x9f]")


def dangers_in(document: bytes, *, is_frozen: bool = False) -> list[str]:
    """What in ``document`` could do harm. A frozen page may have links; a rendering has none."""
    found = []
    parser = lxml.html.HTMLParser(encoding="utf-8", huge_tree=True)
    for element in lxml.html.document_fromstring(document, parser=parser).iter():
        if not isinstance(element.tag, str):
            found.append(str(element))
            continue
        if element.tag in FORBIDDEN_ELEMENTS or ":" in element.tag:
            found.append(element.tag)
        for name, value in element.attrib.items():
            if _is_dangerous(element.tag, name, value, is_frozen=is_frozen):
                found.append(f"{element.tag} {name}={value}")
    return found


def _is_dangerous(tag: str, name: str, value: str, *, is_frozen: bool) -> bool:
    if is_frozen and (tag, name) == ("a", "name"):
        return False
    if is_frozen and name in {"href", "cite"} and tag in {"a", "blockquote"}:
        scheme = SCHEME.match(_UNSEEN.sub("", value))
        return scheme is not None and scheme[0].lower() not in {"http", "https", "mailto"}
    if name.startswith("on") or name in ACTING_ATTRIBUTES or ":" in name:
        return not (name == "form" and tag == "mo")
    if name == "style":
        return MISLEADING_STYLE.search(value.lower()) is not None
    return name in LOADING_ATTRIBUTES and not RASTER_IMAGE.fullmatch(value)


def body_of(document: bytes) -> bytes:
    """A frozen page or a rendering without the head that we write ourselves."""
    head_ends = re.search(rb"(?i)</head>\s*<body>", document)
    return b"<body>" + document[head_ends.end() if head_ends else 0 :]
