"""Files in which nearly everything is wrong."""

import itertools
from pathlib import Path

import pytest

from annotator.exchange.imports import importer
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
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context, "MAX_PROBLEMS", 25)
    monkeypatch.setattr(importer, "BATCH_PROBLEMS", 4)
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


def test_problems_do_not_pile_up_in_memory(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importer, "BATCH_PROBLEMS", 4)
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
