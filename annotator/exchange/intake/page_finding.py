"""The job that finds a page for each kept query, and starts the import of both as examples."""

import time
import uuid
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

import orjson
from django.db import transaction

from annotator.collecting.assignments.splitting import check_names, check_parts
from annotator.exceptions import ConflictError, InvalidInputError
from annotator.exchange.imports.fetching.client import FetchError, Refusals, RefusedError
from annotator.exchange.imports.listed_problems import listed_problem
from annotator.exchange.imports.stopped_runs import stopped_runs
from annotator.exchange.imports.unchanged_files import describe_change, fingerprint_of
from annotator.exchange.intake.models import PageSearch, Provider
from annotator.exchange.intake.page_search import Asked, make_search, search_of
from annotator.exchange.intake.queries import queries_to_find_pages_for, waiting_queries
from annotator.exchange.intake.searching.stored_pages import pages_of, searchable_projects
from annotator.exchange.intake.services import note_examples, set_aside_without_page
from annotator.foundation.files.published_files import published_file
from annotator.material.corpus.split_draws import draw_of
from annotator.material.corpus.split_rule import Part
from annotator.material.formats.problems import FormatError, Problem
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.context import JobContext, JobFailedError
from annotator.workspace.jobs.models import ENDED, Job
from annotator.workspace.jobs.services import (
    broken_off_job,
    create_following_job,
    create_job,
    has_following_job,
)
from annotator.workspace.jobs.tables import JobTables
from annotator.workspace.projects.job_project import project_of
from annotator.workspace.projects.kinds import can, kinds_that_can
from annotator.workspace.projects.locking import lock_project
from annotator.workspace.projects.models import Project

FIND_PAGES = "find_pages"
IMPORT_FOUND = "import_found_pages"
TELL_SECONDS = 0.5
REFUSED_QUESTIONS = frozenset({400, 413, 414, 422, 500})
"""What a search answers to a question that it can't take: MediaWiki says 500 to one too long."""

_QUESTION = "question_text"

# The tables of a search.
FOUND = "questions"
"""Questions with their pages: the result."""
LACKING = "lacking"
"""Questions for which there is no page."""
PAGES = "pages"
"""Pages are kept until the end: several questions may get the same one."""
SEARCHED = "searched"
"""The search's answers: the page of the last question may still have to be fetched."""


def start_finding_pages(
    *,
    project: Project,
    split: str,
    at: datetime,
    actor: User | None,
    provider: str = "",
    results: str = "",
    again: bool = False,
    seed: int = 0,
    parts: Sequence[Part] = (),
    queue: bool = True,
    job_id: uuid.UUID | None = None,
) -> Job:
    """Create the job; without ``queue`` the caller runs it, or the same one that was killed.

    ``provider`` is one of ``Provider``, else the project's own; ``results`` is a file of what a
    search engine found, which goes before it. With ``again``, queries without a page are searched
    for once more. With ``parts``, the project's splits are drawn once its examples are there.
    Raises ``InvalidInputError`` for a project of another kind or without such a query, and for
    parts that can't be drawn; ``ConflictError`` where they were drawn, and while another search or
    its import is under way.
    """
    if not can(project.kind, FIND_PAGES):
        kinds = " or ".join(kinds_that_can(FIND_PAGES))
        raise InvalidInputError(
            "wrong_kind", f"Only projects of kind {kinds} can make examples from queries."
        )
    # Another import may have brought them, and what is refused below doesn't change that.
    note_examples(project=project)
    search = search_of(project)
    provider = provider or search.provider
    projects = searchable_projects(project, actor) if provider == Provider.PAGES else []
    parameters: dict[str, Any] = {
        "split": split,
        "provider": provider,
        "address": search.address if provider == Provider.SERVICE else "",
        "path": search.path if provider == Provider.SERVICE else "",
        "projects": projects,
        "results": results,
        "again": again,
        "draw": {"seed": seed, "parts": [asdict(part) for part in parts]} if parts else None,
    }
    if not queue:
        begun = broken_off_job(kind=FIND_PAGES, project_id=project.pk, parameters=parameters)
        if begun:
            return begun
    if not queries_to_find_pages_for(project, again=again).exists():
        raise InvalidInputError(
            "no_queries", "No query waits for a page. Import a query log first, or keep some."
        )
    if not results:
        _check_provider(provider, search, projects)
    if parts:
        _check_draw(project, split, parts)
    with transaction.atomic():
        _check_idle(lock_project(project))
        return create_job(
            job_id=job_id,
            kind=FIND_PAGES,
            parameters=parameters,
            project_id=project.pk,
            at=at,
            created_by=actor,
            queue=queue,
        )


