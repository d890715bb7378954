"""Imports whose files are changed while they run, or between a kill and the resume."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from annotator.workspace.jobs.models import Job, JobState
from tests.exchange.imports.ambiguous_files import (
    NOTHING_AMBIGUOUS,
    ambigqa_question,
    ambiguous_rows,
    page_line,
    write_json,
)
from tests.exchange.imports.import_jobs import (
    NOTHING,
    imported_ids,
    queue_import,
    rows_left,
    run_import,
    write_lines,
)
from tests.factories.asqa import make_asqa_project
from tests.factories.corpus import make_project
from tests.material.formats.nq_examples import small_example
from tests.workspace.jobs.killed_runs import finish, kill_at_save

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("batches_of_two")]

WHAT_NOW = (
    " Nothing was imported. Start the import again to take the files as they are now, or put the"
    " old file back before you do."
)


def numbered(path: Path, *numbers: int) -> Path:
    return write_lines(path, [small_example(number, f"Page {number}") for number in numbers])


def put_a_line_before(path: Path) -> str:
    before = path.stat().st_size
    numbered(path, 9, 0, 1, 2, 3, 4, 5)
    return (
        f"lines.jsonl has changed since this import began: it had {before:,} bytes and has"
        f" {path.stat().st_size:,} now."
    )


def swap_two_lines(path: Path) -> str:
    numbered(path, 1, 0, 2, 3, 4, 5)
    return "lines.jsonl has changed since this import began: different content of the same size."


def move_away(path: Path) -> str:
    path.unlink()
    return "lines.jsonl can no longer be read: it was there when this import began."


@pytest.mark.parametrize("on_error", ["stop", "skip"])
@pytest.mark.parametrize("change", [put_a_line_before, swap_two_lines, move_away])
def test_an_import_whose_file_changed_after_a_kill_ends_and_leaves_nothing(
    tmp_path: Path, change: Callable[[Path], str], on_error: str
) -> None:
    path = numbered(tmp_path / "lines.jsonl", 0, 1, 2, 3, 4, 5)
    job = queue_import(make_project(), path, on_error=on_error, annotations=True)
    assert kill_at_save(4, job)
    assert rows_left()["Example"] == 2
    told = change(path)
    finish(job)
    assert (job.state, job.message) == (JobState.FAILED, told + WHAT_NOW)
    assert rows_left() == NOTHING


def test_of_several_files_the_one_that_changed_is_named(tmp_path: Path) -> None:
    first = numbered(tmp_path / "first.jsonl", 0, 1, 2)
    second = numbered(tmp_path / "second.jsonl", 3, 4, 5)
    job = queue_import(make_project(), first, second)
    assert kill_at_save(4, job)
    numbered(second, 3, 4)
    assert finish(job).message.startswith("second.jsonl has changed since this import began")
    assert rows_left() == NOTHING


def test_a_file_that_changes_while_it_is_read_is_noticed_before_anything_is_published(
    tmp_path: Path,
) -> None:
    project = make_project()
    path = numbered(tmp_path / "lines.jsonl", 0, 1, 2, 3)

    def append(seen: Job) -> None:
        if seen.done == 4:
            path.write_bytes(path.read_bytes() + b"\n")

    job = run_import(project, path, observer=append)
    assert job.state == JobState.FAILED
    assert job.message.startswith("lines.jsonl has changed since this import began")
    assert rows_left() == NOTHING


def test_a_file_that_is_touched_or_copied_is_the_same_file(tmp_path: Path) -> None:
    project = make_project()
    path = numbered(tmp_path / "lines.jsonl", 0, 1, 2, 3)
    job = queue_import(project, path)
    assert kill_at_save(4, job)
    data = path.read_bytes()
    path.unlink()
    path.write_bytes(data)
    assert finish(job).state == JobState.SUCCEEDED
    assert imported_ids(project) == [0, 1, 2, 3]


def test_a_file_that_changed_before_anything_was_read_is_taken_as_it_is(tmp_path: Path) -> None:
    project = make_project()
    path = numbered(tmp_path / "lines.jsonl", 0, 1)
    job = queue_import(project, path)
    assert kill_at_save(2, job)
    numbered(path, 2, 3, 4)
    assert finish(job).state == JobState.SUCCEEDED
    assert imported_ids(project) == [2, 3, 4]


def test_an_import_that_an_older_version_began_goes_on(tmp_path: Path) -> None:
    project = make_project()
    job = queue_import(project, numbered(tmp_path / "lines.jsonl", 0, 1, 2, 3))
    assert kill_at_save(4, job)
    job.refresh_from_db()
    del job.checkpoint["files"]
    job.save(update_fields=["checkpoint"])
    assert finish(job).state == JobState.SUCCEEDED
    assert imported_ids(project) == [0, 1, 2, 3]


@pytest.mark.parametrize("changed", ["questions.json", "pages.jsonl"])
def test_questions_and_visited_pages_are_both_held_to_what_they_were(
    tmp_path: Path, changed: str
) -> None:
    titles = [f"Page {number}" for number in range(3)]
    values: list[Any] = [ambigqa_question(str(n), titles=[titles[n % 3]]) for n in range(6)]
    path = write_json(tmp_path / "questions.json", values)
    pages = write_lines(tmp_path / "pages.jsonl", [page_line(title) for title in titles])
    job = queue_import(
        make_asqa_project(), path, kind="import_ambigqa", pages=str(pages), annotations=False
    )
    assert kill_at_save(5, job)
    with (tmp_path / changed).open("ab") as file:
        file.write(b"\n")
    assert finish(job).state == JobState.FAILED
    assert job.message.startswith(f"{changed} has changed since this import began")
    assert ambiguous_rows() == NOTHING_AMBIGUOUS
