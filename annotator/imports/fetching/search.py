"""Search engines: from a question to ranked addresses (NQ paper, section 3.1)."""

from pathlib import Path
from typing import Any, Protocol
from urllib.parse import parse_qs, quote, unquote, urlsplit

from annotator.formats.fields import check_types
from annotator.formats.lines import LineReader, parse_object
from annotator.formats.problems import FormatError, Problem
from annotator.imports.fetching.client import FetchError, PoliteClient

TOP = 5
"""A question stays when a page of the wiki is among so many first results."""


class SearchProvider(Protocol):
    """Finds addresses for a question, the best first."""

    def search(self, question: str) -> list[str]:
        """Up to ``TOP`` addresses. Raises ``FetchError`` if nobody can be asked."""


class WikiSearch:
    """MediaWiki's own search, over REST."""

    def __init__(self, client: PoliteClient, *, site: str) -> None:
        self._client = client
        self._site = site

    def search(self, question: str) -> list[str]:
        """The wiki's pages that fit best."""
        asked = f"q={quote(question, safe='')}&limit={TOP}"
        value = self._client.get_json(f"{self._site}/w/rest.php/v1/search/page?{asked}")
        try:
            keys = [str(page["key"]) for page in value["pages"]]
        except (KeyError, TypeError) as error:
            raise FetchError("The wiki's answer to a search has no pages in it.") from error
        return [f"{self._site}/wiki/{quote(key, safe='')}" for key in keys[:TOP]]


class ResultFile:
    """Results that somebody has already: JSON lines with ``query`` and ``results``, addresses with
    the best first. Raises ``FormatError`` for a file that holds something else.
    """

    def __init__(self, path: Path) -> None:
        self._results: dict[str, list[Any]] = {}
        with LineReader(path) as reader:
            for entry in reader:
                if isinstance(entry, Problem):
                    raise FormatError([entry])
                value = parse_object(entry)
                problems = list(check_types(value, {"query": str, "results": list}, ""))
                if problems:
                    raise FormatError([problems[0].at(file=reader.name, line=entry.number)])
                self._results[value["query"]] = value["results"]

    def search(self, question: str) -> list[str]:
        """What the file has for exactly this question."""
        return [str(each) for each in self._results.get(question, ())][:TOP]


def first_title(addresses: list[str], *, site: str) -> str | None:
    """The title of the first address that is a page of ``site``; None if none of them is.

    >>> first_title(["https://example.org/a", "https://en.wikipedia.org/wiki/Plumb_bob"],
    ...             site="https://en.wikipedia.org")
    'Plumb bob'
    """
    host = urlsplit(site).netloc
    for address in addresses[:TOP]:
        try:
            parts = urlsplit(address)
        except ValueError:
            continue
        if parts.netloc != host:
            continue
        _, is_page, path = parts.path.partition("/wiki/")
        title = unquote(path) if is_page else parse_qs(parts.query).get("title", [""])[0]
        if title:
            return title.replace("_", " ")
    return None
