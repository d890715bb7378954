"""A page of a MediaWiki, by title or revision, from its REST API or else from its parse API."""

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode, urljoin

from annotator.exchange.imports.fetching.client import (
    MAX_REDIRECTS,
    FetchError,
    NotThereError,
    PoliteClient,
    RefusedError,
    code_of,
)
from annotator.exchange.imports.fetching.redirects import redirect_in
from annotator.exchange.imports.fetching.references import PageReference, reference_of

MAX_LAG_SECONDS = 5
"""A wiki whose databases are further behind is left alone; it says so itself."""

_NO_REST = frozenset({"", "rest-no-match"})
_BAD_REQUEST = 400
_DISAMBIGUATION = re.compile(
    r'property="mw:PageProp/disambiguation"|id="disambigbox"|class="[^"]*\bdmbox-disambig\b'
)


class DisambiguationPageError(NotThereError):
    """A page that lists articles and is none."""


@dataclass(frozen=True, slots=True)
class WikiPage:
    """A page's HTML at one revision. ``url`` names the revision; ``timestamp`` is ISO 8601."""

    title: str
    url: str
    html: str
    revision: int
    timestamp: str
    licence: str
    is_disambiguation: bool = False

    def question_fields(self) -> dict[str, Any]:
        """What a line of ``import_pages`` says of its page."""
        return {
            "document_url": self.url,
            "document_title": self.title,
            "document_html": self.html,
            "revision": self.revision,
            "timestamp": self.timestamp,
            "licence": self.licence,
        }


def fetch_page(
    client: PoliteClient,
    *,
    site: str,
    title: str = "",
    revision: int | None = None,
    disambiguations: bool = False,
) -> WikiPage:
    """The current revision of a page, after the wiki's own redirects; or the revision asked for.

    ``site`` is the wiki's address without a path. Raises ``NotThereError``, with a sentence about
    what is missing or was deleted, ``DisambiguationPageError`` unless ``disambiguations`` are
    wanted, ``RefusedError`` for a page that can't be had, and ``FetchError`` where the wiki can't
    be asked.
    """
    page = _after_redirects(client, PageReference(site, title.strip(), revision))
    if page.is_disambiguation and not disambiguations:
        raise DisambiguationPageError(f"{page.title} is a disambiguation page, not an article.")
    return page


def _after_redirects(client: PoliteClient, wanted: PageReference) -> WikiPage:
    """A page, or the one that it leads to. Most wikis follow their redirects themselves."""
    asked = wanted
    for _ in range(MAX_REDIRECTS + 1):
        page = _answered(client, asked)
        href = redirect_in(page.html)
        if href is None:
            return page
        target = reference_of(urljoin(f"{asked.site}/wiki/", href))
        if wanted.revision is not None:
            raise NotThereError(f"Revision {wanted.revision} is a redirect, not an article.")
        if target is None or target.site != asked.site:
            raise NotThereError(f"{wanted} leads to another site: {href:.200}.")
        asked = target
    raise NotThereError(f"{wanted} leads from page to page in a circle.")


def _answered(client: PoliteClient, wanted: PageReference) -> WikiPage:
    try:
        return _from_rest(client, wanted)
    except NotThereError as error:
        if error.key not in _NO_REST:
            raise _why_missing(client, wanted) from error
        return _from_api(client, wanted)


def find_titles(client: PoliteClient, *, site: str, question: str, most: int) -> list[str]:
    """The titles of the pages that the wiki's own search finds, the best first.

    Raises ``RefusedError`` for a question that is refused, and ``FetchError`` where the wiki can't
    be asked.
    """
    asked = urlencode({"q": question, "limit": most})
    try:
        try:
            value = client.get_json(f"{site}/w/rest.php/v1/search/page?{asked}")
            return [str(page["key"]).replace("_", " ") for page in value["pages"][:most]]
        except NotThereError as error:
            if error.key not in _NO_REST:
                raise
            value = _ask(
                client, site, action="query", list="search", srsearch=question, srlimit=most
            )
            return [str(page["title"]) for page in value["query"]["search"][:most]]
    except (KeyError, TypeError) as error:
        raise FetchError("The wiki's answer to a search has no pages in it.") from error


