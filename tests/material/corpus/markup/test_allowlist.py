import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from annotator.material.corpus.markup.allowlist import safe_attribute

PARTS = st.sampled_from(
    [
        "javascript:",
        "data:text/html,",
        "data:image/png;base64,AAAA",
        "https://x.org/",
        "\u2003",
        "\xa0",
        "\x1c",
        "\x01",
        " ",
        "\n",
        "color: red;",
        "top:0;",
        "1000",
        "9999",
        "a",
        "/*",
        "*/",
    ]
)


@given(
    element=st.sampled_from(["a", "img", "td", "math", "mtd", "col", "blockquote", "p"]),
    name=st.sampled_from(["href", "src", "cite", "style", "class", "colspan", "span", "title"]),
    value=st.lists(PARTS | st.text(max_size=3), max_size=6).map("".join),
)
@example("a", "href", "\u2003data:text/html,x")
def test_what_is_kept_of_an_attribute_is_kept_again_as_it_is(element, name, value):
    kept = safe_attribute(element, name, value)
    assert kept is None or safe_attribute(element, name, kept) == kept


@pytest.mark.parametrize(
    "link", ["\u2003javascript:x()", "\xa0data:text/html,x", "\x85vbscript:x", " \x01javascript:x"]
)
def test_no_blank_hides_the_scheme_of_a_link(link):
    assert safe_attribute("a", "href", link) is None
