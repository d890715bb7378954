"""Files in which nearly everything is wrong."""

import itertools
from pathlib import Path
from typing import Any

import pytest

from annotator.exchange.imports import importer
from annotator.material.corpus.models import Example
from annotator.workspace.jobs import context
from annotator.workspace.jobs.models import Job, JobState
from tests.exchange.imports.import_jobs import imported_ids, problems_of, run_import, write_lines
from tests.factories.corpus import make_project
from tests.material.formats.nq_examples import small_example

pytestmark = pytest.mark.django_db


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A good example among 30 lines that are none."""
    return write_lines(tmp_path / "bad.jsonl", [*[b"{"] * 20, small_example(7), *[b"["] * 10])


def test_all_problems_are_counted_and_the_first_ones_are_listed(
    path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setattr(context, "MAX_PROBLEMS", 25)
    settings.ROWS_AT_ONCE = 4
    project = make_project()
    job = run_import(project, path, on_error="skip")
    assert (job.state, job.problem_total, job.done, imported_ids(project)) == (
        JobState.SUCCEEDED,
        30,
        31,
        [7],
    )
    lines = [line for line, _, _ in problems_of(job)]
    assert lines == [*range(1, 21), *range(22, 27)]


def test_problems_do_not_pile_up_in_memory(path: Path, settings: Any) -> None:
    settings.ROWS_AT_ONCE = 4
    written: list[int] = []

    def observe(job: Job) -> None:
        written.append(job.done)

    run_import(make_project(), path, on_error="skip", observer=observe)
    assert max(after - before for before, after in itertools.pairwise(written)) <= 5


@pytest.mark.long
def test_an_import_of_many_problems_asks_the_database_once_a_batch(
    tmp_path: Path, django_assert_max_num_queries: object
) -> None:
    path = write_lines(tmp_path / "bad.jsonl", [small_example(1), *[b"{"] * 400])
    with django_assert_max_num_queries(80):  # type: ignore[operator]
        run_import(make_project(), path, on_error="skip")


def test_stopping_lists_all_problems_and_imports_nothing(path: Path) -> None:
    project = make_project()
    job = run_import(project, path)
    assert (job.state, job.problem_total, imported_ids(project)) == (JobState.FAILED, 30, [])
    assert job.message == "Stopped at bad.jsonl:1 and 29 other places. Nothing was imported."
    assert [line for line, _, _ in problems_of(job)] == [*range(1, 21), *range(22, 32)]


def test_stopping_lists_a_sensible_number(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "MOST_FOUND", 5)
    job = run_import(make_project(), path)
    assert job.problem_total == 5
    assert job.message == (
        "Stopped at bad.jsonl:1 and 4 other places. Nothing was imported. "
        "The rest was not looked at."
    )


def test_nothing_is_left_of_what_was_read_before_the_first_problem(tmp_path: Path) -> None:
    lines = [*[small_example(number) for number in range(1, 31)], b"{", small_example(31), b"["]
    project = make_project()
    job = run_import(project, write_lines(tmp_path / "late.jsonl", lines))
    assert job.message == "Stopped at late.jsonl:31 and 1 other place. Nothing was imported."
    assert Example.objects.filter(project=project).count() == 0
