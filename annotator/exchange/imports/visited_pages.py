"""The pages that an import's questions were disambiguated with, found by title."""

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryFile
from typing import Self

from django.conf import settings

from annotator.exchange.imports.refused_pages import page_refused
from annotator.material.corpus.markup.candidates import find_candidates
from annotator.material.corpus.markup.cleaning import clean_page
from annotator.material.corpus.markup.page_error import PageError
from annotator.material.corpus.markup.spans import TokenColumns
from annotator.material.corpus.markup.tokens import tokenize_page
from annotator.material.corpus.models import Page
from annotator.material.corpus.packed_page import PackedPage, pack_page
from annotator.material.corpus.packed_source import pack_source
from annotator.material.corpus.page_titles import comparable_title
from annotator.material.corpus.storage import pack, unpack
from annotator.material.formats.lines import Line, LineReader, parse_object
from annotator.material.formats.problems import FormatError, Problem
from annotator.material.formats.visited_pages import (
    RawVisitedPage,
    read_visited_page,
)

REMEMBERED_PAGES = 8


@dataclass(frozen=True, slots=True)
class _Kept:
    """Where a visited page's line is in the scratch file, and where it came from."""

    start: int
    length: int
    line: int
    digest: bytes


class PageMissingError(Exception):
    """A visited page is not in the pages' file, or is in it and can't be imported.

    ``causes`` are the problems of its line there, reported once.
    """

    def __init__(self, problem: str, fix: str, causes: tuple[Problem, ...] = ()) -> None:
        self.problem = problem
        self.fix = fix
        self.causes = causes
        super().__init__(problem)


class VisitedPages:
    """The pages of a ``--pages`` file that somebody visited, by title.

    ``scan`` reads the file once and puts the lines that are needed into a scratch file; a page is
    cleaned and tokenised when the first example asks for it.
    """

    def __init__(self, path: Path, *, name: str, remembered: int = REMEMBERED_PAGES) -> None:
        self.name = name
        self._remembered = remembered
        self.unvisited = 0
        self._path = path
        self._kept: dict[str, _Kept] = {}
        self._fingerprints: dict[str, str] = {}
        self._refused: set[str] = set()
        self._recent: OrderedDict[str, PackedPage] = OrderedDict()
        # It has no name: nothing is left of it, however the process ends.
        self._scratch = TemporaryFile(dir=settings.FILE_UPLOAD_TEMP_DIR)  # noqa: SIM115 - closed by __exit__

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._scratch.close()

    def scan(
        self,
        titles: set[str],
        *,
        on_problem: Callable[[list[Problem]], None],
        on_chunk: Callable[[], None],
    ) -> None:
        """Keep the pages whose title is among ``titles`` (comparable ones); count the others.

        ``on_problem`` hears what is wrong with a line.
        """
        with LineReader(self._path, name=self.name, on_chunk=on_chunk) as reader:
            for entry in reader:
                if isinstance(entry, Problem):
                    on_problem([entry])
                    continue
                try:
                    self._keep(entry, titles)
                except FormatError as error:
                    on_problem([p.at(file=self.name, line=entry.number) for p in error.problems])

    def _keep(self, line: Line, titles: set[str]) -> None:
        page = read_visited_page(parse_object(line))
        title = comparable_title(page.title)
        if title not in titles:
            self.unvisited += 1
            return
        digest = hashlib.sha256(f"{page.url}\n".encode() + page.document_html).digest()
        if (before := self._kept.get(title)) is not None:
            if before.digest == digest:
                return
            raise FormatError(
                [
                    Problem(
                        f"line {before.line} has another page titled {page.title}",
                        "Keep the one that was visited",
                        field="title",
                    )
                ]
            )
        packed = pack(line.data)
        self._kept[title] = _Kept(self._scratch.tell(), len(packed), line.number, digest)
        self._scratch.write(packed)

    def page_titled(self, title: str) -> tuple[PackedPage, Callable[[], PackedPage]]:
        """The page, frozen, without content where it is stored already; and what packs it with
        that, should it be gone. Raises ``PageMissingError``.
        """
        comparable = comparable_title(title)
        kept = self._kept.get(comparable)
        if kept is None:
            raise PageMissingError(
                f"{self.name} has no page titled {title}",
                "Add its line to that file, or import without pages",
            )
        raw = self._read(kept)
        try:
            return self._packed(comparable, raw), partial(_pack, raw)
        except FormatError as error:
            causes = () if comparable in self._refused else error.problems
            self._refused.add(comparable)
            raise PageMissingError(
                f"the page titled {title} in line {kept.line} of {self.name} can't be imported",
                "Fix or remove that line; its own problem is listed",
                tuple(each.at(file=self.name, line=kept.line) for each in causes),
            ) from error

    def _read(self, kept: _Kept) -> RawVisitedPage:
        self._scratch.seek(kept.start)
        line = unpack(self._scratch.read(kept.length))
        return read_visited_page(parse_object(Line(kept.line, line)))

    def _packed(self, title: str, raw: RawVisitedPage) -> PackedPage:
        if title in self._recent:
            self._recent.move_to_end(title)
            return self._recent[title]
        page = self._stored(title) or _pack(raw)
        self._fingerprints[title] = page.fingerprint
        self._recent[title] = page
        while len(self._recent) > self._remembered:
            self._recent.popitem(last=False)
        return page

    def _stored(self, title: str) -> PackedPage | None:
        """The page as an earlier batch wrote it, without its content."""
        fingerprint = self._fingerprints.get(title)
        columns = ("sha256", "title", "url", "byte_count", "token_count", "candidate_count")
        stored = Page.objects.filter(fingerprint=fingerprint).values("fingerprint", *columns)
        found = stored.first() if fingerprint else None
        return PackedPage(**found) if found else None


def _pack(raw: RawVisitedPage) -> PackedPage:
    """Freeze a page for reading: unlike one to choose answers in, it needs no candidates."""
    try:
        html = clean_page(raw.document_html, title=raw.title)
        tokens = tokenize_page(html)
        return pack_page(
            html=html,
            title=raw.title,
            url=raw.url,
            tokens=TokenColumns.of(tokens),
            candidates=find_candidates(tokens),
            source=pack_source(raw.document_html, frozen=html, origin=raw.origin),
        )
    except PageError as error:
        raise page_refused(error, field="document_html") from error
