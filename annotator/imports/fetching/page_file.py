"""Fetched pages in a file of visited pages, which grows page by page and survives a kill."""

from collections.abc import Callable, Iterable
from pathlib import Path

from annotator.formats.visited_pages import comparable_title
from annotator.imports.fetching.client import NotThereError
from annotator.imports.fetching.growing_file import append_line, whole_lines
from annotator.imports.fetching.wiki import WikiPage


class PageFile:
    """JSON lines as ``--pages`` takes them, with revision, timestamp and licence besides.

    What the wiki does not have is noted in a file beside it, so that nothing is asked for twice.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._missing_path = path.with_name(f"{path.name}.missing")
        self._known = _titles_in(path)
        self.missing = _titles_in(self._missing_path)
        path.touch()

    @property
    def pages(self) -> int:
        """How many pages it has."""
        return len(self._known)

    def fill(
        self,
        titles: Iterable[str],
        *,
        fetch: Callable[[str], WikiPage],
        on_page: Callable[[int, int], None],
    ) -> None:
        """Fetch what is not there yet; ``on_page`` hears how many titles are done, of how many.

        Raises ``FetchError`` if the wiki can't be asked.
        """
        wanted: dict[str, str] = {}
        for title in titles:
            wanted.setdefault(comparable_title(title), title)
        for done, (comparable, title) in enumerate(wanted.items(), start=1):
            if comparable not in self._known | self.missing:
                self._add(comparable, title, fetch)
            on_page(done, len(wanted))

    def _add(self, comparable: str, title: str, fetch: Callable[[str], WikiPage]) -> None:
        try:
            page = fetch(title)
        except NotThereError:
            append_line(self._missing_path, {"title": title})
            self.missing.add(comparable)
            return
        line = {
            # By the title that was visited: the page may have been moved since.
            "title": title,
            "url": page.url,
            "document_html": page.html,
            "revision": page.revision,
            "timestamp": page.timestamp,
            "licence": page.licence,
        }
        append_line(self.path, line)
        self._known.add(comparable)


def _titles_in(path: Path) -> set[str]:
    return {comparable_title(line["title"]) for line in whole_lines(path)}
