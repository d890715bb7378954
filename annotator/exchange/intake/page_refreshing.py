"""The job that looks for newer revisions of a project's pages, and whose answers they touch."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import orjson
from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from annotator.collecting.annotations.models import Annotation
from annotator.exceptions import InvalidInputError
from annotator.exchange.imports.fetched_visits import polite_client
from annotator.exchange.imports.fetching.client import FetchError, NotThereError, RefusedError
from annotator.exchange.imports.fetching.page_file import PageFile
from annotator.exchange.imports.fetching.references import PageReference, reference_of
from annotator.exchange.imports.fetching.wiki import WikiPage, fetch_page
from annotator.exchange.imports.page_packing import derive_example_id, pack_raw_page
from annotator.exchange.imports.stopped_runs import stopped_runs
from annotator.foundation.files.growing_file import LinesOnDisk
from annotator.foundation.files.published_files import published_file
from annotator.material.corpus.markup.spans import TokenColumns
from annotator.material.corpus.models import Example, Page
from annotator.material.corpus.page_changes import PageChanges, compare_pages
from annotator.material.corpus.queries import tokens_of
from annotator.material.formats.pages import read_page
from annotator.material.formats.problems import FormatError
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.jobs.job_folders import result_of
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import (
    broken_off_job,
    create_following_job,
    create_job,
    has_following_job,
)
from annotator.workspace.jobs.tables import JobTables
from annotator.workspace.projects.job_project import project_of
from annotator.workspace.projects.kinds import can, kinds_that_can
from annotator.workspace.projects.models import Project

REFRESH_PAGES = "refresh_pages"
IMPORT_ASKED = "import_pages"
MOST_LINES_SHOWN = 200
"""Of a page's difference."""

CURRENT_FOR = timedelta(days=1)
"""How long what a stopped job fetched counts as the current revisions."""

LIMIT = 2**63


# The tables of a refreshing.
ROWS = "refreshed"
"""A ``RefreshedPage`` each: the result."""
PAGES = "pages"
"""The new revisions."""
_ASKED = ".asked"


@dataclass(frozen=True, slots=True)
class RefreshedExample:
    """An example on a page that changed. ``touched`` says what of its answers the change meets;
    ``new_example_id`` is the id that it has once it is asked again.
    """

    example_id: str
    question: str
    annotations: int
    touched: list[str]
    new_example_id: str


@dataclass(frozen=True, slots=True)
class RefreshedPage:
    """What became of a page. ``state`` is ``changed``, ``same``, ``missing`` or ``refused``, for
    which ``reason`` says why.
    """

    page: int
    title: str
    url: str
    state: str
    reason: str = ""
    new_url: str = ""
    difference: Sequence[str] = ()
    more_lines: int = 0
    examples: Sequence[RefreshedExample] = ()


def start_refreshing(
    *,
    project: Project,
    at: datetime,
    actor: User | None,
    titles: Sequence[str] = (),
    example_ids: Sequence[int] = (),
    ask_again: bool = False,
    queue: bool = True,
) -> Job:
    """Create the job for the pages with these titles, or of these examples, or else for all;
    without ``queue`` the caller runs it, or the same one that was killed. With ``ask_again`` it
    asks what was touched again.

    Raises ``InvalidInputError`` for a project of another kind, and where no page is chosen.
    """
    if not can(project.kind, REFRESH_PAGES):
        kinds = " or ".join(kinds_that_can(REFRESH_PAGES))
        raise InvalidInputError("wrong_kind", f"Only projects of kind {kinds} can refresh pages.")
    chosen = {"titles": list(titles), "example_ids": [str(each) for each in example_ids]}
    parameters: dict[str, Any] = {**chosen, "ask_again": ask_again}
    if not queue:
        begun = broken_off_job(kind=REFRESH_PAGES, project_id=project.pk, parameters=parameters)
        if begun:
            return begun
    if not _examples_of(project, chosen).exists():
        raise InvalidInputError("no_pages", "No page of the main task has been chosen.")
    return create_job(
        kind=REFRESH_PAGES,
        parameters=parameters,
        project_id=project.pk,
        at=at,
        created_by=actor,
        queue=queue,
    )


def refreshed_pages(job: Job) -> Sequence[RefreshedPage]:
    """What a job that has succeeded found, read from the disk row by row: those of a large project
    take hundreds of megabytes. Raises ``InvalidInputError`` where it is not kept.
    """
    path = result_of(job) if job.kind == REFRESH_PAGES else None
    if path is None or not path.exists():
        raise InvalidInputError(
            "no_result", "These results are no longer kept. Refresh the pages again."
        )
    return LinesOnDisk(path, _row_of)


