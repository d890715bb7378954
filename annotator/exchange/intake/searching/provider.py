"""What every search engine looks like, and which of its results counts (NQ paper, section 3.1)."""

from typing import Any, Protocol
from urllib.parse import parse_qs, unquote, urlsplit

TOP = 5
"""A question stays when a page of the wiki is among so many first results."""

_NOT_ARTICLES = frozenset(
    "category draft file help mediawiki module portal special talk template user wikipedia".split()
)


class SearchProvider(Protocol):
    """Finds addresses for a question, the best first."""

    def search(self, question: str) -> list[str]:
        """Up to ``TOP`` addresses.

        Raises ``RefusedError`` for a question that is refused, and ``FetchError`` where nobody can
        be asked.
        """


class FoundPage(Protocol):
    """A page for a question."""

    def question_fields(self) -> dict[str, Any]:
        """What a line of ``import_pages`` says of its page."""


class PageSource(Protocol):
    """Has the pages that addresses name."""

    def first_of(self, addresses: list[str]) -> FoundPage | None:
        """The first article that these addresses name; None where none of them names one.

        Raises ``RefusedError`` where the page that comes first can't be had, and ``FetchError``
        where nobody can be asked.
        """


def titles_of(addresses: list[str], *, site: str) -> list[str]:
    """The titles of the first ``TOP`` addresses that may be articles of ``site``, the best first.

    >>> titles_of(["https://example.org/a", "https://en.m.wikipedia.org/wiki/Plumb_bob"],
    ...           site="https://en.wikipedia.org")
    ['Plumb bob']
    """
    titles = (_title_in(address, urlsplit(site).netloc) for address in addresses[:TOP])
    return list(dict.fromkeys(filter(None, titles)))


def _title_in(address: str, host: str) -> str:
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return ""
    # The mobile site has the same pages.
    if parts.netloc.casefold().replace(".m.", ".", 1) != host.casefold():
        return ""
    _, is_page, path = parts.path.partition("/wiki/")
    title = unquote(path) if is_page else parse_qs(parts.query).get("title", [""])[0]
    title = title.replace("_", " ").strip()
    space, colon, _ = title.casefold().partition(":")
    is_article = not colon or space.removesuffix(" talk").strip() not in _NOT_ARTICLES
    return title if is_article else ""
