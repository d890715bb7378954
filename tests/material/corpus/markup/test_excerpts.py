import re
from collections.abc import Iterator
from functools import cache

import lxml.html
import pytest
from hypothesis import given
from lxml.html import HtmlElement, HTMLParser

from annotator.material.corpus.markup.candidates import find_candidates
from annotator.material.corpus.markup.cleaning import clean_page
from annotator.material.corpus.markup.excerpts import Excerpts
from annotator.material.corpus.markup.marked_boxes import marked_boxes
from annotator.material.corpus.markup.rendering import render_page
from annotator.material.corpus.markup.spans import LongAnswerCandidate, Token, TokenSpan
from annotator.material.corpus.markup.tokens import tokenize_page
from tests.hostile.attacks import ATTACK_KINDS
from tests.hostile.dangers import body_of, dangers_in
from tests.hostile.frozen_pages import FrozenPage, frozen_as_given, frozen_cleaned, page_around
from tests.material.corpus.markup.tag_soup import tag_soup
from tests.shared_data import shared_path

PAGES = [
    "docling_wiki_duck",
    "goquery_gowiki",
    "nq_Axial-tilt",
    "nq_Carbon-cycle",
    "nq_Continent",
    "nq_Crust-geology",
    "nq_Inner-core",
    "nq_Mantle-geology",
    "nq_Plate-tectonics",
    "trafilatura_en_tsne",
]


def excerpts_of(
    html: str,
) -> tuple[Excerpts, list[Token], list[LongAnswerCandidate]]:
    """The excerpts of a page, with the tokens and candidates that we compute."""
    page = html.encode("utf-8", "ignore")
    tokens = tokenize_page(page)
    candidates = find_candidates(tokens)
    return Excerpts(render_page(page, tokens, candidates, title="Title")), tokens, candidates


def body(document: bytes) -> str:
    """What stands in the body of an excerpt."""
    return body_of(document).decode()[len("<body>") : -len("</body></html>\n")]


def excerpt(html: str, words: str, *answers: str) -> str:
    """The body of the excerpt of the candidate with exactly these words, its ``answers`` marked."""
    excerpts, tokens, candidates = excerpts_of(html)
    texts = [None if token.html_token else token.token for token in tokens]
    for index, box in enumerate(candidates):
        inside = texts[box.start_token : box.end_token]
        if [text for text in inside if text] == words.split():
            own = TokenSpan(box.start_token, box.end_token)
            spans = [_span(texts, own, answer.split()) for answer in answers]
            return body(excerpts.document(index, tokens=own, answers=spans))
    raise AssertionError(f"no candidate has these words: {texts}")


def _span(texts: list[str | None], inside: TokenSpan, words: list[str]) -> TokenSpan:
    places = [at for at in range(inside.start_token, inside.end_token) if texts[at]]
    for at in range(len(places) - len(words) + 1):
        chosen = places[at : at + len(words)]
        if [texts[place] for place in chosen] == words:
            return TokenSpan(chosen[0], chosen[-1] + 1)
    raise AssertionError(f"not in the passage: {words}")


def plain(html: str) -> str:
    """``html`` without the numbers of tokens and candidates."""
    html = re.sub(r'<span data-t="\d+">([^<]*)</span>', r"\1", html)
    return re.sub(r' data-c="\d+"', "", html)


TABLE = """<P>before it all stands</P><TABLE class="wikitable"><CAPTION>Metals by weight</CAPTION>
<TR><TH>Metal</TH><TH>Density</TH></TR>
<TR><TD>lead is heavy</TD><TD>eleven of them</TD></TR>
<TR><TD>iron is light</TD><TD>eight of them</TD></TR></TABLE><P>after it all stands</P>"""


def test_a_paragraph_stands_alone():
    assert excerpt("<P>one two three</P><P>four <I>five</I> six</P>", "four five six") == (
        '<p data-c="1"><span data-t="6">four</span> <i><span data-t="7">five</span></i> '
        '<span data-t="8">six</span></p>'
    )