def ask_again(*, job: Job, at: datetime, actor: User | None) -> Job:
    """Import exactly the questions that ``job`` found touched, each with its page's new revision.

    What was answered stays, on the old pages. Raises ``InvalidInputError`` where nothing was
    touched, or where the job has not succeeded or is not kept any more.
    """
    if job.state != JobState.SUCCEEDED:
        raise InvalidInputError("not_ended", "Wait until the pages have been checked.")
    refreshed_pages(job)
    path = _asked_file(Path(str(result_of(job))))
    if not path.exists():
        raise InvalidInputError("nothing_touched", "No answer is affected by the changes.")
    return create_job(
        kind=IMPORT_ASKED,
        parameters=_import_of(path),
        project_id=job.project_id,
        at=at,
        created_by=actor,
        filename=path.name,
    )


def refresh_pages(context: JobContext) -> str:
    """Run a ``refresh_pages`` job; the closing sentence. What it found is the job's result, a
    ``RefreshedPage`` on each line. Raises ``JobFailedError`` where the wiki can't be asked.
    """
    return _Refreshing(context, project_of(context.job)).run()


class _Refreshing:
    def __init__(self, context: JobContext, project: Project) -> None:
        self._context = context
        self._client = polite_client(context.stay_alive)
        self._examples = _examples_of(project, context.parameters)
        self._tables = JobTables.of(context, project.slug, result=ROWS)
        for _, result in stopped_runs(context.job, since=timezone.now() - CURRENT_FOR):
            self._tables.inherit(result, PAGES)
        self._new_pages = PageFile(self._tables.path(PAGES))

    def run(self) -> str:
        context = self._context
        pages = list(dict.fromkeys(self._examples.values_list("page_id", flat=True)))
        done = {row["page"] for row in self._tables.rows(ROWS)}
        context.save(total=len(pages), message="Looking for newer revisions")
        try:
            for number, page in enumerate(pages, start=1):
                if page not in done:
                    self._tables.append(ROWS, asdict(self._look_at(Page.objects.get(pk=page))))
                context.save(kept=number)
                context.let_worker_end()
        except FetchError as error:
            kept = "Start again later: what was fetched is kept for a day."
            raise JobFailedError(f"{error} {kept}") from error
        rows = LinesOnDisk(self._tables.path(ROWS), _row_of)
        touched = self._write_asked(rows)
        asked = bool(touched and context.parameters.get("ask_again"))
        if asked:
            path = _asked_file(self._tables.path(ROWS))
            create_following_job(
                context.job, kind=IMPORT_ASKED, parameters=_import_of(path), filename=path.name
            )
        return _sentence(rows, touched, asked=asked)

    def _look_at(self, page: Page) -> RefreshedPage:
        row = RefreshedPage(page.pk, page.title, page.url, "same")
        try:
            new = self._new_pages.get(_current(page), fetch=self._fetch)
        except NotThereError as error:
            return replace(row, state="missing", reason=str(error))
        except RefusedError as error:
            return replace(row, state="refused", reason=str(error))
        if new.url == page.url:
            return row
        line = {"question_text": page.title, **new.question_fields(), "document_title": page.title}
        try:
            packed = pack_raw_page(read_page(line, folder=None), field="document_html")
        except FormatError as error:
            reason = "; ".join(problem.problem for problem in error.problems)
            return replace(
                row, state="refused", reason=f"The new revision can't be used: {reason}."
            )
        old = TokenColumns.of(tokens_of(page))
        changes = compare_pages(old, packed.token_columns())
        if not changes.difference:
            # Perhaps attributes differ, such as ids that change with each revision.
            return row
        return replace(
            row,
            state="changed",
            new_url=new.url,
            difference=changes.difference[:MOST_LINES_SHOWN],
            more_lines=max(len(changes.difference) - MOST_LINES_SHOWN, 0),
            examples=[
                _refreshed(example, changes, packed.sha256)
                for example in self._examples.filter(page=page).select_related("question")
            ],
        )

    def _fetch(self, wanted: PageReference) -> WikiPage:
        return fetch_page(self._client, site=wanted.site, title=wanted.title)

    def _write_asked(self, rows: Sequence[RefreshedPage]) -> int:
        """Write the lines of the import that asks what was touched again; how many there are."""
        touched = {
            row.page: ids
            for row in rows
            if (ids := [int(each.example_id) for each in row.examples if each.touched])
        }
        asked = {page: self._examples.filter(example_id__in=ids) for page, ids in touched.items()}
        count = sum(examples.count() for examples in asked.values())
        # An import that an earlier run began may be reading its file, and checks that it stays.
        if count and not has_following_job(self._context.job, kind=IMPORT_ASKED):
            with published_file(_asked_file(self._tables.path(ROWS))) as file:
                for page, examples in asked.items():
                    file.writelines(self._asked_lines(Page.objects.get(pk=page), examples))
                    self._context.stay_alive()
        return count

    def _asked_lines(self, page: Page, examples: "QuerySet[Example]") -> Iterator[bytes]:
        new = self._new_pages.get(_current(page), fetch=self._fetch).question_fields()
        for example in examples.select_related("question"):
            yield orjson.dumps(_line_of(example, page, new)) + b"\n"