def _check_provider(provider: str, search: PageSearch, projects: Sequence[int]) -> None:
    if provider == Provider.PAGES and not pages_of(projects).exists():
        raise InvalidInputError(
            "no_pages",
            "There are no imported pages to search.",
            fields={"provider": "Import some in a project that you lead, or search elsewhere."},
        )
    if provider == Provider.SERVICE and not search.address:
        raise InvalidInputError("no_service", "First enter the address of the search service.")


def _check_idle(project: Project) -> None:
    """Two searches would ask the same questions, and make two examples of some."""
    jobs = Job.objects.filter(project_id=project.pk, kind__in=(FIND_PAGES, IMPORT_FOUND))
    if jobs.exclude(state__in=ENDED).exists():
        raise ConflictError(
            "search_running",
            "A search for pages is under way. Wait until it has ended, or cancel it.",
        )


def _check_draw(project: Project, split: str, parts: Sequence[Part]) -> None:
    check_parts(parts)
    if split:
        raise InvalidInputError(
            "split_and_draw",
            "Examples that have a split are not drawn.",
            fields={"split": "Leave it out, or draw no splits."},
        )
    if draw_of(project):
        raise ConflictError(
            "already_drawn",
            "The splits of this project were drawn already. New examples follow that draw.",
        )
    check_names(project, parts)


def find_pages(context: JobContext) -> str:
    """Run a ``find_pages`` job; the closing sentence.

    The questions with their pages are the job's result, in the form of ``import_pages``; the job
    that imports them starts at its end. Raises ``JobFailedError`` where nobody can be asked.
    """
    return _PageFinding(context, project_of(context.job)).run()