def test_a_row_stands_in_its_table_without_caption_and_heading():
    assert plain(excerpt(TABLE, "iron is light eight of them")) == (
        '<table class="wikitable"><tbody>'
        "<tr><td>iron is light</td><td>eight of them</td></tr></tbody></table>"
    )


def test_a_row_keeps_its_section_and_has_nothing_of_other_rows():
    table = """<TABLE><THEAD align="left"><TR><TD>a</TD><TD>b</TD></TR></THEAD><TBODY class="c">
    <TR><TH rowspan="2">c</TH><TH>d</TH></TR><TR bgcolor="#eee"><TD>e f g</TD><TD>h i</TD></TR>
    </TBODY></TABLE>"""
    assert plain(excerpt(table, "e f g h i")) == (
        '<table><tbody class="c"><tr bgcolor="#eee"><td>e f g</td><td>h i</td></tr></tbody></table>'
    )


def test_a_row_of_an_inner_table_has_nothing_of_the_outer_one():
    table = """<TABLE><TR><TH>outer</TH></TR><TR><TD><TABLE><TR><TH>inner</TH></TR>
    <TR><TD>a b c d e</TD></TR></TABLE></TD></TR></TABLE>"""
    inner = "<table><tbody><tr><td>a b c d e</td></tr></tbody></table>"
    assert plain(excerpt(table, "a b c d e")) == inner


def test_nothing_floats_in_a_passage():
    excerpts, _, _ = excerpts_of('<TABLE class="infobox" style="float:right"><TR><TD>a</TABLE>')
    document = excerpts.document(0, tokens=TokenSpan(0, 6)).decode()
    assert "body * {\nfloat: none !important;\n}" in document


def test_tables_and_lists_come_whole():
    words = (
        "Metals by weight Metal Density lead is heavy eleven of them iron is light eight of them"
    )
    table = plain(excerpt(TABLE, words))
    assert (table[: len("<table")], table.count("<tr>"), table[-8:]) == ("<table", 3, "</table>")
    listed = "<UL><LI>a b c</LI><LI>d e f</LI></UL>"
    assert plain(excerpt(f"<P>x</P>{listed}", "a b c d e f")) == listed.lower()


@pytest.mark.parametrize(
    ("source", "words", "expected"),
    [
        (
            "<UL class=x><LI>a b c</LI><LI>d e f</LI></UL>",
            "d e f",
            '<ul class="x"><li>d e f</li></ul>',
        ),
        ("<OL><LI>a b c</LI><LI>d e f</LI></OL>", "d e f", '<ol><li value="2">d e f</li></ol>'),
        (
            '<OL start="7"><LI>a b c</LI><LI>d e f</LI></OL>',
            "d e f",
            '<ol start="7"><li value="8">d e f</li></ol>',
        ),
        (
            '<OL><LI value="4">a b c</LI><LI>d e f</LI></OL>',
            "d e f",
            '<ol><li value="5">d e f</li></ol>',
        ),
        (
            '<OL reversed=""><LI>a b c</LI><LI>d e f</LI><LI>g</LI></OL>',
            "d e f",
            '<ol reversed=""><li value="2">d e f</li></ol>',
        ),
        (
            "<OL><LI>a <OL><LI>b c d</LI></OL></LI><LI>e f g</LI></OL>",
            "e f g",
            '<ol><li value="2">e f g</li></ol>',
        ),
        ("<DL><DT>a b c</DT><DD>d e f</DD></DL>", "d e f", "<dl><dd>d e f</dd></dl>"),
        ("<DL><DT>a b c</DT><DD>d e f</DD></DL>", "a b c", "<dl><dt>a b c</dt></dl>"),
    ],
)
def test_an_item_stands_in_its_list_with_the_number_it_had(source, words, expected):
    assert plain(excerpt(source, words)) == expected


