"""How a project finds pages for its questions: changing it, and making what it says."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import orjson
from cryptography.fernet import InvalidToken
from django.conf import settings

from annotator.exceptions import ConflictError, InvalidInputError
from annotator.exchange.imports.fetched_visits import polite_client
from annotator.exchange.imports.fetching.client import LOOPBACK, is_allowed, request_for
from annotator.exchange.intake.models import PageSearch, Provider
from annotator.exchange.intake.searching.provider import PageSource, SearchProvider
from annotator.exchange.intake.searching.results import ResultFile
from annotator.exchange.intake.searching.service import (
    ServiceSearch,
    flaw_of_address,
    flaw_of_headers,
    host_of,
)
from annotator.exchange.intake.searching.stored_pages import StoredPages, pages_of
from annotator.exchange.intake.searching.wiki import WikiPages, WikiSearch
from annotator.workspace.accounts.ciphers import cipher_for
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.changing import changing
from annotator.workspace.projects.models import Project

MAX_ADDRESS_CHARACTERS = 2_000
_PURPOSE = "annotator.exchange.intake.page_search"
_NOT_READABLE = "The headers of the search service can't be read, as SECRET_KEY has changed."


def search_of(project: Project) -> PageSearch:
    """The project's settings; the wiki's own search where it has none."""
    return PageSearch.objects.filter(project=project).first() or PageSearch(project=project)


def set_page_search(
    *, project: Project, changes: Mapping[str, Any], at: datetime, actor: User | None
) -> PageSearch:
    """Change some of the settings. ``headers`` replaces all headers; another host forgets them.

    Raises ``InvalidInputError`` naming each setting that can't be used.
    """
    with changing(project, at=at, actor=actor) as change:
        search = search_of(project)
        if host_of(changes.get("address", search.address)) != host_of(search.address):
            # A secret goes to the host that it was entered for, and to no other.
            search.headers = ""
        for name in ("provider", "address", "path"):
            setattr(search, name, changes.get(name, getattr(search, name)))
        problems = _problems_of(search, changes.get("headers", {}))
        if problems:
            raise InvalidInputError("invalid_search", "This search can't be used.", fields=problems)
        if "headers" in changes:
            search.headers = _sealed(changes["headers"])
        search.save()
        told = {
            "provider": search.provider,
            "address": search.address,
            "path": search.path,
            "headers": header_names(search),
        }
        change.record("changed", "page_search", project.pk, **told)
    return search


def _problems_of(search: PageSearch, headers: Mapping[str, str]) -> dict[str, str]:
    problems = {}
    if search.provider == Provider.SERVICE and not search.address:
        problems["address"] = "Give the address of the service, with {query} in it."
    elif search.address and (flaw := _flaw_of_address(search.address)):
        problems["address"] = flaw
    if len(search.path) > MAX_ADDRESS_CHARACTERS or "\0" in search.path:
        problems["path"] = "Give keys with dots between them, such as web.results.url."
    if flaw := flaw_of_headers(headers):
        problems["headers"] = flaw
    return problems


def _flaw_of_address(address: str) -> str:
    if len(address) > MAX_ADDRESS_CHARACTERS:
        return f"Give up to {MAX_ADDRESS_CHARACTERS:,} characters."
    if flaw := flaw_of_address(address):
        return flaw
    try:
        parts = urlsplit(request_for(address, {}).url or "")
    except ValueError as error:
        return f"Give another address: {error}."
    host = parts.hostname or ""
    if not is_allowed(host, settings.FETCH_HOSTS):
        return f"{host} is not among the hosts that this site may contact: see FETCH_HOSTS."
    if parts.scheme != "https" and not (parts.scheme == "http" and host in LOOPBACK):
        return "Give an address that begins with https."
    return ""


def _sealed(headers: Mapping[str, str]) -> str:
    if not headers:
        return ""
    return cipher_for(_PURPOSE).encrypt(orjson.dumps(dict(headers))).decode()


def _headers_of(search: PageSearch) -> dict[str, str]:
    """The headers in the clear, for requests alone; raises ``ConflictError`` once they are lost."""
    if not search.headers:
        return {}
    try:
        text = cipher_for(_PURPOSE).decrypt(search.headers.encode())
    except InvalidToken as error:
        raise ConflictError("lost_headers", f"{_NOT_READABLE} Enter them again.") from error
    headers: dict[str, str] = orjson.loads(text)
    return headers


def header_names(search: PageSearch) -> list[str]:
    """What the headers are called, without their values; none where they can't be read."""
    try:
        return sorted(_headers_of(search))
    except ConflictError:
        return []


@dataclass(frozen=True, slots=True)
class Asked:
    """What a job searches: a file of ``results``, or else by ``provider``; of the imported pages,
    those of ``projects``.
    """

    provider: str = Provider.WIKI
    results: str = ""
    projects: tuple[int, ...] = ()


def make_search(
    project: Project, asked: Asked, *, pages_at: Path, stay_alive: Callable[[], None]
) -> tuple[SearchProvider, PageSource]:
    """What searches, and what has the pages. Those of a wiki are kept at ``pages_at``."""
    if asked.provider == Provider.PAGES and not asked.results:
        stored = StoredPages(pages_of(asked.projects), stay_alive=stay_alive)
        return stored, stored
    client = polite_client(stay_alive)
    pages = WikiPages(client, site=settings.FETCH_SITE, path=pages_at)
    if asked.results:
        return ResultFile(Path(asked.results)), pages
    if asked.provider == Provider.SERVICE:
        return _service(search_of(project), stay_alive), pages
    return WikiSearch(client, site=settings.FETCH_SITE), pages


def _service(search: PageSearch, stay_alive: Callable[[], None]) -> ServiceSearch:
    """Asks the service's host and no other, so that no redirect takes the headers elsewhere."""
    host = urlsplit(search.address).hostname or ""
    client = polite_client(stay_alive, only_host=host, headers=_headers_of(search))
    return ServiceSearch(client, address=search.address, path=search.path)
