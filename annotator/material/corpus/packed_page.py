"""A page ready to be stored. Processes of an import's pool make it, without a database."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from annotator.material.corpus.markup.clauses import are_clauses
from annotator.material.corpus.markup.spans import LongAnswerCandidate, TokenColumns
from annotator.material.corpus.packed_source import PackedSource
from annotator.material.corpus.storage import (
    decode_columns,
    encode_boxes,
    encode_columns,
    pack,
    page_fingerprint,
    unpack,
)


@dataclass(frozen=True, slots=True)
class PackedPage:
    """A frozen page's columns. ``html``, ``tokens`` and ``candidates`` are compressed, and empty of
    a page that was stored when it was packed. ``source`` is what it was imported as, where that is
    at hand. ``has_clauses`` is whether its tokens are clauses; False where they are not at hand.
    """

    fingerprint: str
    sha256: str
    title: str
    url: str
    byte_count: int
    token_count: int
    candidate_count: int
    html: bytes = b""
    tokens: bytes = b""
    candidates: bytes = b""
    source: PackedSource | None = None
    has_clauses: bool = False

    @property
    def has_content(self) -> bool:
        """Whether it can be written."""
        return bool(self.html)

    def token_columns(self) -> TokenColumns:
        """The tokens of a page that has its content."""
        return decode_columns(unpack(self.tokens))


@dataclass(frozen=True, slots=True)
class StoredPages:
    """Pages that were stored before an import began, by digests: of their documents, that is HTML,
    title and address, and their fingerprints.
    """

    documents: frozenset[bytes] = frozenset()
    fingerprints: frozenset[bytes] = frozenset()

    def have(self, *, html: bytes, title: str, url: str) -> bool:
        """Whether one of them has this document, if perhaps other tokens or candidates."""
        return bool(self.documents) and (
            document_digest(hashlib.sha256(html).hexdigest(), title, url) in self.documents
        )


def document_digest(sha256: str, title: str, url: str) -> bytes:
    """Of a page's document, by the digest of its HTML."""
    return hashlib.sha256(f"{sha256}\n{title}\n{url}".encode()).digest()


NO_PAGES = StoredPages()


def stored_page(
    *,
    html: bytes,
    title: str,
    url: str,
    tokens: TokenColumns,
    candidates: Sequence[LongAnswerCandidate],
    stored: StoredPages,
) -> PackedPage | None:
    """A page without its content, if it is one of the ``stored`` ones; else None.

    Only the types of the fields of tokens and candidates are checked before.
    """
    try:
        page, _ = _without_content(html, title, url, tokens, candidates)
    except (IndexError, TypeError, ValueError):
        # No such token, a number beyond 64 bits, or no tag.
        return None
    return page if bytes.fromhex(page.fingerprint) in stored.fingerprints else None


def pack_page(
    *,
    html: bytes,
    title: str,
    url: str,
    tokens: TokenColumns,
    candidates: Sequence[LongAnswerCandidate],
    source: PackedSource | None = None,
) -> PackedPage:
    """Fingerprint and compress a page."""
    page, (token_bytes, candidate_bytes) = _without_content(html, title, url, tokens, candidates)
    return replace(
        page,
        html=pack(html),
        tokens=pack(token_bytes),
        candidates=pack(candidate_bytes),
        source=source,
    )


def _without_content(
    html: bytes,
    title: str,
    url: str,
    tokens: TokenColumns,
    candidates: Sequence[LongAnswerCandidate],
) -> tuple[PackedPage, tuple[bytes, bytes]]:
    """The page, and its tokens and candidates as they are stored, not compressed."""
    encoded = encode_columns(tokens), encode_boxes(candidates, tokens.token)
    page = PackedPage(
        fingerprint=page_fingerprint(title=title, url=url, parts=[html, *encoded]),
        sha256=hashlib.sha256(html).hexdigest(),
        title=title,
        url=url,
        byte_count=len(html),
        token_count=len(tokens),
        candidate_count=len(candidates),
        has_clauses=are_clauses(tokens.token),
    )
    return page, encoded