def test_language_and_direction_are_those_of_the_page_around():
    page = (
        '<HTML lang="en"><BODY><DIV lang="he" dir="rtl"><DIV class="hlist x" id="y">'
        "<P>a b c</P></DIV></DIV></BODY></HTML>"
    )
    excerpts, _, _ = excerpts_of(page)
    document = excerpts.document(0, tokens=TokenSpan(0, 9))
    assert b'<html lang="en"><head>' in document
    assert plain(body(document)) == '<div lang="he" dir="rtl" class="hlist"><p>a b c</p></div>'


def test_the_document_has_the_page_s_policy_and_looks_and_not_its_title():
    excerpts, _, _ = excerpts_of("<P>a b c</P>")
    page = render_page(b"<P>a b c</P>", [], [], title="Title").decode()
    shown = excerpts.document(0, tokens=TokenSpan(0, 5)).decode()
    assert shown.startswith(page.partition("<title>")[0])
    styles = page.partition("<style>")[2].partition("</style>")[0]
    assert styles in shown
    assert "mark[data-answer]" in shown
    assert "Title" not in shown.partition("<style>")[0]


def test_an_answer_is_marked_across_tags_and_not_beyond_its_words():
    assert excerpt("<P>a <B>b c</B> d, e<SUP>2</SUP> f</P>", "a b c d , e f", "b c d", "f") == (
        '<p data-c="0"><span data-t="1">a</span> <b><mark data-answer="0"><span data-t="2">b</span>'
        ' <span data-t="3">c</span></mark></b> <mark data-answer="0"><span data-t="4">d</span>'
        '</mark><span data-t="5">,</span> <span data-t="6">e</span><sup>2</sup> '
        '<mark data-answer="1"><span data-t="7">f</span></mark></p>'
    )


def test_a_formula_of_which_an_answer_has_a_part_is_marked_as_a_whole():
    formula = "<math><mi>x</mi><mo>=</mo><mn>2</mn></math>"
    assert excerpt(f"<P>a {formula} b</P>", "a x = 2 b", "2 b") == (
        '<p data-c="0"><span data-t="1">a</span> <mark data-answer="0">'
        f'<span data-t="2-4">{formula}</span> <span data-t="5">b</span></mark></p>'
    )


def test_a_candidate_without_a_box_is_shown_by_its_words():
    page = b"<DIV><P>a b c</P> d <P>e f g</P></DIV>"
    tokens = tokenize_page(page)
    crossing = [
        LongAnswerCandidate(5, 17, 0, 5, top_level=True),
        LongAnswerCandidate(12, 24, 3, 8, top_level=True),
    ]
    excerpts = Excerpts(render_page(page, tokens, crossing, title="t"))
    shown = body(excerpts.document(1, tokens=TokenSpan(3, 8), answers=[TokenSpan(5, 6)]))
    assert " ".join(shown.split()) == (
        '<p><span data-t="3">c</span> <mark data-answer="0"><span data-t="5">d</span></mark> '
        '<span data-t="7">e</span></p>'
    )


def test_a_page_that_nests_without_end_gives_a_passage_of_a_few_elements():
    nested = "<DIV>" * 600 + "<OL><LI>a b c d e</LI></OL>" + "</DIV>" * 600
    assert plain(excerpt(nested, "a b c d e")) in {
        '<ol><li value="1">a b c d e</li></ol>',
        # Where the page's own elements were too many, its words are left.
        "<p>a b c d e</p>",
    }
    deep = f"<P>a b {'<B>' * 5000}c d e{'</B>' * 5000}</P>"
    assert excerpt(deep, "a b c d e").count("<b>") <= 480


def boxes_of(page: FrozenPage) -> Iterator[tuple[int, TokenSpan]]:
    for index, box in enumerate(page.candidates):
        yield index, TokenSpan(box.start_token, box.end_token)


@cache
def real_page(name: str) -> FrozenPage:
    html = clean_page(shared_path(f"pages/{name}.html").read_bytes(), title="x")
    tokens = tokenize_page(html)
    return FrozenPage(html, tokens, find_candidates(tokens))


