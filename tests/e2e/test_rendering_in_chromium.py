"""Renderings in real Chromium: numbers, boxes and looks. Pages come from ../shared."""

import gzip
import json
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Browser, BrowserContext

from annotator.material.corpus.markup.candidates import find_candidates
from annotator.material.corpus.markup.cleaning import clean_page
from annotator.material.corpus.markup.rendering import FRAME_POLICY, render_page
from annotator.material.corpus.markup.spans import LongAnswerCandidate, Token
from annotator.material.corpus.markup.tokens import tokenize_page
from tests.e2e.framed_page import framed
from tests.e2e.shown_words import shown_words, words_of
from tests.shared_data import shared_path
from tests.size import sized

pytestmark = [pytest.mark.browser, pytest.mark.above_database]

REAL_EXAMPLES = range(sized(1, 5))
FROZEN_PAGES = sized(("nq_Carbon-cycle",), ("nq_Earth", "nq_Carbon-cycle", "nq_Plate-tectonics"))
RAW_PAGES = sized(
    ("goquery_gowiki",),
    (
        "docling_wiki_duck",
        "goquery_gowiki",
        "readability_wikipedia-2",
        "trafilatura_en_tsne",
    ),
)

READ_NUMBERS = """frame => ({
  pieces: [...frame.querySelectorAll('[data-t]')].map(e => [e.dataset.t, e.textContent]),
  boxes: [...frame.querySelectorAll('[data-c]')].map(e => [
    e.dataset.c, [...e.querySelectorAll('[data-t]')].map(t => t.dataset.t),
    e.getClientRects().length > 0 && e.getBoundingClientRect().height > 0,
  ]),
})"""


@pytest.fixture
def context(chromium: Browser) -> Iterator[BrowserContext]:
    with chromium.new_context(viewport={"width": 1000, "height": 800}) as opened:
        yield opened


def real_example(number: int) -> tuple[bytes, list[Token], list[LongAnswerCandidate]]:
    """HTML, tokens and candidates as an official file brings them."""
    with gzip.open(shared_path("nq/nq_dev_sample.jsonl.gz"), "rt", encoding="utf-8") as lines:
        example = json.loads(list(lines)[number])
    tokens = [
        Token(t["token"], t["start_byte"], t["end_byte"], t["html_token"])
        for t in example["document_tokens"]
    ]
    candidates = [
        LongAnswerCandidate(
            c["start_byte"], c["end_byte"], c["start_token"], c["end_token"], c["top_level"]
        )
        for c in example["long_answer_candidates"]
    ]
    return example["document_html"].encode(), tokens, candidates


def numbers_inside(candidate: LongAnswerCandidate, numbers: Sequence[str]) -> list[str]:
    """Those of the ``data-t`` values ``numbers`` that belong to ``candidate``."""
    return [
        number
        for number in numbers
        if candidate.start_token <= int(number.partition("-")[0]) < candidate.end_token
    ]


def assert_numbers_hold(
    context: BrowserContext,
    page: bytes,
    tokens: Sequence[Token],
    candidates: Sequence[LongAnswerCandidate],
) -> None:
    rendering = render_page(page, tokens, candidates, title="Page")
    with framed(context, rendering, policy=FRAME_POLICY) as shown:
        numbers = shown.evaluate(READ_NUMBERS)
        assert shown.requests == []
    expected = words_of(page, tokens)

    words, in_formulas = shown_words(numbers["pieces"])
    outside = {index: text for index, text in expected.items() if index not in in_formulas}
    assert {i: text for i, text in words.items() if i not in in_formulas} == outside

    all_numbers = [number for number, _ in numbers["pieces"]]
    assert numbers["boxes"] == [
        [str(index), numbers_inside(candidate, all_numbers), True]
        for index, candidate in sorted(enumerate(candidates), key=lambda box: box[1].start_byte)
    ]


@pytest.mark.parametrize("number", REAL_EXAMPLES)
def test_a_real_example_shows_each_token_once_and_each_candidate_with_its_tokens(context, number):
    assert_numbers_hold(context, *real_example(number))


