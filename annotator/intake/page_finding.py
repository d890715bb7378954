"""The job that finds a page for each kept query, fetches it, and makes examples of both."""

import time
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from annotator.accounts.models import User
from annotator.exceptions import InvalidInputError
from annotator.imports.fetched_visits import polite_client
from annotator.imports.fetching.client import FetchError, NotThereError, PoliteClient
from annotator.imports.fetching.growing_file import append_line, whole_lines
from annotator.imports.fetching.search import ResultFile, SearchProvider, WikiSearch, first_title
from annotator.imports.fetching.wiki import fetch_page
from annotator.intake.filtering.decision import Step
from annotator.intake.queries import published_queries
from annotator.jobs.context import JobContext, JobFailedError
from annotator.jobs.models import Job
from annotator.jobs.services import create_job
from annotator.projects.job_project import project_of
from annotator.projects.models import Kind, Project

FIND_PAGES = "find_pages"
HEARTBEAT_SECONDS = 5.0


def start_finding_pages(
    *,
    project: Project,
    split: str,
    at: datetime,
    actor: User | None,
    results: str = "",
    queue: bool = True,
) -> Job:
    """Create the job; without ``queue`` the caller runs it. ``results`` is a file of what a search
    engine found, else the wiki's own search is asked.

    Raises ``InvalidInputError`` for a project of another kind, or without a kept query.
    """
    if project.kind != Kind.NQ:
        raise InvalidInputError(
            "wrong_kind", "Examples are made of queries in projects of kind nq."
        )
    if not published_queries(project).filter(step=Step.KEPT).exists():
        raise InvalidInputError("no_queries", "No query is kept yet. Import a query log first.")
    return create_job(
        kind=FIND_PAGES,
        parameters={"split": split, **({"results": results} if results else {})},
        project_id=project.pk,
        at=at,
        created_by=actor,
        queue=queue,
    )


def find_pages(context: JobContext) -> str:
    """Run a ``find_pages`` job; the closing sentence.

    The questions with their pages are the job's result, in the form of ``import_pages``; the job
    that imports them starts at its end. Raises ``JobFailedError`` where the wiki can't be asked.
    """
    return _PageFinding(context, project_of(context.job, kind=Kind.NQ)).run()


class _PageFinding:
    def __init__(self, context: JobContext, project: Project) -> None:
        self._context = context
        self._project = project
        self._heard_at = time.monotonic()
        self._client: PoliteClient = polite_client(self._stay_alive)
        results: str = context.parameters.get("results", "")
        self._search: SearchProvider = (
            ResultFile(Path(results))
            if results
            else WikiSearch(self._client, site=settings.FETCH_SITE)
        )

    def run(self) -> str:
        context = self._context
        path = context.result_file(f"{self._project.slug}-questions.jsonl")
        without = path.with_name(f"{path.name}.without")
        found = {line["question_text"] for line in whole_lines(path)}
        lacking = {line["question_text"] for line in whole_lines(without)}
        kept = published_queries(self._project).filter(step=Step.KEPT)
        questions = list(kept.values_list("text", flat=True))
        context.save(total=len(questions), message="Looking for pages")
        try:
            for done, question in enumerate(questions, start=1):
                if question not in found | lacking:
                    if line := self._line_of(question):
                        append_line(path, line)
                        found.add(question)
                    else:
                        append_line(without, {"question_text": question})
                        lacking.add(question)
                context.save(done=done)
                context.let_worker_end()
        except FetchError as error:
            raise JobFailedError(f"{error} Nothing was imported. Start again later.") from error
        if found:
            self._import(str(path))
        return self._sentence(len(found), len(lacking))

    def _line_of(self, question: str) -> dict[str, object] | None:
        title = first_title(self._search.search(question), site=settings.FETCH_SITE)
        if title is None:
            return None
        try:
            page = fetch_page(self._client, site=settings.FETCH_SITE, title=title)
        except NotThereError:
            return None
        return {"question_text": question, **page.question_fields()}

    def _import(self, path: str) -> None:
        job = self._context.job
        create_job(
            kind="import_pages",
            parameters={
                "paths": [path],
                "on_error": "skip",
                "split": self._context.parameters.get("split", ""),
            },
            project_id=self._project.pk,
            at=timezone.now(),
            created_by=job.created_by,
            filename=f"{self._project.slug}-questions.jsonl",
        )

    def _stay_alive(self) -> None:
        if time.monotonic() - self._heard_at >= HEARTBEAT_SECONDS:
            self._context.let_worker_end()
            self._context.save()
            self._heard_at = time.monotonic()

    def _sentence(self, found: int, lacking: int) -> str:
        sentence = f"Found pages for {found:,} of {found + lacking:,} questions."
        return f"{sentence} Their import has started." if found else sentence
