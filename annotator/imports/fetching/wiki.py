"""A page of a MediaWiki, by title, from its REST API."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from annotator.imports.fetching.client import FetchError, PoliteClient


@dataclass(frozen=True, slots=True)
class WikiPage:
    """A page's HTML at one revision. ``url`` names the revision; ``timestamp`` is ISO 8601."""

    title: str
    url: str
    html: str
    revision: int
    timestamp: str
    licence: str


def fetch_page(client: PoliteClient, *, site: str, title: str) -> WikiPage:
    """The current revision of a page, after the wiki's own redirects.

    ``site`` is the wiki's address without a path. Raises ``NotThereError`` and ``FetchError``.
    """
    name = quote(title.strip().replace(" ", "_"), safe="")
    value = client.get_json(f"{site}/w/rest.php/v1/page/{name}/with_html")
    try:
        return _page_of(value, site)
    except (KeyError, TypeError) as error:
        raise FetchError(f"{title}: the wiki's answer has no page in it.") from error


def _page_of(value: Any, site: str) -> WikiPage:
    latest, licence = value["latest"], value.get("license") or {}
    revision, html = latest["id"], value["html"]
    if type(revision) is not int or type(html) is not str:
        raise TypeError
    key = quote(str(value["key"]), safe="")
    return WikiPage(
        title=str(value["title"]),
        url=f"{site}/w/index.php?title={key}&oldid={revision}",
        html=html,
        revision=revision,
        timestamp=str(latest.get("timestamp", "")),
        licence=str(licence.get("url") or licence.get("title") or ""),
    )
