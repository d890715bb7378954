"""A passage is what stands in its bytes, and is known again however a browser copies it."""

import gzip
import html as html_entities
import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path

import lxml.etree
import lxml.html
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from annotator.material.corpus.markup.allowlist import DROPPED_WITH_CONTENT
from annotator.material.corpus.markup.cleaning import clean_page
from annotator.material.corpus.markup.passages import cut_passage
from annotator.material.corpus.markup.spans import Token
from annotator.material.corpus.markup.tokens import iter_token_pieces, tokenize_page
from tests.shared_data import SHARED, shared_path

PAGES = sorted(path.name for path in (SHARED / "pages").glob("*.html")) or ["missing.html"]
HTML = (
    b"<p>Masons &amp; others<sup>[1]</sup> use&nbsp;it,<br>since 10<sup>6</sup> years.</p>"
    b"<style>p { color: red }</style><table><tr><td>1999</td><td>Oslo</td></tr></table>"
)


def _passage(html: bytes = HTML, start: int = 0, end: int | None = None):
    tokens = tokenize_page(html)
    found = cut_passage(
        html, tokens, start_token=start, end_token=len(tokens) if end is None else end
    )
    assert found is not None
    return found


def test_tags_go_references_are_resolved_and_blocks_are_kept_apart() -> None:
    assert _passage().text == "Masons & others[1] use it, since 106 years. 1999 Oslo"


def test_the_bytes_are_those_from_the_first_token_to_the_last() -> None:
    tokens = tokenize_page(HTML)
    words = [number for number, token in enumerate(tokens) if not token.html_token]
    found = _passage(start=words[0], end=words[2] + 1)
    assert HTML[found.start_byte : found.end_byte] == b"Masons &amp; others"
    assert found.text == "Masons & others"


@pytest.mark.parametrize(
    "copied",
    [
        "Masons & others[1] use it, since 106 years. 1999 Oslo",
        "Masons & others use it, since 10 years. 1999 Oslo",
        "Masons & others use it, since 106 years.1999Oslo",
        "  Masons\n&\tothers [1]\ufeffuse\xa0it,since 106 years.\n\n1999\tOslo ",
    ],
)
def test_a_copy_may_differ_in_white_space_and_lack_what_is_no_token(copied: str) -> None:
    assert _passage().reads(copied)


@pytest.mark.parametrize(
    "copied",
    [
        "",
        "Masons",
        "Masons and others use it, since 106 years. 1999 Oslo",
        "masons & others use it, since 106 years. 1999 Oslo",
        "Masons & others[2] use it, since 106 years. 1999 Oslo",
        "Masons & others use it, since 106 years. 1999 Oslo.",
        "Masons & others use it, since 106 years. Oslo 1999",
    ],
)
def test_a_copy_differs_in_nothing_else(copied: str) -> None:
    assert not _passage().reads(copied)


@pytest.mark.parametrize(
    ("start", "end"), [(-1, 2), (0, 0), (2, 1), (0, 1000), (1000, 1001), (0, 1)]
)
def test_what_is_no_range_of_words_is_no_passage(start: int, end: int) -> None:
    assert cut_passage(HTML, tokenize_page(HTML), start_token=start, end_token=end) is None


def test_a_table_keeps_its_rows_on_lines_of_their_own() -> None:
    html = (
        b"<p>Boats\nand carts</p><table><caption>Boats</caption>"
        b"<tr><th>Name</th><th>Built</th></tr>"
        b"<tr><td>Old\nboat</td><td>1712</td></tr></table><p>No other is as old.</p>"
    )
    found = _passage(html)
    assert found.in_rows.splitlines() == [
        "Boats and carts Boats",
        "Name Built",
        "Old boat 1712",
        "No other is as old.",
    ]
    assert found.text == "Boats and carts Boats Name Built Old boat 1712 No other is as old."
    assert found.reads(found.in_rows)


def test_a_null_character_of_the_page_is_left_out() -> None:
    assert _passage(b"<p>one\x00two three</p>").text == "onetwo three"


OFFICIAL = [f"nq {number}" for number in range(3)]
"""Examples of Natural Questions, with the tokens that their file brings."""


@cache
def _official_pages() -> list[tuple[bytes, list[Token]]]:
    with gzip.open(shared_path("nq/nq_dev_sample.jsonl.gz"), "rt", encoding="utf-8") as lines:
        examples = [json.loads(line) for line in islice(lines, len(OFFICIAL))]
    return [
        (
            example["document_html"].encode(),
            [Token(**token) for token in example["document_tokens"]],
        )
        for example in examples
    ]


def _page(name: str) -> tuple[bytes, list[Token]]:
    if name in OFFICIAL:
        return _official_pages()[OFFICIAL.index(name)]
    html = clean_page(Path(shared_path(f"pages/{name}")).read_bytes(), title="Page")
    return html, tokenize_page(html)


HIDDEN = re.compile(
    rb"<(%s)\b.*?</\1\s*>" % "|".join(DROPPED_WITH_CONTENT).encode(), re.IGNORECASE | re.DOTALL
)
"""What no rendering shows: official files have tokens in the buttons of their pages."""


@cache
def _real_page(name: str) -> tuple[bytes, list[Token], dict[int, list[tuple[int, int]]]]:
    html, tokens = _page(name)
    hidden = [match.span() for match in HIDDEN.finditer(html)]
    pieces: dict[int, list[tuple[int, int]]] = {}
    for number, start, end in iter_token_pieces(html, tokens):
        if not any(first <= start < last for first, last in hidden):
            pieces.setdefault(number, []).append((start, end))
    return html, tokens, pieces


def _each_byte_once(pieces: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The pieces without what an earlier one has: two tokens of an official file can overlap,
    but the document has its letters once.
    """
    position = 0
    for first, last in pieces:
        if max(first, position) < last:
            yield max(first, position), last
        position = max(position, last)


@pytest.mark.parametrize("name", [*PAGES, *OFFICIAL])
@given(data=st.data())
def test_any_range_of_a_real_page_is_known_again(name: str, data: st.DataObject) -> None:
    html, tokens, pieces = _real_page(name)
    start = data.draw(st.integers(0, len(tokens) - 1))
    # Nobody can begin to select what is not shown.
    assume(tokens[start].html_token or start in pieces)
    end = min(len(tokens), start + data.draw(st.integers(1, 300)))
    passage = cut_passage(html, tokens, start_token=start, end_token=end)
    words = [number for number in range(start, end) if number in pieces]
    assert (passage is None) == (not words)
    if passage is None:
        return
    assert passage.start_byte == tokens[start].start_byte
    assert passage.end_byte == tokens[end - 1].end_byte
    source = html[passage.start_byte : passage.end_byte]
    tree = lxml.html.fromstring(f"<div>{source.decode()}</div>")
    lxml.etree.strip_elements(tree, *DROPPED_WITH_CONTENT, with_tail=False)
    as_lxml_reads_it = tree.text_content()
    as_the_frame_copies_it = " ".join(
        html_entities.unescape(html[first:last].decode())
        for first, last in _each_byte_once(piece for number in words for piece in pieces[number])
    )
    assert "".join(passage.text.split()) == "".join(as_lxml_reads_it.split())
    assert passage.reads(passage.text)
    assert passage.reads(as_lxml_reads_it)
    assert passage.reads(as_the_frame_copies_it)
    assert not passage.reads(f"{as_the_frame_copies_it} more")
    assert not passage.reads(f"more {as_the_frame_copies_it}")