def _examples_of(project: Project, chosen: dict[str, Any]) -> "QuerySet[Example]":
    """The examples whose pages are looked at; those of the hidden split stay out."""
    examples = project.examples.of_main_task().filter(page__isnull=False).order_by("position")
    if chosen.get("titles"):
        examples = examples.filter(page__title__in=chosen["titles"])
    if chosen.get("example_ids"):
        ids = [int(each) for each in chosen["example_ids"]]
        # A database knows no other numbers.
        examples = examples.filter(example_id__in=[each for each in ids if -LIMIT <= each < LIMIT])
    return examples


def _current(page: Page) -> PageReference:
    """What to ask for a page's current revision.

    Raises ``RefusedError`` for a page from elsewhere: a wiki's article with its title is another.
    """
    found = reference_of(page.url)
    if found is None and page.url:
        raise RefusedError(f"{page.url} is not the address of a wiki's page.")
    if found is None or not found.title:
        return PageReference(found.site if found else settings.FETCH_SITE, page.title)
    return found.current


def _refreshed(example: Example, changes: PageChanges, sha256: str) -> RefreshedExample:
    annotations = list(
        Annotation.objects.current()
        .filter(example=example, assignment__slot__isnull=False)
        .select_related("natural_questions_answer")
        .order_by("assignment__slot__number", "pk")
    )
    new_id = derive_example_id(question=example.question.text, page_sha256=sha256)
    return RefreshedExample(
        example_id=str(example.example_id),
        question=example.question.text,
        annotations=len(annotations),
        touched=list(
            dict.fromkeys(what for each in annotations for what in _touched(each, changes))
        ),
        new_example_id=str(new_id),
    )


def _touched(annotation: Annotation, changes: PageChanges) -> list[str]:
    """Which parts of an answer the changes meet."""
    answer = annotation.natural_questions_answer
    parts = []
    start, end = answer.long_start_token, answer.long_end_token
    if start is not None and end is not None and changes.touches(start, end):
        parts.append("long answer")
    if any(changes.touches(first, last) for _, _, first, last in answer.short_answers):
        parts.append("short answer")
    return parts


def _line_of(example: Example, page: Page, new: dict[str, Any]) -> dict[str, Any]:
    tokens = example.question.tokens
    return {
        "question_text": example.question.text,
        **({} if tokens is None else {"question_tokens": tokens}),
        "split": example.split,
        **new,
        "document_title": page.title,
    }


def _import_of(path: Path) -> dict[str, Any]:
    return {"paths": [str(path)], "names": [path.name], "on_error": "skip"}


def _asked_file(path: Path) -> Path:
    return path.with_suffix(f"{_ASKED}.jsonl")


def _row_of(line: dict[str, Any]) -> RefreshedPage:
    return RefreshedPage(
        **{**line, "examples": [RefreshedExample(**each) for each in line["examples"]]}
    )


def _sentence(rows: Sequence[RefreshedPage], touched: int, *, asked: bool) -> str:
    states = Counter(row.state for row in rows)
    pages = f"{len(rows):,} page{'' if len(rows) == 1 else 's'}"
    counts = ", ".join(f"{count:,} {state}" for state, count in sorted(states.items()))
    answers = "1 example has" if touched == 1 else f"{touched:,} examples have"
    sentence = f"Checked {pages}: {counts}. {answers} an answer affected by the changes."
    return f"{sentence} Their import has started." if asked else sentence
