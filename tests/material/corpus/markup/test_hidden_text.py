import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.material.corpus.markup.candidates import find_candidates
from annotator.material.corpus.markup.cleaning import clean_page
from annotator.material.corpus.markup.hidden_text import seen_style, without_hiding
from annotator.material.corpus.markup.readable_colours import readable_colours
from annotator.material.corpus.markup.rendering import render_page, stylesheet
from annotator.material.corpus.markup.styles import safe_style
from annotator.material.corpus.markup.tokens import tokenize_page


def rendered(html: str) -> str:
    page = clean_page(html.encode())
    tokens = tokenize_page(page)
    document = render_page(page, tokens, find_candidates(tokens), title="").decode()
    return re.sub(r' data-t="\d+"', "", document.partition("<body>")[2])


@pytest.mark.parametrize(
    "hiding",
    [
        "display: none",
        "display: none !important",
        "display: table-column",
        "visibility: hidden",
        "visibility: collapse",
        "opacity: 0",
        "opacity: 0.01",
        "opacity: 1%",
        "opacity: calc(0)",
        "color: transparent",
        "color: #fff0",
        "color: #00000008",
        "color: rgba(0, 0, 0, 0)",
        "color: rgb(0 0 0 / 0%)",
        "text-indent: -9999px",
        "text-indent: -999em",
        "left: -1e5px",
        "position: absolute",
        "margin-left: -500%",
        "margin: 0 0 0 -9999px",
        "top: calc(0px - 9999px)",
        "letter-spacing: -1em",
        "line-height: 0",
        "font: 12px/0 serif",
        "font: 0/1.5 serif",
        "font: bold 400 1px serif",
        "font-size: 0",
        "font-size: 0 !important",
        "font-size: 0.01em",
        "font-size: 2px",
        "font-size: 1%",
        "font-size: calc(1px - 1px)",
        "transform: scale(0)",
        "transform: translateX(-5000px)",
    ],
)
def test_a_declaration_that_hides_is_left_out(hiding: str) -> None:
    assert seen_style(safe_style(hiding)) == ""
    assert seen_style(safe_style(f"float: left; {hiding}; color: red")) == "float: left; color: red"


@pytest.mark.parametrize(
    "style",
    [
        "display: inline-block",
        "visibility: visible",
        "opacity: 0.9",
        "color: #fff",
        "color: rgb(0, 0, 0)",
        "color: rgba(0, 0, 0, 0.8)",
        "text-indent: -1em; padding-left: 1em",
        "margin: 0 auto",
        "margin-top: -4px",
        "left: 45%",
        "letter-spacing: 1px",
        "line-height: 1.2",
        "font: bold 12px/1.5 serif",
        "transform: rotate(-90deg)",
        "overflow: hidden; width: 20em",
        "height: 200px; overflow: auto",
        "width: 1%; height: 10px",
        "font: italic 700 85% serif",
        "font-size: 75%",
        "font-size: 0.5em",
        "font-size: xx-small",
    ],
)
def test_a_declaration_that_lays_out_is_kept(style: str) -> None:
    assert seen_style(safe_style(style)) == style


@pytest.mark.parametrize(
    "tiny", ["width: 0", "height: 1px", "max-height: 0.1em", "width: min(0px, 1em)"]
)
def test_a_box_gets_room_for_its_text(tiny: str) -> None:
    assert seen_style(f"{tiny}; overflow-x: hidden; overflow: clip; color: red") == "color: red"


@given(st.text(alphabet="0123456789.,%-+ pxem(/)#calrgb;:opacityleftfn"))
def test_any_style_is_read_and_nothing_is_added(style: str) -> None:
    safe = safe_style(style)
    seen = seen_style(safe)
    assert seen_style(seen) == seen
    assert {*filter(None, seen.split("; "))} <= {*safe.split("; ")}


def test_the_classes_that_hide_are_those_of_the_stylesheet() -> None:
    rules = re.findall(r"([^{}]+)\{\s*display: none;", stylesheet("page.css"))
    hidden = {each.strip().removeprefix(".") for rule in rules for each in rule.split(",")}
    hidden.remove("citation:target")
    for name in hidden:
        assert without_hiding("p", {"class": f"a {name}"}) == {"class": "a"}
        assert without_hiding("p", {"class": name}) == {}


SENTENCE = "The bridge was opened by the king."


@pytest.mark.parametrize(
    ("page", "body"),
    [
        ('<p style="opacity:0">%s</p>', '<p data-c="0">'),
        ('<div style="visibility:hidden"><p>%s</p></div>', '<div><p data-c="0">'),
        ('<p><span style="color:transparent">%s</span></p>', '<p data-c="0"><span>'),
        ('<p><span class="printonly">%s</span></p>', '<p data-c="0"><span>'),
        (
            '<p><i style="opacity:0"><b style="display:none">%s</b></i></p>',
            '<p data-c="0"><i><b>',
        ),
        ("<p><ruby><rp>%s</rp></ruby></p>", '<p data-c="0"><ruby><rp style="display: inline">'),
    ],
)
def test_what_hides_a_whole_candidate_is_left_out(page: str, body: str) -> None:
    assert rendered(page % SENTENCE).replace("\n", "").startswith(body)


@pytest.mark.parametrize(
    "page",
    [
        '<p>%s <span style="visibility: hidden; color: transparent">0</span></p>',
        '<p>%s</p><div style="opacity: 0">no.</div>',
        '<table><tbody><tr><td><span style="display: none">007</span> %s</td></tr></tbody></table>',
    ],
)
def test_hidden_text_beside_other_text_stays_hidden(page: str) -> None:
    style = re.search(r'style="([^"]*)"', page)
    assert style is not None
    assert f'style="{style[1]}"' in rendered(page % SENTENCE)


def test_a_candidate_in_a_candidate_is_seen_as_its_text_is() -> None:
    page = f'<ul><li><b style="opacity: 0">{SENTENCE}</b></li></ul>'
    assert 'style="' not in rendered(page)


@pytest.mark.parametrize(
    ("html", "seen"),
    [
        ('<p style="color: white">%s</p>', "color: white; background-color: #54595d"),
        (
            '<p style="background: #fff; color: #fefefe">%s</p>',
            "background: #fff; color: #202124",
        ),
        ('<p style="background-color: black">%s</p>', "background-color: black; color: #fff"),
        ('<p style="color: rgb(255, 255, 255); background: navy">%s</p>', ""),
        ('<p><font color="#ffffff">%s</font></p>', "background-color: #54595d"),
    ],
)
def test_a_candidate_whose_text_has_the_colour_of_what_is_behind_it_is_shown(
    html: str, seen: str
) -> None:
    styles = re.findall(r'style="([^"]*)"', rendered(html % SENTENCE))
    assert styles == ([seen] if seen else re.findall(r'style="([^"]*)"', html))


def test_text_that_would_vanish_on_a_dark_page_takes_the_colour_around_it() -> None:
    assert without_hiding("font", {"color": "black"}) == {}
    assert without_hiding("p", {"style": "color: #111; float: left"}) == {"style": "float: left"}


@given(st.text("#0123456789abcdefghilrstwx(),.%/ -!", max_size=40))
def test_no_colour_breaks_a_rendering(value: str) -> None:
    style = {"color": value, "background": value}
    assert readable_colours(readable_colours(style)) == readable_colours(style)