def _from_rest(client: PoliteClient, wanted: PageReference) -> WikiPage:
    what = (
        f"page/{_key(wanted.title)}" if wanted.revision is None else f"revision/{wanted.revision}"
    )
    value = client.get_json(f"{wanted.site}/w/rest.php/v1/{what}/with_html")
    try:
        page = value if wanted.revision is None else value["page"]
        revision = value["latest"] if wanted.revision is None else value
        return _page_of(
            wanted.site,
            title=page["title"],
            html=value["html"],
            revision=revision["id"],
            timestamp=revision.get("timestamp"),
            licence=value.get("license") or {},
            is_disambiguation=bool(_DISAMBIGUATION.search(value["html"])),
        )
    except (AttributeError, KeyError, TypeError) as error:
        raise RefusedError(f"{wanted}: the wiki's answer has no page in it.") from error


def _from_api(client: PoliteClient, wanted: PageReference) -> WikiPage:
    """The page from the older API: what it is, and then its HTML."""
    found = _ask(
        client,
        wanted.site,
        action="query",
        prop="revisions|pageprops",
        ppprop="disambiguation",
        rvprop="ids|timestamp",
        meta="siteinfo",
        siprop="rightsinfo",
        redirects="1",
        **({"titles": wanted.title} if wanted.revision is None else {"revids": wanted.revision}),
    )
    try:
        query = found["query"]
        page: dict[str, Any] = next(iter(query.get("pages", ())), {"missing": True})
        if page.get("missing") or page.get("invalid") or not page.get("revisions"):
            raise _why_missing(client, wanted)
        revision = page["revisions"][0]
        parsed = _ask(client, wanted.site, action="parse", oldid=revision["revid"], prop="text")
        return _page_of(
            wanted.site,
            title=page["title"],
            html=parsed["parse"]["text"],
            revision=revision["revid"],
            timestamp=revision.get("timestamp"),
            licence=_licence_of(query.get("rightsinfo", {})),
            is_disambiguation="disambiguation" in page.get("pageprops", {}),
        )
    except (AttributeError, KeyError, TypeError) as error:
        raise RefusedError(f"{wanted}: the wiki's answer has no page in it.") from error


def _licence_of(rights: dict[str, Any]) -> dict[str, Any]:
    """What the older API says of a wiki's licence, as the REST API does."""
    return {"url": rights.get("url"), "title": rights.get("text")}


def _ask(client: PoliteClient, site: str, **asked: object) -> Any:
    """An answer of the older API, which is told to leave a busy wiki alone.

    Raises ``RefusedError`` if it is an error.
    """
    common = {"format": "json", "formatversion": "2", "maxlag": MAX_LAG_SECONDS}
    value = client.get_json(f"{site}/w/api.php?{urlencode({**asked, **common})}")
    if code := code_of(value):
        # The API says so with status 200.
        raise RefusedError(f"{site}: the wiki answered with the error {code!r:.100}.", _BAD_REQUEST)
    return value


def _why_missing(client: PoliteClient, wanted: PageReference) -> NotThereError:
    """What to say about a page that the wiki has not: whether it was deleted is in its log."""
    if wanted.revision is not None:
        return NotThereError(f"{wanted.site} shows no revision {wanted.revision}.")
    try:
        found = _ask(
            client,
            wanted.site,
            action="query",
            list="logevents",
            letype="delete",
            letitle=wanted.title,
            leprop="type|timestamp",
            lelimit="1",
        )
        events = found["query"]["logevents"]
        if events and events[0].get("action") == "delete":
            return NotThereError(f"{wanted.title} was deleted on {events[0]['timestamp'][:10]}.")
    except (FetchError, AttributeError, KeyError, TypeError):
        # The page is missing, whatever its log says.
        pass
    return NotThereError(f"There is no page titled {wanted.title}.")


def _page_of(
    site: str,
    *,
    title: Any,
    html: Any,
    revision: Any,
    timestamp: Any,
    licence: dict[str, Any],
    is_disambiguation: bool,
) -> WikiPage:
    if type(revision) is not int or type(html) is not str or type(title) is not str:
        raise TypeError
    return WikiPage(
        title=title,
        url=f"{site}/w/index.php?title={_key(title)}&oldid={revision}",
        html=html,
        revision=revision,
        timestamp=str(timestamp or ""),
        licence=str(licence.get("url") or licence.get("title") or ""),
        is_disambiguation=is_disambiguation,
    )


def _key(title: str) -> str:
    return quote(title.replace(" ", "_"), safe="")