class _PageFinding:
    def __init__(self, context: JobContext, project: Project) -> None:
        self._context = context
        self._project = project
        self._told_at = time.monotonic()
        self._found: set[str] = set()
        self._lacking: set[str] = set()
        self._refused: dict[str, RefusedError] = {}
        self._refusals = Refusals()
        self._tables = JobTables.of(context, project.slug, result=FOUND)
        self._searched: dict[str, Any] = {}
        parameters = context.parameters
        asked = Asked(
            parameters.get("provider", Provider.WIKI),
            parameters.get("results", ""),
            tuple(parameters.get("projects", ())),
        )
        self._is_local = bool(asked.results) or asked.provider == Provider.PAGES
        self._check_unchanged(asked)
        try:
            self._search, self._pages = make_search(
                project,
                asked,
                pages_at=self._tables.path(PAGES),
                stay_alive=context.stay_alive,
            )
        except FormatError as error:
            context.add_problems([listed_problem(error.problems[0])])
            raise JobFailedError("The results can't be read. Nothing was imported.") from error

    def _check_unchanged(self, asked: Asked) -> None:
        """Refuse to go on with another search, or other results, than the job began with."""
        context = self._context
        if asked.results:
            path, begun = Path(asked.results), context.checkpoint.get("results")
            now = fingerprint_of(path, on_chunk=context.stay_alive)
            if begun is None:
                context.save(checkpoint={"results": now})
            elif (before := (int(begun[0]), str(begun[1]))) != now:
                raise JobFailedError(describe_change(path.name, before, now))
        elif asked.provider == Provider.SERVICE:
            search = search_of(self._project)
            begun = [context.parameters.get(name) for name in ("address", "path")]
            if begun != [search.address, search.path]:
                raise JobFailedError(
                    "The address or path of the search service has changed since this search"
                    " began. Nothing was imported. Start it again."
                )

    def run(self) -> str:
        context = self._context
        again = bool(context.parameters.get("again"))
        wanted = queries_to_find_pages_for(self._project, again=again)
        waiting = waiting_queries(self._project, again=again)
        queries = list(wanted.values_list("pk", "text"))
        questions = [text for _, text in queries]
        context.save(total=len(questions), message="Looking for pages")
        self._inherit()
        self._found, self._lacking = self._noted(FOUND), self._noted(LACKING)
        for row in self._tables.rows(SEARCHED):
            self._searched = row
        try:
            for done, (query, question) in enumerate(queries, start=1):
                if question in self._found or question in self._lacking:
                    continue
                # A lead may have left it out since the search began.
                if waiting.filter(pk=query).exists():
                    self._look_for(question)
                self._tell(done)
            context.save(done=len(questions))
            if self._refused and not self._found:
                raise next(iter(self._refused.values()))
        except FetchError as error:
            kept = "Nothing was imported. Start again later: what was found is kept until then."
            raise JobFailedError(f"{error} {kept}") from error
        self._list_refused()
        lacking = sorted(self._lacking.intersection(questions))
        set_aside_without_page(project=self._project, texts=lacking)
        if self._found and not has_following_job(context.job, kind=IMPORT_FOUND):
            self._keep_only(set(wanted.values_list("text", flat=True)))
        if self._found:
            self._import()
        self._tables.remove(PAGES, SEARCHED)
        return _sentence(len(self._found), len(self._lacking), len(self._refused))

    def _inherit(self) -> None:
        """Go on with what the same search found before it failed or was cancelled, and with the
        pages that any search had fetched.
        """
        job = self._context.job
        for before, result in stopped_runs(job):
            self._tables.inherit(result, PAGES)
            if _ask_alike(before, job):
                self._tables.inherit(result, FOUND)
                if before.parameters.get("provider") != Provider.PAGES:
                    # Pages that were imported since may answer what was not found.
                    self._tables.inherit(result, LACKING)

    def _noted(self, table: str) -> set[str]:
        return {row[_QUESTION] for row in self._tables.rows(table)}

    def _look_for(self, question: str) -> None:
        """Note the page of a question, that there is none, or that it can't be had now."""
        try:
            page = self._pages.first_of(self._addresses_for(question))
        except RefusedError as error:
            self._refused[question] = error
            return
        if page is None:
            self._tables.append(LACKING, {_QUESTION: question})
            self._lacking.add(question)
        else:
            self._tables.append(FOUND, {_QUESTION: question, **page.question_fields()})
            self._found.add(question)

    def _addresses_for(self, question: str) -> list[str]:
        if question == self._searched.get(_QUESTION):
            # A worker was killed while it fetched the page.
            found: list[str] = self._searched["addresses"]
            return found
        try:
            addresses = self._search.search(question)
        except RefusedError as error:
            if error.status not in REFUSED_QUESTIONS:
                # It would refuse the others as well.
                raise FetchError(str(error)) from error
            self._refusals.note(error)
            raise
        self._refusals.end()
        if not self._is_local:
            self._tables.append(SEARCHED, {_QUESTION: question, "addresses": addresses})
        return addresses

    def _list_refused(self) -> None:
        fix = "The question waits; find pages again later"
        self._context.add_problems(
            [
                listed_problem(Problem(str(error).rstrip("."), fix, field=question))
                for question, error in self._refused.items()
            ]
        )

    def _keep_only(self, wanted: set[str]) -> None:
        """Forget the pages of questions that nobody wants any more."""
        if self._found <= wanted:
            return
        self._found &= wanted
        with published_file(self._tables.path(FOUND)) as file:
            for row in self._tables.rows(FOUND):
                if row[_QUESTION] in wanted:
                    file.write(orjson.dumps(row) + b"\n")

    def _import(self) -> None:
        parameters, path = self._context.parameters, self._tables.path(FOUND)
        create_following_job(
            self._context.job,
            kind=IMPORT_FOUND,
            parameters={
                "paths": [str(path)],
                "on_error": "skip",
                "split": parameters.get("split", ""),
                "draw": parameters.get("draw"),
            },
            filename=path.name,
        )

    def _tell(self, done: int) -> None:
        """Save how far it is; a search among stored pages takes a thousandth of a second."""
        if time.monotonic() - self._told_at >= TELL_SECONDS:
            self._context.save(kept=done)
            self._told_at = time.monotonic()
        self._context.let_worker_end()


def _ask_alike(one: Job, other: Job) -> bool:
    """Whether two jobs ask the same search; a file of results may be another one each time."""
    names = ("provider", "address", "path", "projects")
    return all(one.parameters.get(name) == other.parameters.get(name) for name in names) and not (
        one.parameters.get("results") or other.parameters.get("results")
    )


def _sentence(found: int, lacking: int, refused: int) -> str:
    sentence = f"Found pages for {found:,} of {found + lacking + refused:,} questions."
    if refused:
        wait = "1 is still waiting" if refused == 1 else f"{refused:,} are still waiting"
        sentence += f" {wait}, because a server refused to answer. The reasons are listed."
    return f"{sentence} Their import has started." if found else sentence
