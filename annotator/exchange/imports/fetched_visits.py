"""The pages that AmbigNQ's questions were disambiguated with, fetched for an import."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from urllib.parse import quote

from django.conf import settings

from annotator.exchange.imports.fetching.client import FetchError, PoliteClient, is_allowed
from annotator.exchange.imports.fetching.page_file import PageFile
from annotator.exchange.imports.fetching.references import PageReference
from annotator.exchange.imports.fetching.wiki import WikiPage, fetch_page
from annotator.exchange.imports.stopped_runs import START_AGAIN, take_over_pages
from annotator.foundation.files.file_turns import take_turn
from annotator.workspace.jobs.context import JobContext, JobFailedError

WAIT_STEP_SECONDS = 1.0
MOST_TURN_SECONDS = 900.0
"""For a host's turn. A request takes at most two and a half minutes, whatever the server does."""


def polite_client(
    stay_alive: Callable[[], None],
    *,
    only_host: str | None = None,
    headers: Mapping[str, str] = MappingProxyType({}),
) -> PoliteClient:
    """A client by the site's settings, which calls ``stay_alive`` while it waits.

    All processes of this data folder ask a host one at a time. A frozen one would keep the others
    waiting for ever, so that they give up with ``FetchError``. With ``only_host`` it asks no other,
    and that one only if the settings allow it; ``headers`` go with each request.
    """

    def wait(seconds: float) -> None:
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            time.sleep(min(left, WAIT_STEP_SECONDS))
            stay_alive()

    @contextmanager
    def turn(host: str) -> Iterator[None]:
        folder = Path(settings.DATA_DIR) / "fetching"
        folder.mkdir(parents=True, exist_ok=True)
        until = time.monotonic() + MOST_TURN_SECONDS
        while True:
            try:
                held = take_turn(folder / f"{quote(host, safe='')}.turn", seconds=WAIT_STEP_SECONDS)
            except TimeoutError:
                if time.monotonic() >= until:
                    raise FetchError(
                        f"Another program has kept {host} for {MOST_TURN_SECONDS / 60:.0f} minutes."
                        " Perhaps a command on the server was stopped: continue or end it."
                    ) from None
                stay_alive()
            else:
                break
        with held:
            yield

    hosts: Sequence[str] = settings.FETCH_HOSTS
    if only_host is not None:
        hosts = [only_host] if is_allowed(only_host, hosts) else []
    return PoliteClient(
        hosts=hosts, agent=settings.FETCH_AGENT, wait=wait, turn=turn, headers=headers
    )


@dataclass(frozen=True, slots=True)
class FetchedVisits:
    """How many of the wanted pages are there, and why each of the others is ``missing``, by title.

    The file may have more: a stopped import's, whose questions were others.
    """

    pages: int
    missing: Mapping[str, str]


def fetch_visited_pages(context: JobContext, titles: Iterable[str], *, path: Path) -> FetchedVisits:
    """Fetch the pages with these titles into ``path``, going on where an earlier run stopped, or
    an earlier import that failed or was cancelled.

    Raises ``JobFailedError`` if the wiki can't be asked.
    """
    take_over_pages(context.job, path)
    file = PageFile(path)
    pages = file.pages

    def on_page(done: int, total: int) -> None:
        nonlocal pages
        context.stay_alive()
        # Pages that an earlier worker has fetched go by as well.
        is_new, pages = file.pages > pages, file.pages
        if is_new or done == total or done % 10 == 0:
            message = f"Fetched {done:,} of {total:,} pages"
            context.save(message=message, further=is_new)

    def fetch(wanted: PageReference) -> WikiPage:
        # People who look for an ambiguous question's readings visit disambiguation pages too.
        return fetch_page(client, site=wanted.site, title=wanted.title, disambiguations=True)

    client = polite_client(context.stay_alive)
    wanted = [_visit_of(title) for title in titles]
    try:
        file.fill(wanted, fetch=fetch, on_page=on_page)
    except FetchError as error:
        raise JobFailedError(f"{error} Nothing was imported. {START_AGAIN}") from error
    keys = {each.key for each in wanted}
    missing = {
        title: reason for title, reason in file.missing.items() if _visit_of(title).key in keys
    }
    return FetchedVisits(len(keys) - len(missing), missing)


def _visit_of(title: str) -> PageReference:
    return PageReference(settings.FETCH_SITE, title.strip())
