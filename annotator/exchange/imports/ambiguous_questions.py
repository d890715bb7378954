"""``import_ambigqa`` and ``import_asqa``: ambiguous questions from files of one JSON value."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from functools import cached_property
from itertools import chain
from pathlib import Path

from django.utils import timezone

from annotator.exchange.imports.fetched_visits import fetch_visited_pages
from annotator.exchange.imports.importer import Importer
from annotator.exchange.imports.prepared import Arrival
from annotator.exchange.imports.prepared_ambiguity import PreparedAmbiguity, PreparedVisit
from annotator.exchange.imports.searched_titles import SearchedTitles, search_titles
from annotator.exchange.imports.visited_pages import PageMissingError, VisitedPages
from annotator.material.corpus.context_passages import finding_job, start_finding_passages
from annotator.material.corpus.page_titles import comparable_title
from annotator.material.formats import asqa
from annotator.material.formats.asqa import ambigqa
from annotator.material.formats.problems import FormatError, Problem
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.projects.job_project import project_of
from annotator.workspace.projects.models import Project

_NO_PAGES = "It is imported without pages"
_WITHOUT_PAGE = "Its questions keep the title without a page"


def import_ambigqa(context: JobContext) -> str:
    """Run an ``import_ambigqa`` job; the closing sentence.

    Parameters of the job, besides those of every import: ``pages``, the file of visited pages, and
    ``pages_name``, what problems call it; or ``fetch`` to get the pages from Wikipedia, which
    become the job's result, and then to find the context passages; with ``search`` besides, to
    search for pages of questions that name none. Raises ``JobFailedError``.
    """
    return AmbigqaImporter(context, project_of(context.job)).run()


def import_asqa(context: JobContext) -> str:
    """Run an ``import_asqa`` job; the closing sentence.

    As ``import_ambigqa``; ``split`` is the part of the file to take, and its name here. The file
    may spell it differently.
    """
    return AsqaImporter(context, project_of(context.job)).run()


class AmbiguityImporter(Importer):
    """One run of an import of ambiguous questions, with or without the pages visited for them."""

    without_titles: str
    """What to say if no question names a page to fetch."""

    def __init__(self, context: JobContext, project: Project) -> None:
        super().__init__(context, project)
        self._pages: VisitedPages | None = None

    @abstractmethod
    def size(self) -> int:
        """How many entries the file has. Raises ``FormatError`` if it can't be read."""

    @abstractmethod
    def visited_titles(self) -> Iterable[str]:
        """The titles of the pages that any entry of the file needs."""

    @abstractmethod
    def problems(self) -> Iterator[Problem]:
        """Problems of the file's entries."""

    @abstractmethod
    def has_questions(self) -> bool:
        """Whether any entry is to be imported."""

    @abstractmethod
    def take_entries(self, start: int) -> Iterator[None]:
        """Take or refuse the entries from number ``start`` (from 0) on, one at each step."""

    def count(self) -> int:
        """How many questions the file has; 0 where it can't be read, which is then listed."""
        try:
            return self.size()
        except FormatError:
            return 0

    def read(self) -> None:
        """Read the pages, then the file."""
        size = 0
        try:
            size = self.size()
        except FormatError as error:
            self.refuse(list(error.problems))
        else:
            if not size:
                nothing = Problem("there are no examples", "Give one", file=self.names[0])
                self.refuse([nothing])
            with ExitStack() as stack:
                self._open_pages(stack)
                start = self.progress.line - 1
                for number, _ in enumerate(self.take_entries(start), start=start + 1):
                    self.go_on_at(0, number + 1)
                    self.context.stay_alive()
        self.commit(0, size + 1)

    @property
    def fetches(self) -> bool:
        """Whether the visited pages are to be fetched."""
        return bool(self.context.parameters.get("fetch"))

    @property
    def searches(self) -> bool:
        """Whether pages are to be searched for where an entry names none."""
        return bool(self.context.parameters.get("search"))

    @property
    def _pages_file(self) -> tuple[str, Path] | None:
        if self.fetches:
            name = f"{self.project.slug}-pages.jsonl"
            return name, self.context.result_file(name)
        path: str = self.context.parameters.get("pages", "")
        if not path:
            return None
        return self.context.parameters.get("pages_name") or Path(path).name, Path(path)

    def files(self) -> list[tuple[str, Path]]:
        """The questions, and the pages that were visited for them."""
        if self.fetches:
            # The fetched pages grow while it runs.
            return super().files()
        return [*super().files(), *([self._pages_file] if self._pages_file else [])]

    def _open_pages(self, stack: ExitStack) -> None:
        if self._pages_file is None:
            return
        name, path = self._pages_file
        if self.fetches:
            if not self.progress.pages_read:
                self.check_before_fetching(self.problems())
                self._refuse_without_titles()
            self.search_titles(path, name)
            fetched = fetch_visited_pages(self.context, self.visited_titles(), path=path)
            self._remark_missing(fetched.missing, name)
            self.progress.fetched_pages = fetched.pages
            self.progress.missing_pages = len(fetched.missing)
        self._pages = stack.enter_context(VisitedPages(path, name=name))
        titles = {comparable_title(title) for title in self.visited_titles()}
        self._pages.scan(titles, on_problem=self._remark_page, on_chunk=self.context.stay_alive)
        if not self.progress.pages_read:
            # What a stopped import had fetched may be there, too.
            self.progress.unvisited_pages = 0 if self.fetches else self._pages.unvisited
            self.progress.pages_read = True
            self.commit(0, 1)

    def _refuse_without_titles(self) -> None:
        """Raise ``JobFailedError`` where fetching would get nothing: nobody would notice."""
        if self.searches or any(True for _ in self.visited_titles()) or not self.has_questions():
            return
        raise JobFailedError(f"{self.without_titles} Nothing was imported.")

    def search_titles(self, path: Path, name: str) -> None:
        """Search for the pages that entries don't name, if asked to, before they are fetched into
        ``path``, which problems call ``name``.
        """

    def _remark_missing(self, reasons: Mapping[str, str], name: str) -> None:
        """List why a page could not be fetched: its title is imported all the same."""
        if not self.progress.pages_read:
            whys = [why.rstrip(".") for why in reasons.values()]
            self.note([Problem(why, _WITHOUT_PAGE, "title", name) for why in whys])

    def _remark_page(self, problems: list[Problem]) -> None:
        # After a kill the file is read again; its problems are listed already.
        if not self.progress.pages_read:
            self.progress.refused_pages += 1
            if self.fetches:
                self._note_without_page(problems)
            else:
                self.remark(problems)

    def _note_without_page(self, problems: Iterable[Problem]) -> None:
        """List what is wrong with a fetched page, which nobody here can fix."""
        self.note([replace(problem, fix=_WITHOUT_PAGE) for problem in problems])

    def visits(
        self, titles: Iterable[str], *, place: str, fields: str
    ) -> tuple[PreparedVisit, ...]:
        """The visited pages of one entry, with the addresses of the pages' file or Wikipedia.

        ``place`` is the entry's place, ``fields`` the path of each title with its number to fill
        in. Raises ``FormatError`` for each page that is missing.
        """
        found: list[PreparedVisit] = []
        problems: list[Problem] = []
        for number, title in enumerate(titles):
            try:
                found.append(self._visit(title))
            except PageMissingError as error:
                if self.fetches:
                    self._note_without_page(error.causes)
                    found.append(PreparedVisit(title, ambigqa.wikipedia_address(title)))
                    continue
                problems += [*error.causes, self._missing(error, f"{place}.{fields}", number)]
        if problems:
            raise FormatError(problems)
        return tuple(found)

    def published(self) -> None:
        """Have the context passages found in the pages that were fetched."""
        if self.fetches and self.progress.imported and not finding_job(self.project):
            start_finding_passages(
                project=self.project, at=timezone.now(), actor=self.context.job.created_by
            )

    def _missing(self, error: PageMissingError, field: str, number: int) -> Problem:
        return Problem(error.problem, error.fix, field=field.format(number), file=self.names[0])

    def _visit(self, title: str) -> PreparedVisit:
        if self._pages is None:
            return PreparedVisit(title, ambigqa.wikipedia_address(title))
        page, again = self._pages.page_titled(title)
        return PreparedVisit(title, page.url or None, page, again)

    def arrive(self, example: PreparedAmbiguity, *, field: str) -> None:
        """Put an example into the batch."""
        self.take(Arrival(example, self.names[0], None, field))


