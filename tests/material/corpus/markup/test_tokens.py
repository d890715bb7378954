import gzip
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.material.corpus.markup.candidates import TAIL_HEADINGS, find_candidates
from annotator.material.corpus.markup.scanner import scan
from annotator.material.corpus.markup.spans import LongAnswerCandidate, Token
from annotator.material.corpus.markup.substitutions import token_of_slice
from annotator.material.corpus.markup.tokens import (
    PageEncodingError,
    iter_token_pieces,
    tokenize_page,
)
from tests.material.corpus.markup.tag_soup import tag_soup
from tests.shared_data import shared_path
from tests.size import sized


def texts(html: str) -> str:
    return " ".join(token.token for token in tokenize_page(html.encode()))


def test_tokens_are_words_and_structural_tags_with_their_bytes():
    assert tokenize_page("<P>Né &amp; <B>c</B></P>".encode()) == [
        Token("<P>", 0, 3, html_token=True),
        Token("Né", 3, 6, html_token=False),
        Token("&", 7, 12, html_token=False),
        Token("c", 16, 17, html_token=False),
        Token("</P>", 21, 25, html_token=True),
    ]


def test_a_token_covers_the_whole_reference():
    html = b"Cody&#39;s &quot;x&quot; R&amp;B"
    assert [(t.token, html[t.start_byte : t.end_byte]) for t in tokenize_page(html)] == [
        ("Cody", b"Cody"),
        ("'s", b"&#39;s"),
        ("``", b"&quot;"),
        ("x", b"x"),
        ("''", b"&quot;"),
        ("R&B", b"R&amp;B"),
    ]


@pytest.mark.parametrize("name", "h1 h2 h3 p table tr td th ul ol li dl dt dd".split())
def test_structural_tags_are_tokens_in_whatever_case(name: str):
    title = name.capitalize()
    assert texts(f"<{name} class=x>a</{name.upper()} >") == f"<{title}> a </{title}>"


@pytest.mark.parametrize("name", "div span a tbody thead tfoot b center caption section".split())
def test_other_tags_are_no_tokens(name: str):
    assert texts(f"<{name}>a</{name}>") == "a"


@pytest.mark.parametrize(
    ("attributes", "token"),
    [
        ('colspan="2"', '<Td colspan="2">'),
        ("rowspan=3 COLSPAN=2 class='x'", '<Td colspan="2">'),
        ("title=' colspan=9' colspan='2'", '<Td colspan="2">'),
        ("title=' colspan=9'", "<Td>"),
        ("data-colspan=2", "<Td>"),
        ("colspan", '<Td colspan="">'),
    ],
)
def test_of_the_attributes_only_colspan_stays(attributes: str, token: str):
    assert texts(f"<td {attributes}>") == token


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<head><title>A b</title><style>c</style></head><body>d", "A b d"),
        ("<HEAD>x<TITLE>Trade winds - Wikipedia</TITLE></HEAD>", "Trade winds - wikipedia"),
        ("<p>a</p><svg><title>b</title></svg>", "<P> a </P>"),
        ("a<script>b</script><textarea>c</textarea><!-- d -->e", "ae"),
        ("3 km<SUP>2</SUP>) x<sup>[1]</sup>", "3 km ) x"),
        ("<p><sup>a</p>b", "<P> </P> b"),
        ('<SPAN style="display:none">a</SPAN>', "a"),
        ('<IMG alt="a" />b', "b"),
        ("Gary<B>'s</B> mas<I>sif</I> tex<WBR />.<WBR />build", "Gary 's massif tex. build"),
        ("a<BR>b<DIV>c</DIV>d", "a b c d"),
        ("85.6<A>Coordinates</A>", "85.6 Coordinates"),
        ("(<A>edit</A>)", "( edit )"),
    ],
)
def test_what_counts_as_text_and_what_breaks_words(html: str, expected: str):
    assert texts(html) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<div>From Wikipedia,\nthe free encyclopedia</div>a", "a"),
        ("<div>From Wikipedia</div>a", "From Wikipedia a"),
        ("<div>Jump to: <a>navigation</a>, <a>search</a></div>", "Jump to : navigation , search"),
        ("<th><span>[<a>show</a>]</span><div>v</div>X</th>", "<Th> X </Th>"),
        ("<th>[<a>hide</a>]</th>", "<Th> ( hide ) </Th>"),
        ("<th>Season [<a>show</a>]</th>", "<Th> Season ( show ) </Th>"),
        (
            "<li>v</li><li>t</li><li>e</li><li>x</li>",
            "<Li> </Li> <Li> </Li> <Li> </Li> <Li> x </Li>",
        ),
        ("<td>4</td><td>5</td><td>1996</td>", "<Td> </Td> <Td> 5 </Td> <Td> </Td>"),
        ("<h3>Languages</h3>", "<H3> Languages </H3>"),
    ],
)
def test_interface_text_and_common_cells_are_dropped(html: str, expected: str):
    assert texts(html) == expected


def test_menus_lose_their_labels_but_not_the_names_of_languages():
    html = (
        '<p>Search</p><div id="mw-navigation"><h3 id="x">Languages</h3><ul>'
        '<li id="pt-anontalk">Talk</li><li id="ca-talk"><span>Talk</span></li>'
        "<li>Contents</li><li>Log in</li><li>日本語</li></ul></div>"
    )
    assert texts(html) == (
        "<P> Search </P> <H3> </H3> <Ul> <Li> Talk </Li> <Li> </Li> <Li> Contents </Li> "
        "<Li> </Li> <Li> 日本 語 </Li> </Ul>"
    )