@pytest.mark.parametrize("name", FROZEN_PAGES)
def test_a_real_frozen_page_shows_each_token_once_and_each_candidate_with_its_tokens(context, name):
    page = shared_path(f"pages/{name}.html").read_bytes()
    tokens = tokenize_page(page)
    assert_numbers_hold(context, page, tokens, find_candidates(tokens))


@pytest.mark.parametrize("name", RAW_PAGES)
def test_a_cleaned_page_of_another_skin_shows_each_token_once_and_each_candidate_with_its_tokens(
    context, name
):
    page = clean_page(shared_path(f"pages/{name}.html").read_bytes())
    tokens = tokenize_page(page)
    assert_numbers_hold(context, page, tokens, find_candidates(tokens))


MISNESTED = (
    "<P>one two three four<UL><LI>five six seven eight nine</LI></UL>ten</P>",
    "<P>one two three <P>four five six</P> seven eight</P>",
    "<TABLE><TR><TD>one two three four five</TD></TR>six seven eight</TABLE>",
    "<TABLE>one two<P>three four five six seven</P></TABLE>",
    "<TR><TD>one two three four five</TD></TR>",
    "<LI>one two three four five<LI>six seven eight nine ten</LI></LI>",
    "<A>one<P>two three four five <A>six</A> seven</P></A>",
    "<H2>one<P>two three four five</P><H3>six</H3></H2>",
    "<SELECT><OPTION>one</OPTION></SELECT><P>two three four five six</P>",
    "<SVG><P>one two three four five</P></SVG><P>six seven eight nine ten</P>",
    "<MATH><mi>x</mi><P>one two three four</P></MATH><P>six seven eight nine ten</P>",
    "<PRE>\n\none two</PRE><P>\n three four five six seven</P>",
)


def test_candidates_hold_their_tokens_where_a_parser_would_move_them(context):
    pages = [f"<HTML><HEAD></HEAD><BODY>{body}</BODY></HTML>".encode() for body in MISNESTED]
    tokens = [tokenize_page(page) for page in pages]
    boxes = [find_candidates(of_page) for of_page in tokens]
    renderings = [
        render_page(*page, title="Page") for page in zip(pages, tokens, boxes, strict=True)
    ]
    with framed(context, *renderings, policy=FRAME_POLICY) as shown:
        of_frames = shown.evaluate_all(READ_NUMBERS)
    held = []
    for numbers, candidates in zip(of_frames, boxes, strict=True):
        all_numbers = [number for number, _ in numbers["pieces"]]
        assert len(all_numbers) == len(set(all_numbers))
        held.append(len(numbers["boxes"]))
        assert [[index, inside] for index, inside, _ in numbers["boxes"]] == [
            [index, numbers_inside(candidates[int(index)], all_numbers)]
            for index, _, _ in numbers["boxes"]
        ]
    assert held == [len(candidates) for candidates in boxes]


def test_formulas_are_shown_and_their_fallback_pictures_are_not(context):
    page = clean_page(shared_path("pages/trafilatura_en_tsne.html").read_bytes())
    tokens = tokenize_page(page)
    rendering = render_page(page, tokens, find_candidates(tokens), title="t-SNE")
    with framed(context, rendering, policy=FRAME_POLICY) as shown:
        sizes = shown.evaluate(
            "frame => [...frame.querySelectorAll('math')].map(m => m.getBoundingClientRect().width)"
        )
        assert (len(sizes), [size for size in sizes if size < 4]) == (34, [])
        assert shown.evaluate("frame => frame.querySelectorAll('[class*=fallback]').length") == 0


def test_marking_a_candidate_moves_nothing(context):
    page, tokens, candidates = real_example(2)
    rendering = render_page(page, tokens, candidates, title="Page")
    with framed(context, rendering, policy=FRAME_POLICY) as shown:
        before, after = shown.evaluate(
            """frame => {
              const boxes = () => [...frame.querySelectorAll('[data-c]')].map(e => {
                const { x, y, width, height } = e.getBoundingClientRect()
                return [x, y, width, height]
              })
              const before = boxes()
              for (const e of frame.querySelectorAll('[data-c]')) {
                e.setAttribute(Number(e.dataset.c) % 2 ? 'data-selected' : 'data-hover', '')
              }
              return [before, boxes()]
            }"""
        )
    assert after == before
