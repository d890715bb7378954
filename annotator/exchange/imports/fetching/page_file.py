"""Fetched pages in a file of visited pages, which grows page by page and survives a kill."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import orjson

from annotator.exchange.imports.fetching.client import (
    FetchError,
    NotThereError,
    Refusals,
    RefusedError,
)
from annotator.exchange.imports.fetching.references import PageReference
from annotator.exchange.imports.fetching.wiki import WikiPage
from annotator.foundation.files.growing_file import append_line, placed_lines, whole_lines

MOST_PAGES = 200_000
"""Of one run: AmbigNQ visits a fifth of that."""

Fetch = Callable[[PageReference], WikiPage]


def files_at(path: Path) -> tuple[Path, Path, Path]:
    """The files of a run that fetches to ``path``: the pages, what is missing, and what a search
    answered.
    """
    return path, path.with_name(f"{path.name}.missing"), path.with_name(f"{path.name}.searched")


def searches_beside(path: Path) -> Path:
    """Where the answers of a search are kept that led to the pages at ``path``."""
    return files_at(path)[2]


class PageFile:
    """JSON lines as ``--pages`` takes them, with revision, timestamp and licence besides.

    What the wiki does not have is noted in a file beside it, so that nothing is asked for twice.
    What it refuses is asked for again by the next run. ``missing`` says for each such reference, as
    text, why.
    """

    def __init__(self, path: Path) -> None:
        self.path, self._missing_path, _ = files_at(path)
        self._places: dict[str, int] = {}
        # By the title that a page has now, which another one may have led to.
        self._titled: dict[str, int] = {}
        for place, line in placed_lines(path):
            self._note_page(line, place)
        self._missing: dict[str, str] = {}
        self.missing: dict[str, str] = {}
        self._refused: dict[str, RefusedError] = {}
        self._refusals = Refusals()
        for line in whole_lines(self._missing_path):
            self._note_missing(line)
        path.touch()

    @property
    def pages(self) -> int:
        """How many pages it has."""
        return len(self._places)

    def fill(
        self,
        wanted: Iterable[PageReference],
        *,
        fetch: Fetch,
        on_page: Callable[[int, int], None],
    ) -> None:
        """Fetch what is not there yet; ``on_page`` hears how many pages are done, of how many.

        Raises ``FetchError`` if the wiki can't be asked, or refuses every page that it has.
        """
        references: dict[str, PageReference] = {}
        for reference in wanted:
            references.setdefault(reference.key, reference)
        if len(references) > MOST_PAGES:
            raise FetchError(
                f"{len(references):,} pages are more than the limit of {MOST_PAGES:,}."
            )
        for done, reference in enumerate(references.values(), start=1):
            self._fetch(reference, fetch)
            on_page(done, len(references))
        if self._refused and not self._places:
            raise next(iter(self._refused.values()))

    def get(self, reference: PageReference, *, fetch: Fetch) -> WikiPage:
        """A page of the file, which is fetched where it is not there yet.

        Raises ``NotThereError``, ``RefusedError``, and ``FetchError`` where the wiki can't be
        asked.
        """
        self._fetch(reference, fetch)
        if refused := self._refused.get(reference.key):
            raise refused
        if reason := self._missing.get(reference.key):
            raise NotThereError(reason)
        return self._read(self._places[reference.key])

    def _fetch(self, reference: PageReference, fetch: Fetch) -> None:
        if any(reference.key in known for known in (self._places, self._missing, self._refused)):
            return
        if (place := self._titled.get(reference.key)) is not None:
            self._keep(reference, self._read(place))
            return
        try:
            page = fetch(reference)
        except NotThereError as error:
            line = {"key": reference.key, "reference": str(reference), "reason": str(error)}
            append_line(self._missing_path, line)
            self._note_missing(line)
            self._refusals.end()
            return
        except RefusedError as error:
            self._refused[reference.key] = error
            self.missing[str(reference)] = str(error)
            self._refusals.note(error)
            return
        self._refusals.end()
        self._keep(reference, page)

    def _keep(self, reference: PageReference, page: WikiPage) -> None:
        """Keep a page by the title that was asked for: it may have been moved since."""
        line = {
            "title": reference.title or page.title,
            "url": page.url,
            "document_html": page.html,
            "revision": page.revision,
            "timestamp": page.timestamp,
            "licence": page.licence,
            "page_title": page.title,
            "key": reference.key,
        }
        self._note_page(line, append_line(self.path, line))

    def _note_page(self, line: dict[str, Any], place: int) -> None:
        key = line["key"]
        self._places[key] = place
        site, _, named = key.partition(" ")
        if not named.startswith("#"):
            # A revision that was asked for need not be the current one.
            self._titled.setdefault(PageReference(site, line["page_title"]).key, place)

    def _read(self, place: int) -> WikiPage:
        with self.path.open("rb") as file:
            file.seek(place)
            return _page_of(orjson.loads(file.readline()))

    def _note_missing(self, line: dict[str, Any]) -> None:
        self._missing[line["key"]] = self.missing[line["reference"]] = line["reason"]


def _page_of(line: dict[str, Any]) -> WikiPage:
    return WikiPage(
        title=line["page_title"],
        url=line["url"],
        html=line["document_html"],
        revision=line["revision"],
        timestamp=line["timestamp"],
        licence=line["licence"],
    )
