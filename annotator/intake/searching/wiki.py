"""A MediaWiki as a search engine, and as the source of the pages that any of them names."""

from urllib.parse import quote

from annotator.imports.fetching.client import FetchError, NotThereError, PoliteClient
from annotator.imports.fetching.wiki import fetch_page
from annotator.intake.searching.provider import TOP, FoundPage, first_title


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


class WikiPages:
    """The wiki's pages at their current revision."""

    def __init__(self, client: PoliteClient, *, site: str) -> None:
        self._client = client
        self._site = site

    def first_of(self, addresses: list[str]) -> FoundPage | None:
        """The first article of the wiki, fetched; None where none is there, or it is gone."""
        title = first_title(addresses, site=self._site)
        if title is None:
            return None
        try:
            return fetch_page(self._client, site=self._site, title=title)
        except NotThereError:
            return None
