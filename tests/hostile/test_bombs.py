"""Bombs through imports: refused with a clear problem or taken, and nothing left behind."""

from pathlib import Path

import pytest

from annotator.workspace.jobs.models import JobState
from tests.exchange.imports.import_jobs import (
    NOTHING,
    problems_of,
    rows_left,
    run_import,
    write_lines,
)
from tests.factories.corpus import make_project
from tests.hostile.bombs import FILES, PAGE_FILES, PAGES
from tests.hostile.lines import raw_page_line

pytestmark = [pytest.mark.django_db, pytest.mark.above_database]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_that_is_dear_to_read_is_taken_or_refused(tmp_path: Path, name: str) -> None:
    html, problem = PAGES[name]
    path = write_lines(tmp_path / "a.jsonl", [raw_page_line(name, html())])
    job = run_import(make_project(), path, kind="import_pages")
    if problem:
        ((line, field, found),) = problems_of(job)
        assert (job.state, line, field) == (JobState.FAILED, 1, "document_html")
        assert found.startswith(problem)
        assert rows_left() == NOTHING
    else:
        assert (job.state, problems_of(job)) == (JobState.SUCCEEDED, [])


@pytest.mark.parametrize("kind", ["import_pages", "import_nq"])
@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_dear_to_read_is_refused(tmp_path: Path, name: str, kind: str) -> None:
    data, problem = FILES[name]
    path = tmp_path / "a.jsonl"
    path.write_bytes(data())
    job = run_import(make_project(), path, kind=kind)
    found = [text for _, _, text in problems_of(job)]
    assert (job.state, rows_left()) == (JobState.FAILED, NOTHING)
    assert found[0].startswith(problem)


@pytest.mark.parametrize("name", PAGE_FILES)
def test_a_page_file_whose_bytes_are_no_utf8_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "page.html").write_bytes(PAGE_FILES[name])
    line = raw_page_line(name, "")
    del line["document_html"]
    path = write_lines(tmp_path / "a.jsonl", [line | {"html_file": "page.html"}])
    job = run_import(make_project(), path, kind="import_pages")
    ((number, field, problem),) = problems_of(job)
    assert (job.state, number, field) == (JobState.FAILED, 1, "html_file")
    expected = "this is a UTF-16 file" if name == "two bytes for each letter" else "is not UTF-8"
    assert expected in problem
    assert rows_left() == NOTHING
