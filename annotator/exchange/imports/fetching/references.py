"""References to a page of a wiki: by its title, or by one of its revisions."""

import re
from typing import NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

from annotator.exchange.imports.fetching.client import LOOPBACK
from annotator.material.corpus.page_titles import comparable_title

_PERMANENT = re.compile(r"Special:Perma(?:nent)?link/(\d+)", re.IGNORECASE)
_VARIANT = re.compile(
    r"/(?:zh(?:-(?:cn|hans|hant|hk|mo|my|sg|tw))?|(?:sr|kk|ku|uz|tg|iu|shi|gan|crh|sh)-[a-z]+|"
    r"en-[a-z]+)/"
)
_LARGEST_REVISION = 2**63 - 1
_DIGITS = 19
# Of the largest.
_HTTP_PORT = 80


class PageReference(NamedTuple):
    """A page of the wiki at ``site``, an address without a path: the revision with this number, or
    the current one of the page with this title.
    """

    site: str
    title: str = ""
    revision: int | None = None

    @property
    def key(self) -> str:
        """The key that two references to the same page share."""
        named = comparable_title(self.title) if self.revision is None else f"#{self.revision}"
        return f"{self.site} {named}"

    def __str__(self) -> str:
        return self.title if self.revision is None else f"revision {self.revision}"

    @property
    def current(self) -> "PageReference":
        """The page's current revision."""
        return self._replace(revision=None)


def reference_of(address: str) -> PageReference | None:
    """The page that an address of a wiki names; None where it names none.

    Addresses with http become https, as nothing else is fetched except from this machine.

    >>> reference_of("https://en.wikipedia.org/wiki/Plumb_bob#Use")
    PageReference(site='https://en.wikipedia.org', title='Plumb bob', revision=None)
    >>> reference_of("https://en.wikipedia.org//w/index.php?title=Plumb_bob&amp;oldid=12").revision
    12
    """
    try:
        # Files have addresses as HTML writes them. Other entities begin as parameters may: `&sect`.
        parts = urlsplit(address.strip().replace("&amp;", "&"))
        scheme, host, port = parts.scheme, parts.hostname, parts.port
    except ValueError:
        return None
    if scheme not in {"http", "https"} or not host:
        return None
    if scheme == "http" and host not in LOOPBACK and port in {None, _HTTP_PORT}:
        scheme, port = "https", None
    site = f"{scheme}://{host}:{port}" if port else f"{scheme}://{host}"
    _, is_page, path = parts.path.partition("/wiki/")
    if not is_page and (variant := _VARIANT.match(parts.path)):
        # The same page, as this wiki writes it for readers of one script.
        is_page, path = variant[0], parts.path[variant.end() :]
    charset = _charset_of(f"{path}?{parts.query}")
    asked = parse_qs(parts.query, encoding=charset)
    title = (
        (unquote(path, charset) if is_page else asked.get("title", [""])[0])
        .replace("_", " ")
        .strip()
    )
    permanent = _PERMANENT.fullmatch(title)
    number = permanent[1] if permanent else asked.get("oldid", [""])[0]
    if permanent:
        title = ""
    revision = (
        int(number) if number.isascii() and number.isdecimal() and len(number) <= _DIGITS else 0
    )
    if not title and not revision:
        return None
    return PageReference(site, title, revision if 0 < revision <= _LARGEST_REVISION else None)


def _charset_of(escaped: str) -> str:
    """The charset of an address's escapes: UTF-8, or else windows-1252, as MediaWiki reads them."""
    try:
        unquote(escaped, errors="strict")
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"
