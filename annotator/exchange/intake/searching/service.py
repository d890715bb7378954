"""A search service that a lead has configured: any one that answers a GET request with JSON."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import quote, urlsplit

from annotator.exchange.imports.fetching.client import FetchError, PoliteClient
from annotator.exchange.intake.searching.provider import TOP

QUERY, LIMIT = "{query}", "{limit}"
"""What in an address stands for the question, and for how many results are wanted."""

ANSWERS_TO_TRUST = 5
MOST_HEADERS, LONGEST_VALUE = 10, 2_000
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")
_VALUE = re.compile(r"[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?")
_OURS = frozenset({"connection", "content-length", "host", "transfer-encoding", "user-agent"})


class ServiceSearch:
    """Asks ``address`` with the question for ``{query}``, and reads what ``path`` leads to.

    Many services leave the list out where they find nothing. So a path that leads nowhere is told
    only when none of the first answers has anything there.
    """

    def __init__(self, client: PoliteClient, *, address: str, path: str) -> None:
        self._client = client
        self._address = address
        self._path = path
        self._empty: int | None = 0

    def search(self, question: str) -> list[str]:
        """The first results. Raises ``FetchError``, too, where the path seems to be wrong."""
        asked = self._address.replace(LIMIT, str(TOP)).replace(QUERY, quote(question, safe=""))
        value = self._client.get_json(asked)
        found = texts_at(value, self._path)
        if found:
            self._empty = None
        elif self._empty is not None:
            self._empty += 1
            if self._empty >= ANSWERS_TO_TRUST:
                raise FetchError(self._describe_empty(value))
        return found[:TOP]

    def _describe_empty(self, value: Any) -> str:
        keys = ", ".join(list(value)[:10]) if isinstance(value, dict) else "no keys"
        return (
            f"None of the first {ANSWERS_TO_TRUST} answers of {host_of(self._address)} has an "
            f"address at “{self._path}”; the last one has {keys or 'nothing'}. Check the path."
        )


def texts_at(value: Any, path: str) -> list[str]:
    """The texts that a path of keys leads to, through every list on the way.

    >>> texts_at({"web": {"results": [{"url": "https://a"}, {"title": "b"}]}}, "web.results.url")
    ['https://a']
    """
    found = [value]
    for key in filter(None, path.split(".")):
        found = [each[key] for each in _spread(found) if isinstance(each, dict) and key in each]
    return [each for each in _spread(found) if isinstance(each, str)]


def _spread(values: Iterable[Any]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, list):
            yield from value
        else:
            yield value


def host_of(address: str) -> str:
    """The host of an address, with its port; "" where it has none."""
    try:
        return urlsplit(address).netloc
    except ValueError:
        return ""


def flaw_of_address(address: str) -> str:
    """How to write the address instead; "" where it is fine as far as its form goes."""
    try:
        parts = urlsplit(address)
        name, _ = parts.hostname, parts.port
    except ValueError:
        return "Write it as https://search.example.org/find?q={query}."
    if not name or not address.isascii() or any(each.isspace() for each in address):
        return "Write it as https://search.example.org/find?q={query}."
    if parts.username is not None or parts.password is not None:
        return "Leave out the name and password. Put secrets in a header."
    if QUERY not in f"{parts.path}?{parts.query}":
        return "Put {query} where the question goes."
    rest = address.replace(QUERY, "").replace(LIMIT, "")
    return "Use {query} and {limit} alone." if "{" in rest or "}" in rest else ""


def flaw_of_headers(headers: Mapping[str, str]) -> str:
    """How to write the headers instead; "" where they are fine. Values are never repeated."""
    if len(headers) > MOST_HEADERS:
        return f"Give up to {MOST_HEADERS} headers."
    for name, value in headers.items():
        if not _NAME.fullmatch(name):
            return "Write each header as Name: value, its name of letters, digits and hyphens."
        if name.casefold() in _OURS:
            return f"Leave out {name}: the platform sets it."
        if len(value) > LONGEST_VALUE or not _VALUE.fullmatch(value):
            return f"Give {name} a value of up to {LONGEST_VALUE:,} ASCII characters in one line."
    return ""
