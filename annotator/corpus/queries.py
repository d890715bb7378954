"""Reading pages."""

from annotator.corpus.markup.spans import LongAnswerCandidate, Token
from annotator.corpus.models import Page, PageContent
from annotator.corpus.storage import decode_candidates, decode_tokens, unpack


def html_of(page: Page) -> bytes:
    """The frozen HTML, UTF-8."""
    return unpack(_content(page, "html").html)


def tokens_of(page: Page) -> list[Token]:
    """The page's tokens in order."""
    return decode_tokens(unpack(_content(page, "tokens").tokens))


def candidates_of(page: Page) -> list[LongAnswerCandidate]:
    """The page's long answer candidates in order; their place is the ``candidate_index``."""
    return [candidate for candidate, _ in tagged_candidates_of(page)]


def tagged_candidates_of(page: Page) -> list[tuple[LongAnswerCandidate, str]]:
    """The page's candidates with their tags (``P``, ``Table``), without reading its tokens."""
    return decode_candidates(unpack(_content(page, "candidates").candidates))


def _content(page: Page, field: str) -> PageContent:
    return PageContent.objects.only(field).get(pk=page.pk)
