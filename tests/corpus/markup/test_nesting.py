"""How deep a page nests, told quickly for most pages."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.corpus.markup.nesting import (
    NestingGuard,
    check_nesting,
    follow_tags,
    is_plainly_nested,
)
from annotator.corpus.markup.page_error import PageError
from annotator.corpus.markup.scanner import MARKUP_PATTERN, lower_name
from tests.corpus.markup.tag_soup import tag_soup

ELEMENTS = "a b i p div span table tbody tr td ul ol li dl dt dd h2 br img svg section font".split()
elements: st.SearchStrategy[str] = st.deferred(
    lambda: st.one_of(
        st.just("x"),
        st.tuples(st.sampled_from(ELEMENTS), st.lists(elements, max_size=3)).map(
            lambda drawn: f"<{drawn[0]}>{''.join(drawn[1])}</{drawn[0]}>"
        ),
    )
)
PLAIN = "<div><ul><li><p>a <a>b</a></p></li><li>c</li></ul><p>d<br></p></div>"
TABLE = "<table><tbody><tr><th>1</th><td><b>2</b><ul><li>3</li></ul></td></tr></tbody></table>"


def refusal(html: str, limit: int, check: Any) -> str:
    try:
        check(html.encode(), limit=limit)
    except PageError as error:
        return error.code
    return ""


@given(html=tag_soup | st.lists(elements, max_size=6).map("".join), limit=st.integers(1, 8))
def test_the_quick_look_decides_as_the_guard_does(html: str, limit: int) -> None:
    assert refusal(html, limit, check_nesting) == refusal(html, limit, follow_tags)


@given(html=tag_soup | st.lists(elements, max_size=6).map("".join))
def test_of_plainly_nested_tags_the_guard_keeps_nothing_open_for_later(html: str) -> None:
    if not is_plainly_nested(html.encode()):
        return
    guard = NestingGuard()
    for match in MARKUP_PATTERN.finditer(html.encode()):
        if match.lastgroup == "attributes":
            guard.open(lower_name(match["open"]), match[0], at_byte=match.start())
        elif match.lastgroup == "close":
            guard.close(lower_name(match["close"]))
        assert not any(guard._unclosed.values())


@pytest.mark.parametrize("html", [PLAIN, TABLE, ""])
def test_pages_as_mediawiki_writes_them_are_plainly_nested(html: str) -> None:
    assert is_plainly_nested(html.encode())


@pytest.mark.parametrize(
    "html",
    [
        "<p><div></div></p>",
        "<li>1</li>",
        "<a><i><a></a></i></a>",
        "<b><i></b></i>",
        "<svg><g/></svg>",
        "<table><td></td></table>",
        "</p>",
    ],
)
def test_what_a_browser_would_close_or_repeat_is_left_to_the_guard(html: str) -> None:
    assert not is_plainly_nested(html.encode())
