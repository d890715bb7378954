"""A MediaWiki as a search engine, and as the source of the pages that any of them names."""

from functools import cached_property
from pathlib import Path
from urllib.parse import quote

from annotator.exchange.imports.fetching.client import NotThereError, PoliteClient, TooLargeError
from annotator.exchange.imports.fetching.page_file import PageFile
from annotator.exchange.imports.fetching.references import PageReference
from annotator.exchange.imports.fetching.wiki import WikiPage, fetch_page, find_titles
from annotator.exchange.intake.searching.provider import TOP, FoundPage, titles_of
from annotator.material.corpus.markup.cleaning import clean_page
from annotator.material.corpus.markup.page_error import PageError


class WikiSearch:
    """MediaWiki's own search."""

    def __init__(self, client: PoliteClient, *, site: str) -> None:
        self._client = client
        self._site = site

    def search(self, question: str) -> list[str]:
        """The wiki's pages that fit best."""
        titles = find_titles(self._client, site=self._site, question=question, most=TOP)
        return [f"{self._site}/wiki/{quote(title.replace(' ', '_'), safe='')}" for title in titles]


class WikiPages:
    """The wiki's pages at their current revision. Each is asked for once, and kept at ``path``."""

    def __init__(self, client: PoliteClient, *, site: str, path: Path) -> None:
        self._client = client
        self._site = site
        self._path = path

    @cached_property
    def _file(self) -> PageFile:
        return PageFile(self._path)

    def first_of(self, addresses: list[str]) -> FoundPage | None:
        """The first article of the wiki that can be imported.

        Missing and disambiguation pages are passed over, and those that are too large or have no
        text.
        """
        for title in titles_of(addresses, site=self._site):
            try:
                page = self._file.get(PageReference(self._site, title), fetch=self._fetch)
                clean_page(page.html.encode())
            except (NotThereError, TooLargeError, PageError):
                continue
            return page
        return None

    def _fetch(self, wanted: PageReference) -> WikiPage:
        return fetch_page(self._client, site=wanted.site, title=wanted.title)
