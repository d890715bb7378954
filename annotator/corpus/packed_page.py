"""A page made ready to be stored, without a database: what a process of an import's pool makes."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from annotator.corpus.markup.spans import LongAnswerCandidate, TokenColumns
from annotator.corpus.storage import encode_boxes, encode_columns, pack, page_fingerprint


@dataclass(frozen=True, slots=True)
class PackedPage:
    """A frozen page's columns. ``html``, ``tokens`` and ``candidates`` are compressed."""

    fingerprint: str
    sha256: str
    title: str
    url: str
    byte_count: int
    token_count: int
    candidate_count: int
    html: bytes
    tokens: bytes
    candidates: bytes


def pack_page(
    *,
    html: bytes,
    title: str,
    url: str,
    tokens: TokenColumns,
    candidates: Sequence[LongAnswerCandidate],
) -> PackedPage:
    """Fingerprint and compress a page."""
    token_bytes, candidate_bytes = encode_columns(tokens), encode_boxes(candidates, tokens.token)
    return PackedPage(
        fingerprint=page_fingerprint(
            title=title, url=url, parts=[html, token_bytes, candidate_bytes]
        ),
        sha256=hashlib.sha256(html).hexdigest(),
        title=title,
        url=url,
        byte_count=len(html),
        token_count=len(tokens),
        candidate_count=len(candidates),
        html=pack(html),
        tokens=pack(token_bytes),
        candidates=pack(candidate_bytes),
    )
