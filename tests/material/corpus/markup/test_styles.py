import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.material.corpus.markup.styles import safe_style

_PARTS = st.sampled_from(
    ["color", "red", ":", ";", "url(", ")", "(", " ", "/*", "*/", "\\", "'", '"', "width", "1px"]
)


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("color:red", "color: red"),
        ("COLOR : #fff ; float:right;", "color: #fff; float: right"),
        ("width: calc(100% - 2em)", "width: calc(100% - 2em)"),
        ("background: url(//x.org/a.png)", ""),
        ("background: u\\72l(//x.org)", ""),
        ("background: ur/**/l(//x.org)", ""),
        ("background: image-set('//x.org' 1x)", ""),
        ("width: expression(alert(1))", ""),
        ("behavior: url(x)", ""),
        ("-moz-binding: url(x)", ""),
        ("content: 'x'", ""),
        ("cursor: url(x)", ""),
        ("position: fixed; top: 0", "top: 0"),
        ("position: absolute", "position: absolute"),
        ("color: red} * {color: blue", ""),
        ("color: red; @import 'x'", "color: red"),
        ("font-family: 'a", ""),
        ("color", ""),
    ],
)
def test_safe_style_keeps_what_only_lays_out(style, expected):
    assert safe_style(style) == expected


@given(st.lists(_PARTS, max_size=20).map("".join))
def test_a_safe_style_is_not_changed_again_and_fetches_nothing(style):
    safe = safe_style(style)
    assert (safe_style(safe), "url" in safe, "\\" in safe) == (safe, False, False)


def test_a_safe_style_of_a_long_one_is_not_cut_again():
    safe = safe_style("top:0;" * 2000)
    assert (safe_style(safe), safe[-8:]) == (safe, "; top: 0")
