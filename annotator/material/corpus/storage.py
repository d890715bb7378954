"""How a page's large parts are packed for the database."""

import gzip
import hashlib
from collections.abc import Sequence
from operator import add, sub
from typing import NamedTuple

import orjson
import zstandard

from annotator.material.corpus.markup.candidates import candidate_tag
from annotator.material.corpus.markup.spans import LongAnswerCandidate, TokenColumns

# Three times as fast as 6, for a twelfth more bytes.
_LEVEL = 3


def pack(data: bytes) -> bytes:
    """Compress ``data`` with zstandard."""
    return zstandard.ZstdCompressor(level=_LEVEL).compress(data)


def unpack(data: bytes | memoryview) -> bytes:
    """The inverse of ``pack``."""
    return zstandard.ZstdDecompressor().decompress(bytes(data))


class Packed(NamedTuple):
    """Bytes as the database keeps them, compressed, and the sha256, hex, of what they were.

    Of a large file it takes seconds to make, so make it before the transaction that keeps it: on
    SQLite nobody else could write meanwhile.
    """

    content: bytes
    sha256: str

    @classmethod
    def of(cls, data: bytes) -> "Packed":
        """Compress ``data``."""
        return cls(pack(data), hashlib.sha256(data).hexdigest())


def encode_columns(columns: TokenColumns) -> bytes:
    """Tokens by column; end bytes as lengths, which compress better."""
    return orjson.dumps(
        {
            "token": columns.token,
            "start": columns.start_byte,
            "length": list(map(sub, columns.end_byte, columns.start_byte)),
            "html": columns.html,
        }
    )


def decode_columns(data: bytes) -> TokenColumns:
    """The inverse of ``encode_columns``."""
    columns = orjson.loads(data)
    ends = list(map(add, columns["start"], columns["length"]))
    return TokenColumns(columns["token"], columns["start"], ends, columns["html"])


class JsonColumns(NamedTuple):
    """The columns of ``encode_columns``, each a list as JSON."""

    token: bytes
    start: bytes
    length: bytes
    html: bytes


def split_columns(data: bytes) -> JsonColumns:
    """The columns as they are stored, for writing JSON without parsing them."""
    # From the end, because only the texts of tokens can look like a key.
    html = data.rindex(b',"html":[')
    length = data.rindex(b',"length":[', 0, html)
    start = data.rindex(b',"start":[', 0, length)
    return JsonColumns(
        data[len('{"token":') : start],
        data[start + len(',"start":') : length],
        data[length + len(',"length":') : html],
        data[html + len(',"html":') : -1],
    )


def encode_boxes(candidates: Sequence[LongAnswerCandidate], tokens: Sequence[str]) -> bytes:
    """Candidates as rows of six: their offsets, whether they are top-level, and their tag.
    ``tokens`` are the texts of the page's tokens.
    """
    return orjson.dumps(
        [
            [
                candidate.start_byte,
                candidate.end_byte,
                candidate.start_token,
                candidate.end_token,
                candidate.top_level,
                candidate_tag(tokens[candidate.start_token]),
            ]
            for candidate in candidates
        ]
    )


def decode_candidates(data: bytes) -> list[tuple[LongAnswerCandidate, str]]:
    """The inverse of ``encode_boxes``: each candidate with its tag."""
    return [(LongAnswerCandidate(*offsets), tag) for *offsets, tag in orjson.loads(data)]


class JsonBoxes(NamedTuple):
    """The candidates of ``encode_boxes`` by column, each value as JSON."""

    start_byte: list[bytes]
    end_byte: list[bytes]
    start_token: list[bytes]
    end_token: list[bytes]
    top_level: list[bytes]


def split_boxes(data: bytes) -> JsonBoxes:
    """The candidates without their tags, for writing JSON."""
    # Numbers, ``true`` or ``false``, and a tag's name: none has a comma.
    values = [] if data == b"[]" else data[2:-2].replace(b"],[", b",").split(b",")
    return JsonBoxes(*(values[column::6] for column in range(5)))


def page_fingerprint(*, title: str, url: str, parts: Sequence[bytes]) -> str:
    """sha256 over everything that is frozen about a page, each part with its length before it."""
    digest = hashlib.sha256()
    for part in (title.encode(), url.encode(), *parts):
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()


def pack_rendering(html: bytes) -> bytes:
    """Compress a rendering so that it can be sent as it is stored (``Content-Encoding: gzip``)."""
    return gzip.compress(html, compresslevel=6, mtime=0)
