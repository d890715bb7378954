import re
from html import unescape
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.material.corpus.markup.cleaning import clean_page
from annotator.material.corpus.markup.page_error import PageError
from annotator.material.corpus.markup.source_map import source_offsets
from annotator.material.corpus.markup.tokens import tokenize_to_columns
from tests.shared_data import shared_path


class Mapped(NamedTuple):
    token: str
    source: str | None


def mapped(source: str | bytes) -> list[Mapped]:
    """Each token of the body with its bytes in the source."""
    raw = source.encode() if isinstance(source, str) else source
    html = clean_page(raw)
    tokens = tokenize_to_columns(html)
    offsets = source_offsets(raw, html, tokens)
    body = html.index(b"<BODY>")
    found = []
    for token, start, end in zip(tokens, offsets.start_byte, offsets.end_byte, strict=True):
        if token.start_byte > body:
            assert (start == -1) == (end == -1)
            found.append(Mapped(token.token, None if end < 0 else raw[start:end].decode()))
    return found


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            '<p class="x">Plumb&nbsp;bob</p>',
            [("<P>", '<p class="x">'), ("Plumb", "Plumb"), ("bob", "bob"), ("</P>", "</p>")],
        ),
        (
            # Entities, written with and without a semicolon.
            "<p>caf&eacute; AT&amp;T caf&#xe9; &copy 5&lt;6</p>",
            [
                ("<P>", "<p>"),
                ("café", "caf&eacute;"),
                ("AT&T", "AT&amp;T"),
                ("café", "caf&#xe9;"),
                ("©", "&copy"),
                ("5", "5"),
                ("<", "&lt;"),
                ("6", "6"),
                ("</P>", "</p>"),
            ],
        ),
        (
            # Removed elements, comments and interface.
            "<p>one<!-- two --><script>three</script> four<button>edit</button> five</p>",
            [
                ("<P>", "<p>"),
                ("one", "one"),
                ("four", "four"),
                ("five", "five"),
                ("</P>", "</p>"),
            ],
        ),
        (
            # A paragraph that nobody closes has no closing tag to point at.
            "<p>one<p>two",
            [
                ("<P>", "<p>"),
                ("one", "one"),
                ("</P>", None),
                ("<P>", "<p>"),
                ("two", "two"),
                ("</P>", None),
            ],
        ),
        (
            # Text inside a table is moved before it.
            "<table><tr>moved<td>cell</td></tr></table>",
            [
                ("moved", "moved"),
                ("<Table>", "<table>"),
                ("<Tr>", "<tr>"),
                ("<Td>", "<td>"),
                ("cell", "cell"),
                ("</Td>", "</td>"),
                ("</Tr>", "</tr>"),
                ("</Table>", "</table>"),
            ],
        ),
        (
            # A word across inline tags, and across something that is left out.
            "<p>un<b>break</b>able</p>",
            [("<P>", "<p>"), ("unbreakable", "un<b>break</b>able"), ("</P>", "</p>")],
        ),
        (
            # A removed table's own tags are not those of the one around it.
            "<table><tr><td>a<i class=navbar><table><tr><td>x</table></i></td></tr></table>",
            [
                ("<Table>", "<table>"),
                ("<Tr>", "<tr>"),
                ("<Td>", "<td>"),
                ("a", "a"),
                ("</Td>", "</td>"),
                ("</Tr>", "</tr>"),
                ("</Table>", "</table>"),
            ],
        ),
        (
            "\ufeff<p>one\r\ntwo</p>\r\n",
            [("<P>", "<p>"), ("one", "one"), ("two", "two"), ("</P>", "</p>")],
        ),
        ("<p>1 < 2</p>", [("<P>", "<p>"), ("1", "1"), ("<", "<"), ("2", "2"), ("</P>", "</p>")]),
    ],
)  # fmt: skip
def test_tokens_are_found_in_the_source(
    source: str, expected: list[tuple[str, str | None]]
) -> None:
    assert [tuple(each) for each in mapped(source)] == expected


def test_marked_sections_and_nuls_shift_nothing() -> None:
    found = mapped(b"\xef\xbb\xbf<![CDATA[x]]><p>o\x00ne\r\n\x00two</p>")
    assert [each.source for each in found] == ["<p>", "o\x00ne", "two", "</p>"]


def test_a_page_that_was_not_changed_is_its_own_source() -> None:
    html = clean_page(b"<p>one</p>")
    tokens = tokenize_to_columns(html)
    offsets = source_offsets(html, html, tokens)
    assert (offsets.start_byte, offsets.end_byte) == (tokens.start_byte, tokens.end_byte)
    assert offsets.missing == 0


def test_another_source_has_no_offsets_at_all() -> None:
    html = clean_page(b"<p>one</p>")
    tokens = tokenize_to_columns(html)
    for other in (b"<p>two</p>", b"\xff", b"<p>one</p>\xf3\xb0\x80\x80"):
        assert source_offsets(other, html, tokens).missing == len(tokens)


def test_a_span_is_known_where_both_of_its_ends_are() -> None:
    raw = b"<p>one two<p>three"
    html = clean_page(raw)
    tokens = tokenize_to_columns(html)
    offsets = source_offsets(raw, html, tokens)
    first = tokens.token.index("<P>")
    assert offsets.span(first, first + 3) == (0, 10)
    assert offsets.span(first, first + 4) == (-1, -1)


def test_every_token_of_a_real_page_is_found() -> None:
    raw = shared_path("pages/nq_Crust-geology.html").read_bytes()
    found = mapped(raw)
    assert len(found) > 3_000
    assert [token for token, source in found if source is None] == []


NAMES = "p b i a div span table tr td th ul li dl dd h1 h2 sup script style select noscript".split()
TEXTS = [
    "one", " two ", "&amp;", "&eacute;", "&notin;", "&notit;", "&#10;", "&#x20;", "&nbsp;", "<",
    "<!-- c -->", "\r\n", "\x00", "\x01", "é", "&", "&#", "<![CDATA[x]]>", "'", '"', "<br>", "-",
    "<img src=x>", "<hr/>", '<div class="navbar">', "\U000f0000",
]  # fmt: skip
PIECES = st.one_of(
    st.sampled_from(TEXTS),
    st.sampled_from([f"<{name}>" for name in NAMES] + [f"</{name}>" for name in NAMES]),
    st.sampled_from(
        ['<td colspan="2">', '<p title="a>b" onclick=x>', "<table/>", "<LI  CLASS='x'>"]
    ),
)


def letters(text: str) -> str:
    """What a text says, without what cleaning and the rules of tokens change in it."""
    return "".join(character for character in text if character.isalnum())


@given(st.lists(PIECES, max_size=30).map("".join))
def test_the_bytes_between_two_offsets_have_the_tokens_text(source: str) -> None:
    try:
        found = mapped(f"{source} end")
    except PageError:
        return
    for token, written in found:
        if written is None:
            continue
        if re.fullmatch(r"</?[A-Z][a-z0-9]*(?: colspan=\"2\")?>", token):
            name = token.strip("</>").split()[0].lower()
            closes = "/" if token[1] == "/" else ""
            assert re.match(rf"<{closes}{name}[\s/>]", written.lower())
            continue
        shown = iter(letters(unescape(written)))
        assert all(character in shown for character in letters(token)), (token, written)
