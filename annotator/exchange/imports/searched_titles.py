"""Pages found by searching, for ambiguous questions that name none."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings

from annotator.exchange.imports.fetched_visits import polite_client
from annotator.exchange.imports.fetching.client import (
    FetchError,
    PoliteClient,
    Refusals,
    RefusedError,
)
from annotator.exchange.imports.fetching.page_file import searches_beside
from annotator.exchange.imports.fetching.wiki import find_titles
from annotator.exchange.imports.stopped_runs import START_AGAIN, take_over_pages
from annotator.foundation.files.growing_file import append_line, whole_lines
from annotator.workspace.jobs.context import JobContext, JobFailedError

MOST_TITLES = 3
"""For one question. People who disambiguate one visit about as many pages."""


@dataclass
class SearchedTitles:
    """The ``titles`` found for each question, the best first, and why the wiki ``refused`` some."""

    titles: dict[str, tuple[str, ...]] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)

    @property
    def found(self) -> int:
        """How many questions have a page."""
        return sum(map(bool, self.titles.values()))

    @property
    def lacking(self) -> int:
        """How many questions have none."""
        return len(self.titles) + len(self.refused) - self.found


def search_titles(context: JobContext, questions: Iterable[str], *, path: Path) -> SearchedTitles:
    """Ask the wiki's own search for each question, going on where an earlier run stopped, or an
    earlier import that failed or was cancelled.

    The answers are kept beside the fetched pages at ``path``. A refused question is asked again by
    the next run. Raises ``JobFailedError`` if the wiki can't be asked.
    """
    take_over_pages(context.job, path)
    kept = searches_beside(path)
    known = {line["question"]: tuple(line["titles"]) for line in whole_lines(kept)}
    wanted = list(dict.fromkeys(questions))
    search = _Search(polite_client(context.stay_alive))
    outcome = SearchedTitles()
    for done, question in enumerate(wanted, start=1):
        is_new = question not in known
        try:
            titles = search.titles_for(question) if is_new else known[question]
        except RefusedError as error:
            outcome.refused[question] = str(error)
            continue
        except FetchError as error:
            raise JobFailedError(f"{error} Nothing was imported. {START_AGAIN}") from error
        outcome.titles[question] = titles
        context.stay_alive()
        if is_new:
            append_line(kept, {"question": question, "titles": titles})
            context.save(
                message=f"Searched for pages of {done:,} of {len(wanted):,} questions", further=True
            )
    return outcome


class _Search:
    def __init__(self, client: PoliteClient) -> None:
        self._client = client
        self._refusals = Refusals()

    def titles_for(self, question: str) -> tuple[str, ...]:
        """The titles found. Raises ``RefusedError``, and ``FetchError`` after some in a row."""
        try:
            titles = find_titles(
                self._client, site=settings.FETCH_SITE, question=question, most=MOST_TITLES
            )
        except RefusedError as error:
            self._refusals.note(error)
            raise
        self._refusals.end()
        return tuple(titles)