class AmbigqaImporter(AmbiguityImporter):
    """One run of an import of AmbigNQ."""

    entries = "question"
    without_titles = (
        "No question of this file names the pages that were visited, so there is nothing to fetch: "
        "this is AmbigNQ's light file. Take the full one, search for pages (the box below the one "
        "for fetching, or --search), or import without pages."
    )

    def __init__(self, context: JobContext, project: Project) -> None:
        super().__init__(context, project)
        self._searched = SearchedTitles()
        if not self.progress.left_out:
            self.progress.left_out = {reason.name.lower(): 0 for reason in ambigqa.LeftOut}

    @cached_property
    def _file(self) -> ambigqa.AmbigqaFile:
        return ambigqa.read_file(self.paths[0], name=self.names[0])

    def size(self) -> int:
        """How many questions the file has."""
        return len(self._file.values)

    def _staying(self) -> Iterator[ambigqa.AmbiguousQuestion]:
        for _, outcome in self._file.questions():
            if isinstance(outcome, ambigqa.AmbiguousQuestion):
                yield outcome

    def visited_titles(self) -> Iterator[str]:
        """The titles that the questions that stay name, or that a search found for them."""
        return chain.from_iterable(map(self._titles_of, self._staying()))

    def _titles_of(self, question: ambigqa.AmbiguousQuestion) -> tuple[str, ...]:
        return question.page_titles or self._searched.titles.get(question.question, ())

    def search_titles(self, path: Path, name: str) -> None:
        """Search by the questions' own words."""
        if not self.searches:
            return
        wanted = (each.question for each in self._staying() if not each.page_titles)
        self._searched = search_titles(self.context, wanted, path=path)
        if not self.progress.pages_read:
            self.progress.searched_found = self._searched.found
            self.progress.searched_lacking = self._searched.lacking
            whys = self._searched.refused.items()
            self.note([Problem(why.rstrip("."), _NO_PAGES, asked, name) for asked, why in whys])

    def problems(self) -> Iterator[Problem]:
        """Problems of the questions."""
        for _, outcome in self._file.questions():
            if isinstance(outcome, FormatError):
                yield from outcome.problems

    def has_questions(self) -> bool:
        """Whether any question stays."""
        return any(True for _ in self._staying())

    def take_entries(self, start: int) -> Iterator[None]:
        """Take the ambiguous questions with 2 to 6 disambiguations; count the others by reason."""
        values = self._file.values
        for number, (place, outcome) in enumerate(self._file.questions(start=start), start=start):
            if isinstance(outcome, ambigqa.LeftOut):
                self.progress.left_out[outcome.name.lower()] += 1
            elif isinstance(outcome, FormatError):
                self.refuse(list(outcome.problems))
            else:
                self._take(outcome, place)
            if type(values[number]) is dict:
                self.progress.ignore(sorted(values[number].keys() - ambigqa.KNOWN_KEYS))
            yield

    def _take(self, question: ambigqa.AmbiguousQuestion, place: str) -> None:
        try:
            visits = self.visits(
                self._titles_of(question), place=place, fields="viewed_doc_titles[{}]"
            )
        except FormatError as error:
            self.refuse(list(error.problems))
            return
        example = PreparedAmbiguity(
            key=question.key,
            question=question.question,
            disambiguations=question.disambiguations,
            visits=visits,
        )
        self.arrive(example, field=f"{place}.id")


