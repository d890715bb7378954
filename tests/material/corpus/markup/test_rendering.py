import re

import pytest
from hypothesis import given

from annotator.material.corpus.markup.candidates import find_candidates
from annotator.material.corpus.markup.marked_boxes import MarkedPiece, marked_boxes
from annotator.material.corpus.markup.rendering import (
    FRAME_POLICY,
    RENDERING_VERSION,
    render_page,
    stylesheet,
)
from annotator.material.corpus.markup.spans import LongAnswerCandidate, Token
from annotator.material.corpus.markup.tokens import iter_token_pieces, tokenize_page
from tests.material.corpus.markup.tag_soup import tag_soup


def rendered(html: str) -> str:
    """The body of the rendering of ``html``, with the tokens and candidates that we compute."""
    page = html.encode()
    tokens = tokenize_page(page)
    document = render_page(page, tokens, find_candidates(tokens), title="Title").decode()
    return document.partition("</head>\n<body>")[2].partition("</body></html>")[0]


def shown(html: str) -> str:
    """``rendered`` without the numbers of tokens."""
    return re.sub(r'<span data-t="\d+">([^<]*)</span>', r"\1", rendered(html))


def test_the_rendering_is_a_whole_document_with_its_own_policy():
    page = b'<HTML lang="he" dir="rtl"><HEAD><TITLE>x</TITLE></HEAD><BODY>y</BODY></HTML>'
    document = render_page(page, [], [], title='A & "B" <c>').decode()
    head, _, body = document.partition("<style>")
    assert head == (
        '<!DOCTYPE html>\n<html lang="he" dir="rtl"><head><meta charset="utf-8">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'; img-src data:; base-uri 'none'\">"
        "<title>A &amp; &quot;B&quot; &lt;c&gt;</title>"
    )
    assert body.endswith("</style></head>\n<body>y</body></html>\n")


def test_the_policy_lets_nothing_run_and_nothing_load_but_what_the_page_carries():
    assert FRAME_POLICY.split("; ") == [
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
        "sandbox allow-same-origin",
    ]
    assert RENDERING_VERSION >= 1


def test_each_token_piece_and_each_candidate_carries_its_number():
    assert rendered("<P>It&#39;s <I>a</I> <B>b</B>old &amp; c\n</P>") == (
        '<p data-c="0"><span data-t="1">It</span><span data-t="2">\'s</span> '
        '<i><span data-t="3">a</span></i> <b><span data-t="4">b</span></b>'
        '<span data-t="4">old</span> <span data-t="5">&amp;</span> <span data-t="6">c</span>\n</p>'
    )


def test_numbers_that_the_page_brings_along_are_dropped():
    source = '<P data-t="7" data-c="8" data-hover="" data-chrome="">a b c</P>'
    assert rendered(source) == (
        '<p data-c="0"><span data-t="1">a</span> <span data-t="2">b</span> '
        '<span data-t="3">c</span></p>'
    )


def test_tokens_of_the_head_are_left_out():
    source = "<HTML><HEAD><TITLE>a b</TITLE></HEAD><BODY>c</BODY></HTML>"
    assert rendered(source) == '<span data-t="2">c</span>'


def test_tokens_that_share_a_byte_are_shown_once():
    tokens = [Token("...", 0, 3, html_token=False), Token("1a", 2, 4, html_token=False)]
    document = render_page(b"..1a", tokens, [], title="t").decode()
    assert '<span data-t="0">..1</span><span data-t="1">a</span>' in document


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('<A href="/wiki/X" class="new" title="X">x</A>', '<a class="new" title="X">x</a>'),
        ('<A href="#c_1">x</A>', '<a data-target="c_1">x</a>'),
        ('<A name="c_1" id="i">x</A>', '<a id="i">x</a>'),
        ('<FORM action="/x"><INPUT name="q" />a<BUTTON>b</BUTTON></FORM>', "ab"),
        ("<SELECT><OPTION>a</OPTION></SELECT>", "a"),
        ("a<SCRIPT>b</SCRIPT><STYLE>c</STYLE><!-- d -->e", "ae"),
        ("a<VIDEO>b</VIDEO><SVG><text>c</text></SVG>d", "ad"),
        ("<DIV>a<SVG>b</DIV>c", "<div>ab</div>c"),
        ("a</SPAN></DIV></BODY>b", "ab"),
        ("<DIV><SPAN>a</DIV>b", "<div><span>a</span></div>b"),
        ("a\r\nb\x00c", "a\nbc"),
        ("<DIV>\n <B>a\n</B>\n</DIV>", "<div>\n <b>a\n</b>\n</div>"),
    ],
)
def test_what_is_shown_keeps_looks_and_loses_behaviour(source, expected):
    assert shown(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            '<IMG src="//x.org/a.png" alt="A  cat" width="220" height="165" />',
            (
                '<span class="missing-image" role="img" aria-label="A cat" '
                'style="width: 220px; aspect-ratio: 220/165"></span>'
            ),
        ),
        (
            '<IMG src="//x.org/a.png" alt="Yes" width="23" height="15" />',
            '<span class="missing-image" role="img" aria-label="Yes"></span>',
        ),
        ('<IMG src="//x.org/a.png" alt=" " width="220" height="165" />', ""),
        ("<IMG />", ""),
        (
            '<IMG src="data:image/png;base64,iVBORw0=" alt="a" width="3" onload="x" />',
            '<img src="data:image/png;base64,iVBORw0=" alt="a" width="3">',
        ),
    ],
)
def test_a_picture_that_cannot_be_loaded_leaves_its_description_or_nothing(source, expected):
    assert shown(source) == expected


