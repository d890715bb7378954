"""Fetched pages that can't be used: an import goes on without them and lists why."""

from pathlib import Path

import pytest

from annotator.material.corpus.models import Example, VisitedPage
from annotator.workspace.jobs.models import JobState
from annotator.workspace.projects.kinds import Kind
from tests.exchange.imports.ambiguous_files import ambigqa_question, asqa_example, write_json
from tests.exchange.imports.import_jobs import run_import
from tests.exchange.imports.wiki_server import Wiki, page
from tests.factories.corpus import make_project

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


def test_a_file_that_names_no_pages_is_refused_before_anything_is_imported(
    wiki: Wiki, tmp_path: Path
) -> None:
    light = ambigqa_question("5", titles=[])
    del light["viewed_doc_titles"]
    project = make_project("asqa", kind=Kind.ASQA)
    path = write_json(tmp_path / "light.json", [light])
    job = run_import(project, path, kind="import_ambigqa", fetch=True, on_error="skip")
    assert job.state == JobState.FAILED
    assert "AmbigNQ's light file" in job.message
    assert Example.objects.count() == 0
    assert not wiki.asked


def test_a_file_is_checked_whole_before_anything_is_fetched(wiki: Wiki, tmp_path: Path) -> None:
    good, bad, worse = (ambigqa_question(key, titles=["Plumb bob"]) for key in ("5", "6", "7"))
    bad["question"] = ""
    worse["annotations"] = 3
    path = write_json(tmp_path / "a.json", [good, bad, worse])
    project = make_project("asqa", kind=Kind.ASQA)
    job = run_import(project, path, kind="import_ambigqa", fetch=True)
    assert job.state == JobState.FAILED
    assert [each.field for each in job.problems.all()] == ["6.question", "7.annotations"]
    assert not wiki.asked


def test_the_pages_of_asqas_examples_are_fetched_by_their_titles(
    wiki: Wiki, tmp_path: Path
) -> None:
    wiki.answers["Plumb_bob"] = page("Plumb bob", "<p>A weight on a line .</p>")
    url = "https://en.wikipedia.org/wiki/Plumb%20bob"
    example = asqa_example(wikipages=[{"title": "Plumb bob", "url": url}])
    path = write_json(tmp_path / "asqa.json", {"dev": {"5": example}})
    project = make_project("asqa", kind=Kind.ASQA)
    job = run_import(project, path, kind="import_asqa", split="dev", fetch=True)
    assert (job.state, job.message) == (
        JobState.SUCCEEDED,
        "Imported 1 example. Fetched 1 page.",
    )
    visit = VisitedPage.objects.get()
    assert (visit.url, visit.page is not None) == (url, True)
