"""Pages of which it is known, without a parser, that parsing changes nothing."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.corpus.markup import cleaning
from annotator.corpus.markup.allowlist import HTML_ELEMENTS, MATHML_ELEMENTS, VOID_ELEMENTS
from annotator.corpus.markup.cleaning import (
    _WHITESPACE,
    _sanitise,
    _write,
    _Written,
    clean_page,
)
from tests.corpus.markup.tag_soup import tag_soup
from tests.shared_data import shared_path
from tests.size import sized

NAMES = sorted(HTML_ELEMENTS | MATHML_ELEMENTS)
CHILDREN = {
    "table": ["caption", "colgroup", "tbody", "thead"],
    "colgroup": ["col"],
    "tbody": ["tr"],
    "thead": ["tr"],
    "tr": ["td", "th"],
    "ul": ["li"],
    "ol": ["li"],
    "menu": ["li"],
    "dl": ["dt", "dd"],
    "math": sorted(MATHML_ELEMENTS),
    "mrow": sorted(MATHML_ELEMENTS),
}
TABLE = "<table><tbody><tr><td>"
TEXTS = ("x", " ", "\n", "\n\n", "&nbsp;", "\u2003", "a &amp; b", "'\"", "\f", "&#13;", "\x01", "")
ATTRIBUTES = (
    *(
        "",
        "",
        "",
        " class=' a  b '",
        " href=' /x '",
        " href='\u3000https://[x'",
        " cite='\xa0ftp:x'",
    ),
    *(" title='a&#13;b'", " class=mw-editsection", " style='color:red;'", " title='it&#39;s \"'"),
)


@st.composite
def trees(draw: st.DrawFn, parent: str = "", depth: int = 0) -> str:
    written: list[str] = []
    for _ in range(draw(st.integers(0, 3))):
        if depth > 6 or draw(st.integers(0, 2)) == 0:
            written.append(draw(st.sampled_from(TEXTS)))
            continue
        of_parent = parent in CHILDREN and draw(st.integers(0, 9))
        name = draw(st.sampled_from(CHILDREN[parent] if of_parent else NAMES))
        written.append(f"<{name}{draw(st.sampled_from(ATTRIBUTES))}>")
        if name not in VOID_ELEMENTS:
            written.append(f"{draw(trees(name, depth + 1))}</{name}>")
    return "".join(written)


def check(sanitised: str) -> bool:
    """Whether it is said that parsing changes nothing; then it must be so."""
    written = _write(sanitised)
    if written.is_fixed_point:
        again = _sanitise(written.cleaned)
        assert again.strip(_WHITESPACE) == written.kept
        assert _write(again).cleaned == written.cleaned
    return written.is_fixed_point


@given(trees() | tag_soup)
def test_what_is_called_a_fixed_point_is_one(html: str) -> None:
    check(_sanitise(html))


def test_any_element_in_any_other_is_called_a_fixed_point_only_where_it_is_one() -> None:
    called = 0
    for outer, inner in itertools.product(NAMES[:: sized(4, 1)], NAMES):
        if outer in VOID_ELEMENTS:
            continue
        end = "" if inner in VOID_ELEMENTS else f"x</{inner}>"
        for html in (f"<{outer}>1<{inner}>{end}2</{outer}>", f"<{outer}><{inner}>{end}</{outer}>"):
            # Also as if nh3 had written it, which parsers may read as something else.
            called += check(_sanitise(html)) + check(html)
    assert called


@pytest.mark.parametrize("name", ["nq_Earth", "nq_Continent", "goquery_gowiki"])
def test_a_real_page_is_parsed_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[str] = []
    monkeypatch.setattr(cleaning, "_sanitise", lambda body: parsed.append(body) or _sanitise(body))
    cleaned = clean_page(shared_path(f"pages/{name}.html").read_bytes())
    assert len(parsed) == 1
    monkeypatch.setattr(_Written, "is_fixed_point", False)
    assert clean_page(shared_path(f"pages/{name}.html").read_bytes()) == cleaned
    assert len(parsed) == 3


@pytest.mark.parametrize(
    "sanitised",
    [
        "<p>1<p>2</p></p>",
        "<p><ul><li>1</li></ul></p>",
        "<a>1<b><a>2</a></b></a>",
        "<h2><h3>1</h3></h2>",
        "<div><li>1</li></div>",
        "<table><tr><td>1</td></tr></table>",
        "<table><tbody>1</tbody></table>",
        "<table><tbody>\u2003</tbody></table>",
        "<table><tbody><div>1</div></tbody></table>",
        "<table><caption>1</caption><col></table>",
        "<ruby>1<rt>2</rt></ruby>",
        "<pre>\n1</pre>",
        '<pre><span class="mw-editsection">1</span>\n2</pre>',
        "<math><mi><b>1</b></mi></math>",
        "<math><p>1</p></math>",
        "<mi>1</mi>",
        "<i>1</b>",
        "<i>1",
        "<video>1</video>",
        "1\r2",
        "1\x0b2",
    ],
)
def test_what_a_parser_may_read_otherwise_is_parsed_once_more(sanitised: str) -> None:
    assert not _write(sanitised).is_fixed_point


@pytest.mark.parametrize(
    "sanitised",
    [
        "",
        "1",
        "<p>1<b>2<br>3</b></p>\n<hr>",
        "<ul><li><p>1</p><ul><li>2</li></ul></li></ul><dl><dt>1</dt><dd><h3>2</h3></dd></dl>",
        "<table>\n<caption>1</caption><colgroup><col></colgroup><tbody><tr></tr></tbody></table>",
        f"{TABLE}<a>2</a>{TABLE}3</td></tr></tbody></table></td>\n</tr></tbody></table>",
        "<p><math><mrow><mi>x</mi><mo>=</mo></mrow></math></p><pre>1\n2</pre>",
        '<p>1<span class="mw-editsection"><a href="/x">2</a></span></p>',
    ],
)
def test_plainly_nested_elements_are_not_parsed_again(sanitised: str) -> None:
    assert _write(sanitised).is_fixed_point
