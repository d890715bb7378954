"""Lines of questions whose pages the wiki has: they get the HTML that they lack."""

import json
from collections.abc import Iterator
from typing import Any

from django.conf import settings

from annotator.exchange.imports.fetched_visits import polite_client
from annotator.exchange.imports.fetching.client import (
    FetchError,
    NotAskedError,
    NotThereError,
    RefusedError,
)
from annotator.exchange.imports.fetching.page_file import PageFile
from annotator.exchange.imports.fetching.references import PageReference, reference_of
from annotator.exchange.imports.fetching.wiki import WikiPage, fetch_page
from annotator.exchange.imports.stopped_runs import START_AGAIN, take_over_pages
from annotator.material.formats.lines import Line, parse_object
from annotator.material.formats.page_origin import ORIGIN_KINDS
from annotator.material.formats.pages import check_fields
from annotator.material.formats.problems import FormatError, Problem
from annotator.workspace.jobs.context import JobContext, JobFailedError

Entry = Line | Problem


class FetchedLines:
    """Fills lines of ``import_pages`` in; what was fetched is kept as the job's result, with what
    stopped imports had fetched.
    """

    def __init__(self, context: JobContext, *, slug: str) -> None:
        self._client = polite_client(context.stay_alive)
        self._context = context
        path = context.result_file(f"{slug}-pages.jsonl")
        take_over_pages(context.job, path)
        self._pages = PageFile(path)

    @property
    def pages(self) -> int:
        """How many pages there are, those of stopped imports among them."""
        return self._pages.pages

    def fill(self, entries: Iterator[Entry], *, name: str) -> Iterator[Entry]:
        """The entries of the file ``name``: lines with their pages, and a problem for each page
        that can't be had.

        Raises ``JobFailedError`` where the wiki can't be asked.
        """
        for entry in entries:
            before = self._pages.pages
            filled = self._filled(entry, name) if isinstance(entry, Line) else entry
            # A pool reads ahead: hundreds of pages may be fetched before it returns a line.
            self._context.stay_alive()
            if self._pages.pages > before:
                self._context.save(further=True)
            yield filled

    @staticmethod
    def problems_in(entries: Iterator[Entry], *, name: str) -> Iterator[Problem]:
        """Problems of the lines that want a page, whatever their pages are."""
        for entry in entries:
            if isinstance(entry, Problem):
                yield entry
                continue
            try:
                value = parse_object(entry)
            except FormatError as error:
                yield from (each.at(file=name, line=entry.number) for each in error.problems)
                continue
            if not _has_page(value):
                for each in check_fields(_with_any_page(value)):
                    yield each.at(file=name, line=entry.number)

    def _filled(self, line: Line, name: str) -> Entry:
        try:
            value = parse_object(line)
        except FormatError:
            # The import says what is wrong with it.
            return line
        wanted = None if _has_page(value) else _reference_in(value)
        if wanted is None:
            return self._without_reference(line, value, name)
        if wrong := next(check_fields(_with_any_page(value)), None):
            return wrong.at(file=name, line=line.number)
        return self._with_page(line, value, wanted, name)

    def _without_reference(self, line: Line, value: dict[str, Any], name: str) -> Entry:
        """The line as it is, or why no page can be fetched for its address."""
        url = value.get("document_url")
        if _has_page(value) or type(url) is not str or not url.strip():
            return line
        fix = "Give document_title or revision too, an address with /wiki/ or title=, or the HTML"
        problem = "this address names no page of a wiki by its title or revision"
        return Problem(problem, fix, "document_url", name, line.number)

    def _with_page(
        self, line: Line, value: dict[str, Any], wanted: PageReference, name: str
    ) -> Entry:
        try:
            page = self._pages.get(wanted, fetch=self._fetch)
        except NotThereError as error:
            fix = "Correct document_url, document_title or revision, or leave this line out"
            return Problem(str(error).rstrip("."), fix, "document_url", name, line.number)
        except NotAskedError as error:
            fix = "Give an address of a wiki among FETCH_HOSTS, or document_html"
            return Problem(str(error).rstrip("."), fix, "document_url", name, line.number)
        except RefusedError as error:
            fix = "Import this line again later, or give it document_html"
            return Problem(str(error).rstrip("."), fix, "document_url", name, line.number)
        except FetchError as error:
            raise JobFailedError(f"{error} Nothing was imported. {START_AGAIN}") from error
        fields = page.question_fields()
        if title := value.get("document_title"):
            fields["document_title"] = title
        # orjson writes no numbers beyond 64 bits, and none as they stand. Only fields that the
        # import doesn't read can still have them.
        filled = json.dumps({**value, **fields}, default=str, ensure_ascii=False)
        return Line(line.number, filled.encode())

    def _fetch(self, wanted: PageReference) -> WikiPage:
        return fetch_page(
            self._client, site=wanted.site, title=wanted.title, revision=wanted.revision
        )


def _has_page(value: dict[str, Any]) -> bool:
    return not value.keys().isdisjoint({"document_html", "html_file"})


def _with_any_page(value: dict[str, Any]) -> dict[str, Any]:
    """A line as if it had got its page: what is wrong with it is wrong whatever the page is."""
    stays = {key: each for key, each in value.items() if key not in ORIGIN_KINDS}
    title = value.get("document_title") or ""
    return {**stays, "document_url": "", "document_title": title, "document_html": ""}


def _reference_in(value: dict[str, Any]) -> PageReference | None:
    """The page that a line names, by its revision, else its address, else its title."""
    url, title, revision = (
        value.get(key) for key in ("document_url", "document_title", "revision")
    )
    by_address = reference_of(url) if type(url) is str else None
    if type(revision) is int and revision > 0:
        return PageReference(by_address.site if by_address else settings.FETCH_SITE, "", revision)
    if by_address or type(title) is not str or not title.strip():
        return by_address
    return PageReference(settings.FETCH_SITE, title.strip())
