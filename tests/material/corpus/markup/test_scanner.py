import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.material.corpus.markup.scanner import Kind, scan, split_markup, tag_names
from tests.material.corpus.markup.tag_soup import tag_soup


def pieces(html: bytes) -> list[tuple[Kind, str, bytes]]:
    return [(piece.kind, piece.name, html[piece.start : piece.end]) for piece in scan(html)]


def test_scan_tells_text_tags_and_comments_apart():
    assert pieces(b"<!DOCTYPE html><P id='a'>x<!-- <b> -->y</P >") == [
        (Kind.OTHER, "", b"<!DOCTYPE html>"),
        (Kind.OPEN, "p", b"<P id='a'>"),
        (Kind.TEXT, "", b"x"),
        (Kind.OTHER, "", b"<!-- <b> -->"),
        (Kind.TEXT, "", b"y"),
        (Kind.CLOSE, "p", b"</P >"),
    ]


def test_scan_takes_a_raw_text_element_whole():
    html = b"<STYLE>p>a{}</p></style ><title>a &lt; <b></TITLE>"
    assert pieces(html) == [
        (Kind.RAW, "style", b"<STYLE>p>a{}</p></style >"),
        (Kind.RAW, "title", b"<title>a &lt; <b></TITLE>"),
    ]
    assert [html[p.content_start : p.content_end] for p in scan(html)] == [
        b"p>a{}</p>",
        b"a &lt; <b>",
    ]


@pytest.mark.parametrize(
    ("html", "tag"),
    [
        (b'<a title="x>y">z', b'<a title="x>y">'),
        (b"<a title='x>y'>z", b"<a title='x>y'>"),
        (b"<a b'c>z", b"<a b'c>"),
        (b'<a b=c"d>z', b'<a b=c"d>'),
        (b'<a b= "c>d" e>z', b'<a b= "c>d" e>'),
        (b"<a b=>z", b"<a b=>"),
        (b"<br/>z", b"<br/>"),
    ],
)
def test_scan_ends_a_tag_where_its_quotes_allow(html: bytes, tag: bytes):
    assert pieces(html) == [(Kind.OPEN, tag[1:3].decode().strip(), tag), (Kind.TEXT, "", b"z")]


@pytest.mark.parametrize("html", [b"a < b", b"1<2", b"<", b"a </", b"&lt;b>"])
def test_scan_keeps_a_lone_angle_bracket_as_text(html: bytes):
    assert pieces(html) == [(Kind.TEXT, "", html)]


@pytest.mark.parametrize(
    "rest", [b'<a href="x>y', b"<a ", b"</a", b"<!-- x", b"<!doctype", b"<?php", b"</ x"]
)
def test_scan_takes_what_is_left_open_to_the_end(rest: bytes):
    assert pieces(b"x" + rest) == [(Kind.TEXT, "", b"x"), (Kind.OTHER, "", rest)]


def test_scan_takes_an_unclosed_script_to_the_end():
    assert pieces(b"<script>x</scriptx><p>") == [(Kind.RAW, "script", b"<script>x</scriptx><p>")]


@pytest.mark.parametrize("html", [b"<!-->x", b"<!--->x", b"<!--a--!>x", b"<![CDATA[a]]>x", b"</>x"])
def test_scan_ends_odd_comments_where_browsers_do(html: bytes):
    assert pieces(html) == [(Kind.OTHER, "", html[:-1]), (Kind.TEXT, "", b"x")]


@given(st.one_of(tag_soup.map(str.encode), st.binary(), st.text("<>/!-= \"'abp").map(str.encode)))
def test_scan_covers_every_byte_exactly_once(html: bytes):
    assert b"".join(html[piece.start : piece.end] for piece in scan(html)) == html
    for piece in scan(html):
        assert piece.start <= piece.content_start <= piece.content_end <= piece.end
        assert piece.start < piece.end


@given(st.one_of(tag_soup.map(str.encode), st.binary(), st.text("<>/!-= \"'abp").map(str.encode)))
def test_split_markup_takes_a_page_apart_as_scan_does(html: bytes):
    markup = split_markup(html)
    names, starts = tag_names(markup.names), markup.starts()
    found = [
        ("", markup.texts[0], 0),
        *(
            piece
            for number, (name, tag) in enumerate(zip(markup.names, markup.tags, strict=True))
            for piece in (
                (names[name], tag, markup.start_of(number)),
                ("", markup.texts[number + 1], starts[number + 1]),
            )
        ),
    ]
    slashes = {Kind.OPEN: "", Kind.CLOSE: "/"}
    assert [piece for piece in found if piece[1]] == [
        (
            slashes[piece.kind] + piece.name if piece.kind in slashes else "",
            html[piece.start : piece.end],
            piece.start,
        )
        for piece in scan(html)
    ]


def test_split_markup_names_closing_tags_with_all_that_they_say():
    markup = split_markup(b"<P a>x</P\n><Br/></div a='>'>")
    assert markup.names == [b"P", b"/P\n", b"Br", b"/div a='>'"]
    assert [tag_names(markup.names)[name] for name in markup.names] == ["p", "/p", "br", "/div"]


@pytest.mark.parametrize(
    "unit",
    ['<a "', "<a =", '<a b="', "<", "</", "<!", "<!-- -", "<script>", "<script", "<div>", "<p a='"],
)
def test_scan_gets_through_half_a_megabyte_of_it(unit: str):
    html = (unit * 500_000)[:500_000].encode()
    assert sum(piece.end - piece.start for piece in scan(html)) == len(html)
    markup = split_markup(html)
    assert sum(map(len, markup.texts)) + sum(map(len, markup.tags)) == len(html)
