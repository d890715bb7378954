"""Pages in files of their own (``html_file``) that change between a kill and the resume."""

from pathlib import Path

import pytest

from annotator.material.corpus.models import Example, Page, PageContent
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.projects.models import Project
from tests.exchange.imports.import_jobs import imported_ids, problems_of, queue_import, write_lines
from tests.factories.corpus import HTML, make_project
from tests.workspace.jobs.killed_runs import finish, kill_at_save

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("batches_of_two")]

QUESTIONS = 5
OLD, NEW = b"<p>As it was at first.</p>", b"<ul><li>As it is</li><li>now.</li></ul>"


def write_pages(folder: Path, version: bytes) -> None:
    """A page for each question, all in the same version: other tokens and other candidates."""
    for number in range(QUESTIONS):
        html = HTML.replace(b"</h1>", b" %d</h1>" % number).replace(b"</body>", version)
        (folder / f"page-{number}.html").write_bytes(html + b"</body>")


def queue_pages(project: Project, folder: Path, files: list[str] | None = None) -> Job:
    """An import of one question on each of the files, with ids from 1."""
    names = files or [f"page-{number}.html" for number in range(QUESTIONS)]
    lines = [
        {
            "example_id": number,
            "question_text": f"what is on page {number}",
            "document_url": "https://example.org/plumb-bob",
            "document_title": "Plumb bob",
            "html_file": name,
        }
        for number, name in enumerate(names, start=1)
    ]
    return queue_import(project, write_lines(folder / "a.jsonl", lines), kind="import_pages")


def fingerprints_of(project: Project) -> list[str]:
    """What each question's page is, with its tokens and candidates, in the questions' order."""
    examples = Example.objects.filter(project=project).select_related("page")
    return [example.page.fingerprint for example in examples.order_by("position") if example.page]


def test_wherever_an_import_is_killed_each_page_is_the_whole_of_one_version(
    tmp_path: Path,
) -> None:
    versions = []
    for name, version in (("older", OLD), ("newer", NEW)):
        write_pages(tmp_path, version)
        whole = make_project(name)
        assert finish(queue_pages(whole, tmp_path)).state == JobState.SUCCEEDED
        versions.append(fingerprints_of(whole))
    old, new = versions
    assert len({*old, *new}) == 2 * QUESTIONS
    number, was_killed, turns = 0, True, set()
    while was_killed:
        number += 1
        project = make_project(f"killed-{number}")
        write_pages(tmp_path, OLD)
        job = queue_pages(project, tmp_path)
        was_killed = kill_at_save(number, job)
        stored = len(fingerprints_of(project))
        write_pages(tmp_path, NEW)
        assert finish(job).state == JobState.SUCCEEDED
        assert fingerprints_of(project) == old[:stored] + new[stored:]
        turns.add(stored)
    # It was killed before the first batch, between all of them, and after the last.
    assert turns == {0, 2, 4, 5}
    # What was read and not committed has left no page behind.
    assert Page.objects.count() == PageContent.objects.count() == 2 * QUESTIONS


def test_pages_that_are_stored_are_not_read_again(tmp_path: Path) -> None:
    write_pages(tmp_path, OLD)
    project = make_project()
    job = queue_pages(project, tmp_path)
    assert kill_at_save(4, job)
    assert len(fingerprints_of(project)) == 2
    for number in range(2):
        (tmp_path / f"page-{number}.html").unlink()
    assert finish(job).state == JobState.SUCCEEDED
    assert imported_ids(project) == [1, 2, 3, 4, 5]


def test_a_page_that_is_gone_at_the_resume_is_a_problem_of_its_line(tmp_path: Path) -> None:
    write_pages(tmp_path, OLD)
    job = queue_pages(make_project(), tmp_path)
    assert kill_at_save(4, job)
    (tmp_path / "page-3.html").unlink()
    assert finish(job).state == JobState.FAILED
    ((line, field, problem),) = problems_of(job)
    assert (line, field) == (4, "html_file")
    assert problem.startswith("page-3.html can't be read")
    assert not Page.objects.exists()


def test_questions_on_one_file_that_changed_between_them_have_a_whole_page_each(
    tmp_path: Path,
) -> None:
    write_pages(tmp_path, OLD)
    project = make_project()
    job = queue_pages(project, tmp_path, ["page-0.html"] * 4)
    assert kill_at_save(4, job)
    write_pages(tmp_path, NEW)
    assert finish(job).state == JobState.SUCCEEDED
    first, second, third, fourth = fingerprints_of(project)
    assert first == second
    assert third == fourth
    assert first != third
