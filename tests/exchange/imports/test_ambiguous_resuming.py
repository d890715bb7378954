"""Imports of ambiguous questions that are killed or cancelled, with their pages."""

from pathlib import Path
from typing import Any

import pytest

from annotator.material.corpus.models import Example, Page
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.projects.models import Project
from tests.exchange.imports.ambiguous_files import (
    NOTHING_AMBIGUOUS,
    ambigqa_question,
    ambiguous_contents,
    ambiguous_rows,
    asqa_example,
    page_line,
    write_json,
)
from tests.exchange.imports.import_jobs import (
    imported_ids,
    problems_of,
    queue_import,
    run_import,
    write_lines,
)
from tests.factories.asqa import make_asqa_project
from tests.factories.corpus import make_page
from tests.workspace.jobs.killed_runs import killed_anywhere

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("batches_of_two")]

TITLES = [f"Page {number}" for number in range(3)]


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    """Three pages that are visited, one that is not, and a line that is none."""
    lines: list[Any] = [page_line(title) for title in [*TITLES, "Nobody's"]]
    return write_lines(tmp_path / "pages.jsonl.gz", [*lines, b"{"])


@pytest.fixture
def ambigqa(tmp_path: Path) -> Path:
    """Six good questions, one of them twice, three that are left out and two that are wrong."""
    values: list[Any] = [ambigqa_question(str(n), titles=[TITLES[n % 3]]) for n in range(6)]
    values.insert(1, ambigqa_question("11", 0))
    values.insert(3, ambigqa_question("12", 7))
    values.insert(4, {"id": "13"})
    values.insert(6, ambigqa_question("1", titles=[TITLES[1]]))
    values += [ambigqa_question("14", titles=["Missing"]), ambigqa_question("15", 1)]
    return write_json(tmp_path / "ambigqa.json", values)


@pytest.fixture
def asqa(tmp_path: Path) -> Path:
    """Six good examples and one that is wrong."""
    values = {str(n): asqa_example(wikipages=[{"title": TITLES[n % 3]}]) for n in range(6)}
    return write_json(tmp_path / "asqa.json", {"dev": values | {"7": asqa_example(7)}})


def options(kind: str, pages: Path) -> dict[str, Any]:
    return {
        "kind": kind,
        "pages": str(pages),
        "split": "dev",
        "on_error": "skip",
        "annotations": True,
    }


def outcome(job: Job) -> object:
    job.refresh_from_db()
    project = Project.objects.get(pk=job.project_id)
    contents = [
        (*row[:9], [(name.rpartition("-")[2], *rest) for _, name, *rest in row[9]])
        for row in ambiguous_contents(project)
    ]
    ids = imported_ids(project)
    return (job.state, job.message, job.done, job.total, problems_of(job), contents, ids)


@pytest.mark.parametrize("kind", ["import_ambigqa", "import_asqa"])
def test_a_killed_import_ends_as_if_it_had_never_been_killed(
    ambigqa: Path, asqa: Path, pages: Path, kind: str
) -> None:
    path = ambigqa if kind == "import_ambigqa" else asqa
    whole = make_asqa_project("whole")
    uninterrupted = run_import(whole, path, **options(kind, pages))
    expected = outcome(uninterrupted)
    assert uninterrupted.message == (
        "Imported 6 examples. Skipped 1 that already existed. Left out 3 questions: "
        "not ambiguous to any annotator (1), fewer than 2 disambiguations (1), "
        "more than 6 disambiguations (1). Left out 1 page that no question visited. "
        "Refused 1 line of the pages’ file; the problems are listed. "
        "Refused 2 questions; the problems are listed."
        if kind == "import_ambigqa"
        else "Imported 6 examples with 12 annotations. Left out 1 page that no question visited. "
        "Refused 1 line of the pages’ file; the problems are listed. "
        "Refused 1 example; the problems are listed."
    )
    for job in killed_anywhere(
        lambda number: queue_import(
            make_asqa_project(f"killed-{number}"), path, **options(kind, pages)
        )
    ):
        assert outcome(job) == expected
    assert Page.objects.count() == 3


@pytest.mark.parametrize("kind", ["import_ambigqa", "import_asqa"])
def test_a_cancelled_import_leaves_nothing(
    ambigqa: Path, asqa: Path, pages: Path, kind: str
) -> None:
    def cancel(job: Job) -> None:
        if job.done > 3:
            Job.objects.filter(pk=job.pk).update(cancel_requested=True)

    path = ambigqa if kind == "import_ambigqa" else asqa
    job = run_import(make_asqa_project(), path, observer=cancel, **options(kind, pages))
    assert (job.state, job.message) == (JobState.CANCELLED, "Cancelled. Nothing was changed.")
    assert ambiguous_rows() == NOTHING_AMBIGUOUS


def test_a_failed_import_keeps_a_page_that_others_visited(ambigqa: Path, pages: Path) -> None:
    there = make_asqa_project("there")
    one = write_json(ambigqa.with_name("one.json"), [ambigqa_question("1", titles=[TITLES[1]])])
    good = write_lines(pages.with_name("good.jsonl"), [page_line(TITLES[1])])
    run_import(there, one, kind="import_ambigqa", pages=str(good))
    make_page()
    before = ambiguous_contents(there), ambiguous_rows()
    more = write_lines(pages.with_name("more.jsonl"), [page_line(title) for title in TITLES])
    job = run_import(make_asqa_project(), ambigqa, kind="import_ambigqa", pages=str(more))
    assert (job.state, Example.objects.count()) == (JobState.FAILED, 1)
    assert (ambiguous_contents(there), ambiguous_rows()) == before