def parsed(html: bytes) -> HtmlElement:
    """``html`` as a parser of another make reads it."""
    return lxml.html.document_fromstring(html, parser=HTMLParser(encoding="utf-8", huge_tree=True))


def words_of(element: HtmlElement) -> list[str]:
    return " ".join(element.itertext()).split()


def candidates_in(document: HtmlElement) -> dict[int, HtmlElement]:
    return {int(element.get("data-c")): element for element in document.xpath("//*[@data-c]")}


@pytest.mark.parametrize("name", PAGES)
def test_every_candidate_of_a_real_page_is_shown_with_its_words_and_no_others(name):
    page = real_page(name)
    rendering = page.rendering
    excerpts, sources = Excerpts(rendering), candidates_in(parsed(rendering))
    for index, tokens in boxes_of(page):
        source = sources[index]
        shown = parsed(body_of(excerpts.document(index, tokens=tokens)))
        own = candidates_in(shown)[index]
        assert words_of(own) == words_of(source)
        assert words_of(shown) == words_of(source)
        if source.tag in {"li", "tr", "dd"}:
            owners = [next(each.iterancestors("ol", "ul", "table", "dl")) for each in (own, source)]
            assert owners[0].tag == owners[1].tag
            assert owners[0].get("class") == owners[1].get("class")


@pytest.mark.parametrize("name", ["nq_Axial-tilt", "docling_wiki_duck"])
def test_any_answer_in_a_real_page_is_marked_with_all_its_tokens_and_no_others(name):
    page = real_page(name)
    excerpts = Excerpts(page.rendering)
    for index, tokens in boxes_of(page):
        third = (tokens.end_token - tokens.start_token) // 3
        answers = [
            TokenSpan(tokens.start_token, tokens.start_token + third),
            TokenSpan(tokens.end_token - third, tokens.end_token),
        ]
        marked = parsed(body_of(excerpts.document(index, tokens=tokens, answers=answers)))
        own = candidates_in(marked)[index]
        for number, answer in enumerate(answers):
            inside = own.xpath(f".//mark[@data-answer='{number}']//@data-t")
            assert inside == [each for each in own.xpath(".//@data-t") if overlaps(each, answer)]
        unmarked = parsed(body_of(excerpts.document(index, tokens=tokens)))
        assert words_of(marked) == words_of(unmarked)


def overlaps(tokens: str, answer: TokenSpan) -> bool:
    first, _, last = tokens.partition("-")
    numbers = range(int(first), int(last or first) + 1)
    return any(answer.start_token <= number < answer.end_token for number in numbers)


@pytest.mark.parametrize("kind", ATTACK_KINDS)
def test_nothing_dangerous_is_left_of_an_attack_in_an_excerpt(kind):
    left, searched = {}, set[bytes]()
    for name, attack in ATTACK_KINDS[kind].items():
        for freeze in (frozen_as_given, frozen_cleaned):
            page = freeze(page_around(attack))
            excerpts = Excerpts(page.rendering)
            for index, tokens in boxes_of(page):
                document = excerpts.document(index, tokens=tokens, answers=[tokens])
                if document in searched:
                    continue
                searched.add(document)
                if found := dangers_in(body_of(document)):
                    left[name, index] = found
    assert left == {}


@given(tag_soup)
def test_a_passage_of_any_soup_has_the_tokens_that_the_rendering_has_of_it(soup):
    page = frozen_as_given("<p>a b c d e " + soup.encode("utf-8", "ignore").decode())
    rendering = page.rendering
    excerpts = Excerpts(rendering)
    pieces = marked_boxes(body(rendering))
    for index, tokens in boxes_of(page):
        document = excerpts.document(index, tokens=tokens, answers=[tokens])
        shown = marked_boxes(body(document))
        assert dangers_in(body_of(document)) == []
        inside = [piece for piece in pieces if str(index) in piece.candidates]
        if any(str(index) in piece.candidates for piece in shown):
            shown = [piece for piece in shown if str(index) in piece.candidates]
        assert [piece.token for piece in shown] == [piece.token for piece in inside]