@pytest.mark.parametrize(
    ("html", "expected"),
    [("a&nbspb&lt", "a b <"), ("&notit;", "¬ it ;"), ("&bne;&nosuch;", "& bne ; & nosuch ;")],
)
def test_references_resolve_as_browsers_do(html: str, expected: str):
    assert texts(html) == expected


def test_invalid_utf8_is_refused_with_its_position():
    with pytest.raises(PageEncodingError, match="not valid UTF-8 at byte 4") as caught:
        tokenize_page(b"<p>a\xff")
    assert caught.value.position == 4


HTML = st.one_of(tag_soup, st.text(), st.text("<>&;#/!-= \"'|.abpsuTd[é’\u00a0"))


@given(HTML)
def test_tokens_of_any_html_are_in_order_inside_it_and_never_overlap(html: str):
    page = html.encode()
    position = 0
    for token in tokenize_page(page):
        assert position <= token.start_byte < token.end_byte <= len(page)
        position = token.end_byte


@given(HTML)
def test_a_tokens_bytes_are_its_text_up_to_the_documented_substitutions(html: str):
    page = html.encode()
    for token in tokenize_page(page):
        source = page[token.start_byte : token.end_byte]
        if token.html_token:
            name = token.token.strip("</>").split(" ")[0]
            assert source.lower().lstrip(b"</").startswith(name.lower().encode())
            assert source.startswith(b"</") == token.token.startswith("</")
        else:
            assert token.token in token_of_slice(source)


@given(HTML)
def test_pieces_lie_in_text_inside_their_tokens_and_cover_them_in_order(html: str):
    page = html.encode()
    tokens = tokenize_page(page)
    text = {
        position
        for piece in scan(page)
        if piece.name in ("", "title")
        for position in range(piece.content_start, piece.content_end)
    }
    position = 0
    seen = []
    for index, start, end in iter_token_pieces(page, tokens):
        assert position <= start < end
        assert tokens[index].start_byte <= start
        assert end <= tokens[index].end_byte
        assert text.issuperset(range(start, end))
        position = end
        seen.append(index)
    assert sorted(set(seen)) == [i for i, token in enumerate(tokens) if not token.html_token]
    assert seen == sorted(seen)


def test_a_token_that_tags_cut_has_several_pieces_without_superscripts():
    page = b"<p>ma<i>ss</i>if<sup>2</sup></p>"
    assert list(iter_token_pieces(page, tokenize_page(page))) == [
        (1, 3, 5),
        (1, 8, 10),
        (1, 14, 16),
    ]


@pytest.mark.parametrize(
    "unit", ["<p>", "<sup>x", "<b>x", "&", "&#", "<br>x", '<a>x</a>"', "<td>1"]
)
def test_tokenize_page_gets_through_any_number_of(unit: str):
    size = sized(25_000, 250_000)
    html = (unit * size)[:size].encode()
    tokens = tokenize_page(html)
    pieces = list(iter_token_pieces(html, tokens))
    assert len(pieces) <= len(html)
    assert len(find_candidates(tokens)) <= len(tokens)


def real_examples() -> Iterator[dict[str, Any]]:
    with gzip.open(shared_path("nq/nq_dev_sample.jsonl.gz")) as lines:
        for line in lines:
            yield json.loads(line)


def body_of(tokens: list[dict[str, Any]]) -> range:
    """The bytes from the first heading to the first tail heading."""
    first = next(token["start_byte"] for token in tokens if token["token"] == "<H1>")
    for index, token in enumerate(tokens):
        words = " ".join(following["token"] for following in tokens[index + 1 : index + 3])
        title = words.removesuffix(" (").removesuffix(" </H2>").casefold()
        if token["token"] == "<H2>" and title in TAIL_HEADINGS:
            return range(first, token["start_byte"])
    raise AssertionError("no tail heading")


def share(hits: set[tuple[str, int]], of: set[tuple[str, int]]) -> float:
    return len(hits & of) / len(of)


def test_tokens_of_real_pages_agree_with_the_real_ones():
    all_real: set[tuple[int, str, int]] = set()
    all_computed: set[tuple[int, str, int]] = set()
    for number, example in enumerate(real_examples()):
        computed = tokenize_page(example["document_html"].encode())
        real = [Token(**token) for token in example["document_tokens"]]
        assert [t for t in computed if t.html_token] == [t for t in real if t.html_token]
        ours = {(t.token, t.start_byte) for t in computed if not t.html_token}
        theirs = {(t.token, t.start_byte) for t in real if not t.html_token}
        all_computed |= {(number, *key) for key in ours}
        all_real |= {(number, *key) for key in theirs}
        body = body_of(example["document_tokens"])
        our_body = {key for key in ours if key[1] in body}
        their_body = {key for key in theirs if key[1] in body}
        assert share(their_body, our_body) >= 0.995
        assert share(our_body, their_body) >= 0.995
        assert share(ours, theirs) >= 0.99
    hits = len(all_real & all_computed)
    assert hits / len(all_computed) >= 0.99
    assert hits / len(all_real) >= 0.99


def test_candidates_of_computed_tokens_of_real_pages_equal_the_real_lists():
    for example in real_examples():
        computed = find_candidates(tokenize_page(example["document_html"].encode()))
        expected = [LongAnswerCandidate(**c) for c in example["long_answer_candidates"]]
        assert [(c.start_byte, c.end_byte, c.top_level) for c in computed] == [
            (c.start_byte, c.end_byte, c.top_level) for c in expected
        ]


def test_real_tokens_have_pieces_too():
    for example in real_examples():
        page = example["document_html"].encode()
        tokens = [Token(**token) for token in example["document_tokens"]]
        pieces = list(iter_token_pieces(page, tokens))
        assert {index for index, _, _ in pieces} == {
            index for index, token in enumerate(tokens) if not token.html_token
        }
