"""What a page hides in real Chromium: each candidate can be seen, however the page hides it."""

import pytest
from playwright.sync_api import Browser

from annotator.material.corpus.markup.candidates import find_candidates
from annotator.material.corpus.markup.cleaning import clean_page
from annotator.material.corpus.markup.rendering import FRAME_POLICY, render_page
from annotator.material.corpus.markup.tokens import tokenize_page
from tests.e2e.framed_page import framed

pytestmark = pytest.mark.browser

HIDING = (
    "font-size: 0",
    "font-size: 0.01em",
    "font: 0/0 serif",
    "font: 1px/1 serif",
    "font-size: min(1px, 1em)",
    "opacity: 0",
    "visibility: hidden",
    "display: none",
    "display: none !important",
    "display: table-column",
    "color: transparent",
    "color: rgba(0,0,0,0)",
    "color: #0000",
    "text-indent: -9999px",
    "text-indent: -200em",
    "position: absolute; left: -9999px",
    "position: relative; top: -99999px",
    "margin-left: -9999px",
    "width: 0; height: 0; overflow: hidden",
    "height: 1px; overflow-y: hidden",
    "max-height: calc(0px); overflow: hidden",
    "clip: rect(0,0,0,0); position: absolute",
    "clip-path: inset(100%)",
    "transform: scale(0)",
    "transform: translate(-9999px)",
    "line-height: 0",
    "letter-spacing: -2em",
)

# Text is seen where it and the blanks in it are of some size and what lies on its middle is the
# text itself.
SEEN = """frame => [...frame.querySelectorAll('[data-c]')].map(box => {
  const isSeen = [...box.querySelectorAll('[data-t]')].some(word => {
    word.scrollIntoView({block: 'center'});
    const { left, top, width, height } = word.getBoundingClientRect();
    const there = frame.elementFromPoint(left + width / 2, top + height / 2);
    const { fontSize, wordSpacing } = frame.defaultView.getComputedStyle(word.parentElement);
    const blank = parseFloat(fontSize) / 4 + parseFloat(wordSpacing);
    const alpha = frame.defaultView.getComputedStyle(word).color.match(/rgba\\(.*, ([\\d.]+)\\)/);
    return (
      height > 8 && width > 1 && blank > 2 && left >= 0 && word.contains(there) &&
      word.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      (alpha === null || Number(alpha[1]) > 0.2)
    );
  });
  return [Number(box.dataset.c), isSeen];
})"""


def paragraphs() -> str:
    """Each way of hiding on a candidate itself, around it, around two levels, and inside of it."""
    places = (
        '<p style="{0}">{1}</p>',
        '<div style="{0}"><p>{1}</p></div>',
        '<div style="{0}"><div style="{0}"><ul><li>{1}</li></ul></div></div>',
        '<p><span style="{0}">{1}</span></p>',
        '<table><tbody><tr><td style="{0}"><b style="{0}">{1}</b></td></tr></tbody></table>',
    )
    text = "The bridge at {0} was opened by the king."
    return "".join(
        place.format(style, text.format(f"{number}{letter}"))
        for number, style in enumerate(HIDING)
        for letter, place in zip("abcde", places, strict=True)
    )


def test_each_candidate_of_a_page_that_hides_its_text_can_be_seen(chromium: Browser) -> None:
    extra = (
        "<p hidden>This was hidden by an attribute.</p>"
        "<details><summary>More</summary><p>This was folded away.</p></details>"
        '<p class="printonly">This was printed only, nowhere else.</p>'
        "<p><ruby><rp>This stands for old browsers alone.</rp></ruby></p>"
        + '<div style="font-size: 0.3em">' * 9
        + "<p>This was made smaller step by step.</p>"
        + "</div>" * 9
    )
    page = clean_page((paragraphs() + extra).encode())
    tokens = tokenize_page(page)
    candidates = find_candidates(tokens)
    rendering = render_page(page, tokens, candidates, title="Hidden")
    with (
        chromium.new_context(viewport={"width": 1000, "height": 800}) as context,
        framed(context, rendering, policy=FRAME_POLICY) as shown,
    ):
        seen = shown.evaluate(SEEN)
    assert len(candidates) > len(HIDING) * 5
    assert seen == [[number, True] for number in range(len(candidates))]