FORMULA = (
    '<SPAN class="mwe-math-element"><SPAN class="mwe-math-mathml-inline" style="display: none;">'
    "<math><mi>x</mi><mo>=</mo><mn>2</mn></math></SPAN>"
    '<IMG src="//x.org/f.svg" class="mwe-math-fallback-image-inline" alt="x=2" /></SPAN>'
)


def test_a_formula_stands_in_one_span_and_its_fallback_picture_goes():
    assert rendered(f"<P>a {FORMULA} b</P>") == (
        '<p data-c="0"><span data-t="1">a</span> <span class="mwe-math-element">'
        '<span class="mwe-math-mathml-inline" style="display: none"><span data-t="2-4">'
        "<math><mi>x</mi><mo>=</mo><mn>2</mn></math></span></span></span>"
        ' <span data-t="5">b</span></p>'
    )


def test_a_picture_of_a_formula_without_the_formula_stays():
    source = '<IMG src="//x/f.svg" class="mwe-math-fallback-image-inline" alt="x=2" />'
    assert shown(source) == ('<span class="missing-image" role="img" aria-label="x=2"></span>')


def test_the_interface_is_concealed_unless_a_candidate_stands_in_it():
    assert shown('<DIV id="mw-navigation"><SPAN>a</SPAN></DIV>') == (
        '<div id="mw-navigation" data-chrome=""><span>a</span></div>'
    )
    assert shown('<DIV id="footer"><DIV><P>a b c d e</P></DIV></DIV>') == (
        '<div id="footer"><div><p data-c="0">a b c d e</p></div></div>'
    )


def test_what_is_hidden_is_shown_when_a_candidate_stands_in_it():
    assert shown('<DIV style="display: none; color: red">a</DIV>') == (
        '<div style="display: none; color: red">a</div>'
    )
    assert shown('<DIV style="display:none;color:red"><P style="display:none">a b c</P></DIV>') == (
        '<div style="color: red"><p data-c="0">a b c</p></div>'
    )


def test_elements_deeper_than_browsers_nest_lose_their_tags_and_keep_their_text():
    body = rendered("<DIV>" * 600 + "<P>a b c d</P>" + "</DIV>" * 600 + "<P>e f g h</P>")
    assert body.count("<div>") == 480
    assert [piece.token for piece in marked_boxes(body)] == "1 2 3 4 7 8 9 10".split()
    assert body.endswith("</div>" + body[body.rindex("<p") :])


def test_formatting_that_a_parser_would_repeat_for_every_paragraph_is_shown_by_style():
    unclosed = "".join(f'<B id="{number}">' for number in range(400))
    body = rendered(f"<P>{unclosed}" + "<P>a b c</P>" * 3000)
    assert (body.count('data-as="b"'), body.count('data-as="p"'), "<b" in body) == (
        400,
        3001,
        False,
    )


def test_what_can_be_folded_is_unfolded():
    assert shown("<DETAILS><SUMMARY>a</SUMMARY>b</DETAILS>") == (
        '<details open=""><summary>a</summary>b</details>'
    )


def test_a_candidate_that_crosses_another_is_left_out():
    page = b"<P>a b <I>c d</P> e</I>"
    tokens = tokenize_page(page)
    crossing = [
        LongAnswerCandidate(0, 17, 0, 6, top_level=True),
        LongAnswerCandidate(7, 23, 3, 7, top_level=True),
    ]
    document = render_page(page, tokens, crossing, title="t").decode()
    assert re.findall(r' data-c="(\d)"', document) == ["0"]


def test_marked_boxes_reads_numbers_with_the_candidates_around_them():
    body = '<p data-c="0"><span data-t="1">a</span><br><img src="x"></p><span data-t="2-4">b</span>'
    assert marked_boxes(body) == [MarkedPiece("1", ("0",)), MarkedPiece("2-4", ())]


@given(tag_soup)
def test_every_candidate_holds_exactly_its_tokens_in_any_soup(soup):
    page = ("<p>a b c d e " + soup).encode("utf-8", "ignore")
    tokens = tokenize_page(page)
    candidates = find_candidates(tokens)
    body = render_page(page, tokens, candidates, title="t").decode().partition("<body>")[2]
    pieces = marked_boxes(body)
    numbers = [int(piece.token.partition("-")[0]) for piece in pieces]
    assert numbers == sorted(numbers)
    assert set(numbers) <= {index for index, _, _ in iter_token_pieces(page, tokens)}
    for number, piece in zip(numbers, pieces, strict=True):
        assert set(piece.candidates) == {
            str(index)
            for index, box in enumerate(candidates)
            if box.start_token <= number < box.end_token and f' data-c="{index}"' in body
        }


def test_notices_of_all_wikis_stand_back_from_the_article():
    quiet = re.search(r"([^{}]+)\{[^{}]*--ink: var\(--quiet\);", stylesheet("page.css"))
    assert quiet
    # English, stubs, French, and what all wikis call what is not the article.
    assert {".ambox", ".asbox", ".bandeau-container", ".metadata"} == set(
        re.findall(r"\.[a-z-]+", quiet[1])
    )
