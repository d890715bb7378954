"""Hostile pages through cleaning and rendering, judged by a parser of another make (libxml2)."""

import re

import lxml.html
import pytest
from hypothesis import given

from annotator.corpus.markup.candidates import find_candidates
from annotator.corpus.markup.cleaning import clean_page
from annotator.corpus.markup.rendering import render_page
from annotator.corpus.markup.tokens import tokenize_page
from tests.corpus.markup.attacks import ATTACKS
from tests.corpus.markup.tag_soup import tag_soup

FORBIDDEN_ELEMENTS = frozenset(
    """
    applet area audio base button canvas embed form frame frameset iframe image input isindex link
    map mglyph noembed noframes noscript object option picture plaintext script select source svg
    template textarea track video xmp annotation-xml maction-xml
    """.split()
)
LOADING_ATTRIBUTES = frozenset(
    "action background cite data formaction href ping poster src srcdoc srcset usemap".split()
)
RASTER_IMAGE = re.compile(r"data:image/(png|jpeg|jpg|gif|webp);base64,[A-Za-z0-9+/=]+")


def dangers_in(document: bytes, *, is_frozen: bool = False) -> list[str]:
    """What in ``document`` could run, fetch or navigate."""
    found = []
    for element in lxml.html.document_fromstring(document).iter():
        if not isinstance(element.tag, str):
            found.append(str(element))
            continue
        if element.tag in FORBIDDEN_ELEMENTS:
            found.append(element.tag)
        for name, value in element.attrib.items():
            if is_frozen and (element.tag, name) == ("a", "name"):
                continue
            if name.startswith("on") or name in {"name", "target"} or ":" in name:
                found.append(f"{element.tag} {name}")
            elif name == "style" and re.search(r"url|\\|expression|fixed", value):
                found.append(f"style {value}")
            elif name in LOADING_ATTRIBUTES and not RASTER_IMAGE.fullmatch(value):
                if is_frozen and (element.tag, name) == ("a", "href"):
                    found += [value] if re.match(r"[\s\0-\x1f]*(javasc|data|vbsc)", value) else []
                else:
                    found.append(f"{element.tag} {name}={value}")
    return found


def body_of(rendering: bytes) -> bytes:
    """The rendering without the head that we write ourselves."""
    return b"<body>" + rendering.partition(b"</head>\n<body>")[2]


def rendering_of(html: bytes) -> bytes:
    tokens = tokenize_page(html)
    return render_page(html, tokens, find_candidates(tokens), title="t")


def test_the_attack_strings_are_judged_dangerous_before_they_are_cleaned():
    harmless = [attack for attack in ATTACKS if not dangers_in(attack.encode() + b"x")]
    assert len(harmless) < len(ATTACKS) / 4


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_dangerous_is_left_of_an_attack_in_a_cleaned_page(attack):
    cleaned = clean_page(f"<p>before {attack}<p>after".encode())
    assert dangers_in(cleaned, is_frozen=True) == []


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_dangerous_is_left_of_an_attack_in_the_rendering_of_a_frozen_page(attack):
    frozen = f"<HTML><BODY><P>one two three four five {attack}</P><P>after</P></BODY>".encode()
    assert dangers_in(body_of(rendering_of(frozen))) == []


@given(tag_soup)
def test_nothing_dangerous_is_left_of_any_soup(soup):
    frozen = b"x" + soup.encode("utf-8", "ignore")
    assert dangers_in(clean_page(frozen), is_frozen=True) == []
    assert dangers_in(body_of(rendering_of(frozen))) == []
