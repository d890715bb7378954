"""An import that fails leaves no annotators behind that nobody needs."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from annotator.collecting.annotations.models import Annotation
from annotator.exchange.imports.annotators import discard_unused_annotators, imported_annotator
from annotator.workspace.accounts.models import User
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import run_job
from annotator.workspace.projects.models import Project
from tests.at_once import at_once
from tests.exchange.imports.import_jobs import (
    NOTHING,
    queue_import,
    rows_left,
    run_import,
    write_lines,
)
from tests.factories.corpus import make_member, make_project, make_user
from tests.material.formats.nq_examples import small_example
from tests.workspace.jobs.killed_runs import finish, kill_at_save

pytestmark = pytest.mark.usefixtures("batches_of_two")
BAD_LINE = b'{"example_id": "three"}'
FIVE = [f"project-imported-{number}" for number in range(1, 6)]


def write_examples(path: Path, numbers: range, *, then: list[bytes] | None = None) -> Path:
    lines: list[dict[str, Any] | bytes] = [small_example(number) for number in numbers]
    return write_lines(path, lines + (then or []))


def usernames() -> list[str]:
    return sorted(User.objects.values_list("username", flat=True))


@pytest.mark.django_db
def test_a_failed_import_leaves_no_annotators(tmp_path: Path) -> None:
    path = write_examples(tmp_path / "in.jsonl", range(5), then=[BAD_LINE])
    job = run_import(make_project(), path, annotations=True)
    assert (job.state, job.done) == (JobState.FAILED, 4)
    assert (usernames(), rows_left()) == ([], NOTHING)


@pytest.mark.django_db
def test_a_cancelled_import_leaves_no_annotators(tmp_path: Path) -> None:
    def cancel(job: Job) -> None:
        if job.done > 3:
            assert usernames() == FIVE
            Job.objects.filter(pk=job.pk).update(cancel_requested=True)

    path = write_examples(tmp_path / "in.jsonl", range(9))
    job = run_import(make_project(), path, annotations=True, observer=cancel)
    assert job.state == JobState.CANCELLED
    assert (usernames(), rows_left()) == ([], NOTHING)


@pytest.mark.django_db
@pytest.mark.parametrize(("ending", "left"), [([BAD_LINE], []), ([], FIVE)])
def test_a_killed_import_that_goes_on_keeps_its_annotators_only_if_it_arrives(
    ending: list[bytes], left: list[str], tmp_path: Path
) -> None:
    path = write_examples(tmp_path / "in.jsonl", range(5), then=ending)
    job = queue_import(make_project(), path, annotations=True)
    assert kill_at_save(4, job)
    assert usernames() == FIVE
    finish(job)
    assert usernames() == left


@pytest.mark.django_db
def test_a_failed_import_leaves_the_annotators_of_an_earlier_one(tmp_path: Path) -> None:
    project = make_project()
    run_import(project, write_examples(tmp_path / "good.jsonl", range(2)), annotations=True)
    bad = write_examples(tmp_path / "bad.jsonl", range(2, 6), then=[BAD_LINE])
    assert run_import(project, bad, annotations=True).state == JobState.FAILED
    assert (usernames(), Annotation.objects.count()) == (FIVE, 10)


@pytest.mark.django_db
def test_annotators_of_an_import_that_goes_on_stay_until_it_fails_too(tmp_path: Path) -> None:
    project = make_project()
    first = write_examples(tmp_path / "first.jsonl", range(3), then=[BAD_LINE])
    second = write_examples(tmp_path / "second.jsonl", range(10, 16), then=[BAD_LINE])
    running = queue_import(project, second, annotations=True)
    assert kill_at_save(4, running)
    run_import(project, first, annotations=True)
    assert usernames() == FIVE
    finish(running)
    assert (usernames(), rows_left()) == ([], NOTHING)


@pytest.mark.django_db
def test_nobody_else_is_discarded() -> None:
    project, other = make_project("dev"), make_project("dev-imported")
    make_user("dev-imported-9")
    imported_annotator(project=other, position=0)
    member = imported_annotator(project=project, position=1)
    make_member(project, member.username)
    imported_annotator(project=project, position=0)
    discard_unused_annotators(project=project)
    assert usernames() == ["dev-imported-2", "dev-imported-9", "dev-imported-imported-1"]


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("fails", [(True, False), (True, True), (False, False)])
def test_two_imports_beside_each_other_share_annotators(
    fails: tuple[bool, bool], tmp_path: Path
) -> None:
    project = make_project(overlap=2)
    jobs = [
        queue_import(
            project,
            write_examples(
                tmp_path / f"{number}.jsonl",
                range(100 * number, 100 * number + 8),
                then=[BAD_LINE] if is_bad else [],
            ),
            annotations=True,
        )
        for number, is_bad in enumerate(fails)
    ]
    at_once([partial(run_job, job_id=job.pk) for job in jobs])
    arrived = fails.count(False)
    assert Annotation.objects.count() == arrived * 8 * 5
    assert usernames() == (FIVE if arrived else [])
    assert [Job.objects.get(pk=job.pk).state == JobState.FAILED for job in jobs] == list(fails)
    assert Project.objects.count() == 1
