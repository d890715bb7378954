"""Imports that are killed, cancelled or run beside each other."""

from pathlib import Path

import pytest
from django.utils import timezone

from annotator.material.corpus.models import Example
from annotator.workspace.jobs import services
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import MAX_ATTEMPTS, NOT_UNDONE, cancel_job, run_job
from annotator.workspace.projects.models import Project
from tests.exchange.imports.import_jobs import (
    NOTHING,
    contents,
    imported_ids,
    problems_of,
    queue_import,
    rows_left,
    run_import,
    write_lines,
)
from tests.factories.corpus import make_project
from tests.factories.jobs import run_here
from tests.material.formats.nq_examples import small_example
from tests.workspace.jobs.killed_runs import finish, kill_at_save, killed_anywhere, make_stale

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("batches_of_two")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Seven good examples, one twice, and two bad lines."""
    lines: list[dict[str, object] | bytes] = [
        small_example(number, f"Page {number % 3}") for number in range(7)
    ]
    lines.insert(3, b'{"example_id": "three"}')
    lines.insert(5, small_example(1, "Page 1"))
    lines.append(b"{")
    return write_lines(tmp_path / "lines.jsonl.gz", lines)


def outcome(job: Job) -> object:
    job.refresh_from_db()
    project = Project.objects.get(pk=job.project_id)
    return (
        job.state,
        job.message,
        job.done,
        job.total,
        problems_of(job),
        [row[2:] for row in contents(project)],
        imported_ids(project),
    )


def test_a_killed_import_ends_as_if_it_had_never_been_killed(path: Path) -> None:
    whole = make_project("whole")
    uninterrupted = run_import(whole, path, on_error="skip")
    expected = outcome(uninterrupted)
    assert uninterrupted.message == (
        "Imported 7 examples. Skipped 1 that already existed. "
        "Refused 2 lines; the problems are listed."
    )
    for job in killed_anywhere(
        lambda number: queue_import(make_project(f"killed-{number}"), path, on_error="skip")
    ):
        assert outcome(job) == expected


@pytest.mark.long
def test_an_import_that_is_killed_again_and_again_still_arrives(path: Path) -> None:
    project = make_project()
    job = queue_import(project, path, on_error="skip", annotations=True)
    for _ in range(4):
        # The third save of each run is that of a batch which is not committed yet.
        assert kill_at_save(3, job)
        make_stale(job)
        assert imported_ids(project) == []
    run_job(job_id=job.pk)
    assert imported_ids(project) == [0, 1, 2, 3, 4, 5, 6]


def test_a_killed_import_shows_nothing_before_it_is_finished(path: Path) -> None:
    project = make_project()
    job = queue_import(project, path, on_error="skip")
    assert kill_at_save(4, job)
    states = Example.objects.filter(project=project).values_list("is_published", "slots__state")
    assert set(states) == {(False, "withheld")}


def test_a_cancelled_import_leaves_nothing(path: Path) -> None:
    project = make_project()

    def cancel(job: Job) -> None:
        if job.done > 3:
            Job.objects.filter(pk=job.pk).update(cancel_requested=True)

    job = run_import(project, path, on_error="skip", annotations=True, observer=cancel)
    assert (job.state, job.message) == (JobState.CANCELLED, "Cancelled. Nothing was changed.")
    assert rows_left() == NOTHING


def test_an_import_that_was_killed_once_everybody_saw_it_is_not_called_cancelled(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project()
    job = queue_import(project, path, on_error="skip")
    with monkeypatch.context() as killed:
        killed.setattr(services, "_end", lambda *_: None)
        run_job(job_id=job.pk)
    make_stale(job)
    assert imported_ids(project) == [0, 1, 2, 3, 4, 5, 6]
    cancel_job(job=job, at=timezone.now())
    run_here(job)
    assert job.state == JobState.SUCCEEDED
    assert job.message.startswith("Imported 7 examples.")
    assert imported_ids(project) == [0, 1, 2, 3, 4, 5, 6]


def test_a_failed_import_leaves_what_was_there_before(path: Path, tmp_path: Path) -> None:
    project = make_project()
    run_import(project, write_lines(tmp_path / "a.jsonl", [small_example(0, "Page 0")]))
    before = contents(project), rows_left()
    job = run_import(project, path, annotations=False)
    assert job.message == ("Stopped at lines.jsonl.gz:4 and 1 other place. Nothing was imported.")
    assert (contents(project), rows_left()) == before


def test_an_example_that_an_unfinished_import_is_bringing_is_refused(path: Path) -> None:
    project = make_project()
    unfinished = queue_import(project, path, on_error="skip")
    assert kill_at_save(4, unfinished)
    job = run_import(project, path)
    assert problems_of(job)[0] == (1, "example_id", "another import is adding this example.")


def test_an_example_of_an_import_that_could_not_be_undone_is_not_said_to_be_coming(
    path: Path,
) -> None:
    project = make_project()
    failed = queue_import(project, path, on_error="skip")
    assert kill_at_save(4, failed)
    Job.objects.filter(pk=failed.pk).update(attempts=2 * MAX_ATTEMPTS)
    assert finish(failed).message == NOT_UNDONE
    assert imported_ids(project) == []
    job = run_import(project, path)
    why = f"import {failed.pk} failed and left this example behind."
    assert problems_of(job)[0] == (1, "example_id", why)
