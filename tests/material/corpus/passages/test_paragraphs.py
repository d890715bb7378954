"""What reads as a paragraph, and that its bytes are the page's."""

from itertools import pairwise

import pytest

from annotator.material.corpus.markup.candidates import candidate_tag, find_candidates
from annotator.material.corpus.markup.passages import Passage
from annotator.material.corpus.markup.tokens import tokenize_page
from annotator.material.corpus.passages.paragraphs import find_paragraphs
from tests.shared_data import shared_path

LONG = "one two three four five six seven eight nine ten"
PAGE = f"""<html><body><h1>Page</h1>
<p>A first paragraph, with <b>bold</b> &amp; more<sup>[1]</sup>.</p>
<ul><li>{LONG}</li><li>too short for one</li>
<li>{LONG} above<ul><li>{LONG} inside</li></ul></li></ul>
<dl><dt>A term, though with many words in it, is no paragraph at all</dt><dd>{LONG} dd</dd></dl>
<table><tr><td><p>A paragraph in a table is not one of them.</p></td><td>{LONG}</td></tr></table>
<p>A last one at the end.</p></body></html>"""


def paragraphs_of(html: bytes) -> list[Passage]:
    tokens = tokenize_page(html)
    candidates = [
        (each, candidate_tag(tokens[each.start_token].token)) for each in find_candidates(tokens)
    ]
    return find_paragraphs(html, tokens, candidates)


def test_paragraphs_and_long_list_items_are_found_in_order() -> None:
    assert [each.text for each in paragraphs_of(PAGE.encode())] == [
        "A first paragraph, with bold & more[1].",
        LONG,
        f"{LONG} inside",
        f"{LONG} dd",
        "A last one at the end.",
    ]


def test_bytes_are_those_of_the_page() -> None:
    html = PAGE.replace("first", "fïrst").encode()
    first, *_, last = paragraphs_of(html)
    assert html[first.start_byte : first.end_byte].startswith("<p>A fïrst".encode())
    assert html[last.start_byte : last.end_byte] == b"<p>A last one at the end.</p>"


@pytest.mark.parametrize("name", ["nq_0.html", "nq_1.html"])
def test_real_pages_have_paragraphs_that_never_overlap(name: str) -> None:
    folder = shared_path("pages")
    html = sorted(folder.glob("nq_*.html"))[int(name[3])].read_bytes()
    found = paragraphs_of(html)
    assert len(found) > 3
    assert all(a.end_byte <= b.start_byte for a, b in pairwise(found))