class AsqaImporter(AmbiguityImporter):
    """One run of an import of ASQA."""

    without_titles = (
        "No example of this split names the pages that were visited: its wikipages are empty, so "
        "there is nothing to fetch. Import it without fetching, or attach pages with --pages."
    )

    @cached_property
    def _file(self) -> asqa.AsqaFile:
        return asqa.read_file(self.paths[0], split=self.split, name=self.names[0])

    def size(self) -> int:
        """How many examples the split has."""
        return len(self._file.values)

    def visited_titles(self) -> Iterator[str]:
        """The titles of all valid examples."""
        for _, outcome in self._file.examples():
            if isinstance(outcome, asqa.AsqaExample):
                yield from (page.title for page in outcome.pages)

    def problems(self) -> Iterator[Problem]:
        """Problems of the examples."""
        for _, outcome in self._file.examples():
            if isinstance(outcome, FormatError):
                yield from outcome.problems

    def has_questions(self) -> bool:
        """Whether any example is right."""
        return any(isinstance(each, asqa.AsqaExample) for _, each in self._file.examples())

    def take_entries(self, start: int) -> Iterator[None]:
        """Take the examples; the file's addresses of pages are kept as they are."""
        for key, outcome in self._file.examples(start=start):
            if isinstance(outcome, FormatError):
                self.refuse(list(outcome.problems))
            else:
                self._take(key, outcome)
            value = self._file.values[key]
            if type(value) is dict:
                self.progress.ignore(sorted(value.keys() - asqa.KNOWN_KEYS))
            yield

    def _take(self, key: str, example: asqa.AsqaExample) -> None:
        place = self._file.place(key)
        titles = [page.title for page in example.pages]
        try:
            visits = self.visits(titles, place=place, fields="wikipages[{}].title")
        except FormatError as error:
            self.refuse(list(error.problems))
            return
        prepared = PreparedAmbiguity(
            key=key,
            question=example.ambiguous_question,
            disambiguations=example.disambiguations,
            # The file's own addresses: an export must have them as they are, null too.
            visits=tuple(
                replace(visit, url=page.url)
                for visit, page in zip(visits, example.pages, strict=True)
            ),
            annotations=example.annotations if self.with_annotations else None,
        )
        self.arrive(prepared, field=place)
