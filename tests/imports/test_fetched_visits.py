"""Fetched pages that can't be used: an import goes on without them and lists why."""

from pathlib import Path

import pytest

from annotator.corpus.models import VisitedPage
from annotator.jobs.models import JobState
from annotator.projects.models import Kind
from tests.factories.corpus import make_project
from tests.imports.ambiguous_files import ambigqa_question, write_json
from tests.imports.import_jobs import run_import
from tests.imports.wiki_server import Wiki, page

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("html", "problem", "more"),
    [
        # One is refused when its line is read, the other when it is cleaned.
        (
            " ",
            "the page is empty.",
            " Refused 1 line of the pages’ file; the problems are listed.",
        ),
        ("<p></p>", "the page has no text once scripts, controls and interface are removed.", ""),
    ],
)
def test_a_fetched_page_that_cannot_be_used_is_listed_and_stops_nothing(
    wiki: Wiki, tmp_path: Path, html: str, problem: str, more: str
) -> None:
    wiki.answers["Plumb_bob"] = page("Plumb bob", html)
    values = [ambigqa_question(key, titles=["Plumb bob"]) for key in ("5", "6")]
    path = write_json(tmp_path / "a.json", values)
    project = make_project("asqa", kind=Kind.ASQA)
    job = run_import(project, path, kind="import_ambigqa", fetch=True, on_error="stop")
    assert (job.state, job.message) == (
        JobState.SUCCEEDED,
        f"Imported 2 examples. Fetched 1 page.{more}",
    )
    assert VisitedPage.objects.filter(title="Plumb bob", page=None).count() == 2
    (listed,) = job.problems.all()
    assert (listed.file, listed.line, listed.problem, listed.fix) == (
        "asqa-pages.jsonl",
        1,
        problem,
        "Its questions keep the title without a page.",
    )
