"""How a page's large parts are packed for the database."""

import gzip
import hashlib
from collections.abc import Sequence

import orjson
import zstandard

from annotator.corpus.markup.candidates import candidate_tag
from annotator.corpus.markup.spans import LongAnswerCandidate, Token

_LEVEL = 6


def pack(data: bytes) -> bytes:
    """Compress ``data`` with zstandard."""
    return zstandard.ZstdCompressor(level=_LEVEL).compress(data)


def unpack(data: bytes | memoryview) -> bytes:
    """The inverse of ``pack``."""
    return zstandard.ZstdDecompressor().decompress(bytes(data))


def encode_tokens(tokens: Sequence[Token]) -> bytes:
    """Tokens by column; end bytes as lengths, which compress better."""
    return orjson.dumps(
        {
            "token": [token.token for token in tokens],
            "start": [token.start_byte for token in tokens],
            "length": [token.end_byte - token.start_byte for token in tokens],
            "html": [index for index, token in enumerate(tokens) if token.html_token],
        }
    )


def decode_tokens(data: bytes) -> list[Token]:
    """The inverse of ``encode_tokens``."""
    columns = orjson.loads(data)
    html = set(columns["html"])
    return [
        Token(token, start, start + length, index in html)
        for index, (token, start, length) in enumerate(
            zip(columns["token"], columns["start"], columns["length"], strict=True)
        )
    ]


def encode_candidates(candidates: Sequence[LongAnswerCandidate], tokens: Sequence[Token]) -> bytes:
    """Candidates as rows of six: their offsets, whether they are top-level, and their tag."""
    return orjson.dumps(
        [
            [
                candidate.start_byte,
                candidate.end_byte,
                candidate.start_token,
                candidate.end_token,
                candidate.top_level,
                candidate_tag(tokens[candidate.start_token].token),
            ]
            for candidate in candidates
        ]
    )


def decode_candidates(data: bytes) -> list[tuple[LongAnswerCandidate, str]]:
    """The inverse of ``encode_candidates``: each candidate with its tag."""
    return [(LongAnswerCandidate(*offsets), tag) for *offsets, tag in orjson.loads(data)]


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
