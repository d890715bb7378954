"""How deep a page nests, told quickly for most pages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.corpus.markup import nesting
from annotator.corpus.markup.nesting import NestingGuard, check_nesting
from annotator.corpus.markup.page_error import PageError
from annotator.corpus.markup.scanner import split_markup, tag_names
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


pages = tag_soup | st.lists(elements, max_size=6).map("".join)


def tags_of(html: str) -> tuple[list[str], list[bytes]]:
    markup = split_markup(html.encode())
    names = tag_names(markup.names)
    return [names[name] for name in markup.names], markup.tags


def follow_one_by_one(html: str, limit: int) -> int:
    """What ``follow`` says, by the slow way alone."""
    guard = NestingGuard(limit=limit)
    names, tags = tags_of(html)
    for number, (name, tag) in enumerate(zip(names, tags, strict=True)):
        if name.startswith("/"):
            guard.close(name[1:])
        elif name and not guard.open(name, tag):
            return number
    return len(names)


@pytest.mark.parametrize("most_returns", [1, 1000])
@given(html=pages, limit=st.integers(1, 8))
def test_the_quick_way_decides_as_the_slow_one_does(
    most_returns: int, html: str, limit: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nesting, "_MOST_RETURNS", most_returns)
        found = NestingGuard(limit=limit).follow(*tags_of(html))
    assert found == follow_one_by_one(html, limit)


@pytest.mark.parametrize("html", [PLAIN, TABLE, ""])
def test_pages_as_mediawiki_writes_them_are_followed_the_quick_way(html: str) -> None:
    names, tags = tags_of(html)
    assert NestingGuard()._follow_plain(names, tags, 0) == len(names)


@pytest.mark.parametrize(
    ("html", "followed"),
    [
        ("<p><div></div></p>", 1),
        ("<li>1</li>", 0),
        ("<a><i><a></a></i></a>", 2),
        ("<b><i></b></i>", 2),
        ("<svg><g/></svg>", 0),
        ("<table><td></td></table>", 1),
        ("</p>", 0),
    ],
)
def test_what_a_browser_would_close_or_repeat_is_followed_the_slow_way(
    html: str, followed: int
) -> None:
    assert NestingGuard()._follow_plain(*tags_of(html), 0) == followed


def test_a_page_that_is_too_deep_is_refused_and_says_where() -> None:
    with pytest.raises(PageError) as caught:
        check_nesting(b"<p>x</p><div><section><I>", limit=2)
    assert caught.value.problem == "The page nests more than 2 elements (byte 22, <i>)."
