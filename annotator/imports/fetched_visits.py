"""The pages that AmbigNQ's questions were disambiguated with, fetched for an import."""

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from django.conf import settings

from annotator.imports.fetching.client import FetchError, PoliteClient
from annotator.imports.fetching.page_file import PageFile
from annotator.imports.fetching.wiki import fetch_page
from annotator.jobs.context import JobContext, JobFailedError

WAIT_STEP_SECONDS = 1.0


def polite_client(stay_alive: Callable[[], None]) -> PoliteClient:
    """A client by the site's settings, which calls ``stay_alive`` while it waits."""

    def wait(seconds: float) -> None:
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            time.sleep(min(left, WAIT_STEP_SECONDS))
            stay_alive()

    return PoliteClient(hosts=settings.FETCH_HOSTS, agent=settings.FETCH_AGENT, wait=wait)


def fetch_visited_pages(
    context: JobContext, titles: Iterable[str], *, path: Path, stay_alive: Callable[[], None]
) -> PageFile:
    """Fetch the pages with these titles into ``path``, going on where an earlier run stopped.

    ``stay_alive`` is called often. Raises ``JobFailedError`` if the wiki can't be asked.
    """

    def on_page(done: int, total: int) -> None:
        stay_alive()
        if done == total or done % 10 == 0:
            context.save(message=f"Fetched {done:,} of {total:,} pages")

    client = polite_client(stay_alive)
    file = PageFile(path)
    try:
        file.fill(
            titles,
            fetch=lambda title: fetch_page(client, site=settings.FETCH_SITE, title=title),
            on_page=on_page,
        )
    except FetchError as error:
        raise JobFailedError(
            f"{error} Nothing was imported. Start the import again later."
        ) from error
    return file
