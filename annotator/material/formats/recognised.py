"""What a file is that nobody can import: recognised by its content, whatever its name is.

Every format asks here, so that all of them refuse the same file with the same sentence.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from annotator.material.formats.problems import Problem

HEAD_BYTES = 2**13
"""How many bytes of a file are enough to recognise it."""
GZIP = b"\x1f\x8b"
UTF8_BOM = b"\xef\xbb\xbf"


class Wanted(StrEnum):
    """What a format reads, as the end of *Give …*."""

    LINES = "JSON lines in UTF-8, plain or compressed with gzip"
    QUERIES = "text, CSV, TSV or JSON lines in UTF-8, plain or compressed with gzip"
    VALUE = "JSON in UTF-8, plain or compressed with gzip"
    TABLE = "a table with tabs in UTF-8, plain or compressed with gzip"
    VECTORS = "word vectors as text in UTF-8, plain or compressed with gzip"
    PAGE = "the page's HTML in UTF-8"


_JSON = (Wanted.LINES, Wanted.QUERIES, Wanted.VALUE)
_ARRAY = re.compile(rb"\[\s*(?:[{\]]|\n)")
_LONG_OBJECT = re.compile(rb"\{[ \t\r]*\n\s*[\"}]")
_TREC = re.compile(
    rb"<top>|\S+[ \t]+(?:Q0[ \t]+\S+[ \t]+\d+[ \t]|0[ \t]+\S+[ \t]+-?\d+\s)", re.IGNORECASE
)
_OFFICE = (b"[Content_Types].xml", b"docProps/", b"mimetypeapplication/vnd.oasis")


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of content, how to recognise it, what to do about it, and which formats refuse it."""

    what: str
    fix: str
    is_there: Callable[[bytes], bool]
    unwanted_as: tuple[Wanted, ...] = tuple(Wanted)


def _begins(*magic: bytes) -> Callable[[bytes], bool]:
    return lambda head: head.startswith(magic)


def _text_begins(pattern: re.Pattern[bytes]) -> Callable[[bytes], bool]:
    return lambda head: bool(pattern.match(head.removeprefix(UTF8_BOM).lstrip()))


def _is_excel(head: bytes) -> bool:
    return head.startswith(b"PK") and b"xl/" in head


def _is_office(head: bytes) -> bool:
    return head.startswith(b"PK\x03\x04") and any(name in head for name in _OFFICE)


def _has_nul_at(*places: int) -> Callable[[bytes], bool]:
    """Whether of the first four bytes just these are NUL: text begins with an ASCII character."""
    return lambda head: [place for place, byte in enumerate(head[:4]) if not byte] == [*places]


_EXPORT = "Save what is in it as another file: give {wanted}"
_UTF8 = "Save the file as UTF-8"
_KINDS = (
    _Kind("an Excel workbook", _EXPORT, _is_excel),
    _Kind("an office document", _EXPORT, _is_office),
    _Kind(
        "a ZIP archive",
        "Unpack it: give {wanted}",
        _begins(b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08"),
    ),
    _Kind("an old Excel or Word file", _EXPORT, _begins(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")),
    _Kind("a bzip2 file", "Unpack it: give {wanted}", _begins(b"BZh")),
    _Kind("an xz file", "Unpack it: give {wanted}", _begins(b"\xfd7zXZ\x00")),
    _Kind("a Zstandard file", "Unpack it: give {wanted}", _begins(b"\x28\xb5\x2f\xfd")),
    _Kind("a 7-Zip archive", "Unpack it: give {wanted}", _begins(b"7z\xbc\xaf\x27\x1c")),
    _Kind("a RAR archive", "Unpack it: give {wanted}", _begins(b"Rar!\x1a\x07")),
    _Kind("a tar archive", "Unpack it: give {wanted}", lambda head: head[257:262] == b"ustar"),
    _Kind(
        "a gzip file in a gzip file",
        "Compress it once",
        _begins(GZIP),
        (*_JSON, Wanted.TABLE, Wanted.VECTORS),
    ),
    _Kind("a gzip file", "Unpack it: give {wanted}", _begins(GZIP), (Wanted.PAGE,)),
    _Kind("a Parquet file", _EXPORT, _begins(b"PAR1")),
    _Kind("an Arrow file", _EXPORT, _begins(b"ARROW1", b"FEA1")),
    _Kind("an SQLite database", _EXPORT, _begins(b"SQLite format 3\x00")),
    _Kind("a PDF", "Give {wanted}", _begins(b"%PDF-")),
    _Kind("a picture", "Give {wanted}", _begins(b"\x89PNG", b"\xff\xd8\xff", b"GIF8")),
    _Kind("a text with formatting (RTF)", _EXPORT, _begins(b"{\\rtf")),
    _Kind(
        "a pointer of Git LFS, not the file itself",
        "Fetch the file with `git lfs pull`",
        _begins(b"version https://git-lfs"),
    ),
    _Kind("a UTF-32 file", _UTF8, _begins(b"\xff\xfe\x00\x00", b"\x00\x00\xfe\xff")),
    _Kind("a UTF-16 file", _UTF8, _begins(b"\xff\xfe", b"\xfe\xff")),
    _Kind("a UTF-32 file", _UTF8, _has_nul_at(1, 2, 3)),
    _Kind("a UTF-32 file", _UTF8, _has_nul_at(0, 1, 2)),
    _Kind("a UTF-16 file", _UTF8, _has_nul_at(1, 3)),
    _Kind("a UTF-16 file", _UTF8, _has_nul_at(0, 2)),
    _Kind(
        "a file that begins with NUL bytes",
        "Transfer it again: it was not written whole",
        _has_nul_at(0, 1, 2, 3),
    ),
    _Kind(
        "an XML file",
        "Give {wanted}",
        _text_begins(re.compile(rb"<\?xml")),
        (*_JSON, Wanted.TABLE),
    ),
    _Kind(
        "TREC's topics, results or judgments",
        "Plumbline doesn't read them: give {wanted}",
        _text_begins(_TREC),
        (*_JSON, Wanted.TABLE),
    ),
    _Kind(
        "an HTML page",
        "Download the data itself, instead of a page about it: give {wanted}",
        _text_begins(re.compile(b"<")),
        (*_JSON, Wanted.TABLE),
    ),
    _Kind("JSON", "Give {wanted}", _text_begins(re.compile(rb"[\[{]")), (Wanted.TABLE,)),
    _Kind(
        "a JSON array, not JSON lines",
        "Write each object on a line of its own, as `jq -c '.[]'` does",
        _text_begins(_ARRAY),
        (Wanted.LINES, Wanted.QUERIES),
    ),
    _Kind(
        "a JSON object on several lines, not JSON lines",
        "Write each object on one line, as `jq -c .` does",
        _text_begins(_LONG_OBJECT),
        (Wanted.LINES, Wanted.QUERIES),
    ),
)


def refuse_content(head: bytes, *, wanted: Wanted) -> Problem | None:
    """What is wrong with a file that begins with ``head``, unpacked; None if nothing is.

    >>> str(refuse_content(b"%PDF-1.7", wanted=Wanted.PAGE))
    "this is a PDF. Give the page's HTML in UTF-8."
    """
    for kind in _KINDS:
        if wanted in kind.unwanted_as and kind.is_there(head):
            return Problem(f"this is {kind.what}", kind.fix.format(wanted=wanted))
    return None
