"""Tags that nh3 wrote, and what is left of their attributes."""

import nh3
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from annotator.material.corpus.markup.allowlist import ATTRIBUTES, safe_attribute
from annotator.material.corpus.markup.cleaning import (
    _CLEANER,
    _DROPPED,
    _ELEMENTS,
    _SCHEMES,
    _TAG,
    _sanitise,
    _write,
)
from annotator.material.corpus.markup.tag_style import StyledTag, style_tag
from tests.material.corpus.markup.tag_soup import tag_soup

NAMES = sorted({name for names in ATTRIBUTES.values() for name in names} | {"onclick"})
VALUES = (
    *("", " ", "a", "a  b", "\ta\n", "x & y", "&lt;b>", '"', "'", "\xa0a", "\x01", "é漢\U0001f600"),
    *("javascript:x", "java\tscript:x", " https://x.org/?a&b", "/wiki/A'b", "#n", "1:2", "%0a"),
    *("data:image/png;base64,iVBO RK==", "data:image/svg+xml,x", "2", " 3 ", "1001", "x"),
    *("color: red", "color:red;background:url(x)", "position: fixed; width: 1px", ";"),
)
attributes = st.lists(
    st.tuples(st.sampled_from(NAMES), st.sampled_from(VALUES) | st.text(max_size=8)),
    max_size=6,
    unique_by=lambda drawn: drawn[0],
)
tags = st.tuples(st.sampled_from(["a", "img", "td", "span", "blockquote", "mi", "p"]), attributes)


def filtered_by_nh3(html: str) -> str:
    return nh3.clean(
        html,
        tags=_ELEMENTS,
        clean_content_tags=_DROPPED,
        attributes=ATTRIBUTES,
        attribute_filter=safe_attribute,
        link_rel=None,
        url_schemes=_SCHEMES,
    )


def opening(name: str, given_attributes: list[tuple[str, str]]) -> str:
    """The source of an opening tag."""
    written = [
        f' {key}="{value.replace("&", "&amp;").replace(chr(34), "&quot;")}"'
        for key, value in given_attributes
    ]
    return f"<{name}{''.join(written)}>"


@given(st.lists(tags, max_size=3))
def test_attributes_are_filtered_as_nh3_filters_them(
    drawn: list[tuple[str, list[tuple[str, str]]]],
):
    html = "x" + "".join(opening(name, given_attributes) for name, given_attributes in drawn) + "y"
    expected = filtered_by_nh3(html)
    found = [style_tag(tag).kept for tag in _tags(_sanitise(html, _CLEANER))]
    assert found == _tags(expected)


@given(tag_soup)
@example("<p title='a>b' class=' a  b ' style='x' href=y onclick=z lang=en>x")
def test_soup_is_filtered_as_nh3_filters_it(soup: str):
    found = [style_tag(tag).kept for tag in _tags(_sanitise(soup, _CLEANER))]
    assert found == _tags(filtered_by_nh3(soup))


@given(tag_soup)
def test_what_was_kept_is_kept_again_as_it_is(soup: str):
    for tag in _tags(_write(_sanitise(soup, _CLEANER)).kept):
        assert style_tag(tag).kept == tag


@pytest.mark.parametrize(
    ("tag", "styled"),
    [
        ("</td>", StyledTag("</td>", "</TD>", "</td>", -1, is_interface=False)),
        ("<br>", StyledTag("<br>", "<BR />", "<br>", 0, is_interface=False)),
        (
            '<p class=" a  b" title="it\'s&nbsp;1">',
            StyledTag(
                '<p class="a b" title="it\'s&nbsp;1">',
                '<P class="a b" title="it&#39;s\xa01">',
                '<p class="a b" title="it&#39;s\xa01">',
                1,
                is_interface=False,
            ),
        ),
        (
            '<a href="javascript:x" class="navbar" title="&amp;">',
            StyledTag(
                '<a title="&amp;" class="navbar">',
                '<A title="&amp;" class="navbar">',
                '<a title="&amp;" class="navbar">',
                1,
                is_interface=True,
            ),
        ),
    ],
)
def test_style_tag_writes_a_tag_in_each_style(tag: str, styled: StyledTag):
    assert style_tag(tag) == styled


def _tags(html: str) -> list[str]:
    return _TAG.findall(html)
