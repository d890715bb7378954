"""Reading pages."""

from annotator.material.corpus.byte_bounded_cache import ByteBoundedCache
from annotator.material.corpus.markup.spans import LongAnswerCandidate, Token
from annotator.material.corpus.models import Page, PageContent
from annotator.material.corpus.packed import PackedCandidates, PackedTokens
from annotator.material.corpus.packed_page import StoredPages, document_digest
from annotator.material.corpus.storage import decode_candidates, decode_columns, unpack

# A long article's tokens take about 200 kB, its candidates 50.
_tokens: ByteBoundedCache[PackedTokens] = ByteBoundedCache(12 * 1024**2)
_candidates: ByteBoundedCache[PackedCandidates] = ByteBoundedCache(4 * 1024**2)


def html_of(page: Page) -> bytes:
    """The frozen HTML, UTF-8."""
    return unpack(_content(page, "html").html)


def tokens_of(page: Page) -> list[Token]:
    """The page's tokens in order."""
    return decode_columns(unpack(_content(page, "tokens").tokens)).tokens()


def packed_tokens_of(page: Page) -> PackedTokens:
    """The same for callers that want few of them; the process keeps those of the latest pages."""

    def read() -> PackedTokens:
        return PackedTokens(unpack(_content(page, "tokens").tokens))

    return _tokens.get_or_make(page.fingerprint, read)


def candidates_of(page: Page) -> list[LongAnswerCandidate]:
    """The page's long answer candidates in order; their place is the ``candidate_index``."""
    return [candidate for candidate, _ in tagged_candidates_of(page)]


def packed_candidates_of(page: Page) -> PackedCandidates:
    """The same for callers that want one of them, or all as JSON; kept like the tokens."""

    def read() -> PackedCandidates:
        return PackedCandidates(unpack(_content(page, "candidates").candidates))

    return _candidates.get_or_make(page.fingerprint, read)


def tagged_candidates_of(page: Page) -> list[tuple[LongAnswerCandidate, str]]:
    """The page's candidates with their tags (``P``, ``Table``), without reading its tokens."""
    return decode_candidates(unpack(_content(page, "candidates").candidates))


def stored_pages(most: int) -> StoredPages:
    """The latest pages, as a process without a database knows them again."""
    documents, fingerprints = set(), set()
    latest = Page.objects.order_by("-pk").values_list("fingerprint", "sha256", "title", "url")
    for fingerprint, *document in latest[:most].iterator():
        documents.add(document_digest(*document))
        fingerprints.add(bytes.fromhex(fingerprint))
    return StoredPages(frozenset(documents), frozenset(fingerprints))


def _content(page: Page, field: str) -> PageContent:
    return PageContent.objects.only(field).get(pk=page.pk)
