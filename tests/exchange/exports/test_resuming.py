"""Exports that are killed, cancelled or handed over."""

import gzip
from pathlib import Path
from typing import Any

import pytest

from annotator.exchange.exports.resumable_file import ResumableFile
from annotator.material.corpus.models import ContextPassage
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import MAX_ATTEMPTS, run_job
from annotator.workspace.projects.models import Project
from tests.exchange.exports.killed_exports import files, killed_exports
from tests.factories.asqa import make_ambiguous_examples, make_asqa_project
from tests.factories.corpus import make_examples, make_page, make_project
from tests.factories.jobs import make_job, run_here
from tests.just_before import just_before
from tests.workspace.jobs.killed_runs import a_stop_was_asked, deaths_of, die, finish, kill_at_save

WRITE = f"{ResumableFile.__module__}.ResumableFile.write"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def batches_of_two(settings: Any, tmp_path: Path) -> None:
    settings.EXPORTED_AT_ONCE = 2
    settings.RESULT_DIR = tmp_path / "results"


@pytest.fixture
def project() -> Project:
    """Seven examples: three batches and a rest."""
    made = make_project()
    make_examples(made, 7)
    return made


def queue_export(project: Project, output: Path | None = None) -> Job:
    return make_job("export_nq", {"output": str(output)} if output else {}, project=project)


@pytest.mark.parametrize("kind", ["export_asqa", "export_squad"])
def test_a_threshold_that_was_changed_after_a_kill_does_not_reach_into_the_file(
    tmp_path: Path, kind: str
) -> None:
    made = make_asqa_project()
    for example in make_ambiguous_examples(made, 5, page=(page := make_page())):
        ContextPassage.objects.create(
            disambiguation=example.disambiguations.get(number=1),
            page=page,
            start_byte=0,
            end_byte=9,
            text="Surveyors centre tripods.",
            similarity=0.5,
        )

    def queue(output: Path) -> Job:
        return make_job(kind, {"output": str(output)}, project=made)

    Project.objects.update(context_threshold=0.2)
    finish(queue(tmp_path / "whole.json"))
    job = queue(tmp_path / "killed.json")
    assert kill_at_save(2, job)
    Project.objects.update(context_threshold=0.8)
    finish(job)
    whole = (tmp_path / "whole.json").read_bytes()
    assert whole.count(b"Surveyors centre tripods.") == 5
    assert (tmp_path / "killed.json").read_bytes() == whole


@pytest.mark.parametrize("name", ["out.jsonl", "out.jsonl.gz"])
def test_an_export_that_was_killed_anywhere_gives_the_same_bytes(
    project: Project, tmp_path: Path, name: str
) -> None:
    whole = tmp_path / "whole"
    whole.mkdir()
    finish(queue_export(project, whole / name))
    exports = killed_exports(tmp_path, lambda folder: queue_export(project, folder / name))
    for job, left in exports:
        assert (job.state, job.done, job.total) == (JobState.SUCCEEDED, 7, 7)
        assert left == files(whole)


def test_an_export_goes_on_from_its_last_batch_and_not_from_the_start(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = queue_export(project, tmp_path / "out.jsonl")
    assert kill_at_save(3, job)
    written: list[bytes] = []
    just_before(monkeypatch, WRITE, lambda _, data: written.append(data))
    finish(job)
    assert len(written) == 3


def test_an_export_begins_again_where_its_unfinished_file_is_gone(
    project: Project, tmp_path: Path
) -> None:
    job = queue_export(project, tmp_path / "out.jsonl.gz")
    assert kill_at_save(3, job)
    (unfinished,) = tmp_path.glob(".*.part")
    unfinished.unlink()
    assert finish(job).done == 7
    assert len(gzip.decompress((tmp_path / "out.jsonl.gz").read_bytes()).splitlines()) == 7


@pytest.mark.parametrize("is_gone", [True, False], ids=["lost", "kept"])
def test_an_export_that_dies_at_the_same_batch_each_time_is_given_up(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_gone: bool
) -> None:
    job = queue_export(project, tmp_path / "out.jsonl")

    def die_at_the_last(*_: object) -> None:
        if Job.objects.get(pk=job.pk).done == 6:
            for unfinished in tmp_path.glob(".*.part") if is_gone else ():
                unfinished.unlink()
            die()

    just_before(monkeypatch, WRITE, die_at_the_last)
    assert deaths_of(job, most=9) == MAX_ATTEMPTS
    assert job.state == JobState.FAILED


def test_a_worker_that_was_taken_for_dead_spoils_nothing(project: Project, tmp_path: Path) -> None:
    whole = tmp_path / "whole.jsonl.gz"
    finish(queue_export(project, whole))
    path = tmp_path / "out.jsonl.gz"
    job = queue_export(project, path)
    assert kill_at_save(3, job)
    (unfinished,) = tmp_path.glob(".*.part")
    with unfinished.open("r+b") as held:
        # It has the file open still, and writes into it while another finishes the job.
        held.seek(20)
        finish(job)
        held.write(b"late")
    assert path.read_bytes() == whole.read_bytes()


def test_a_worker_that_is_to_end_hands_its_export_over(project: Project, tmp_path: Path) -> None:
    job = queue_export(project, tmp_path / "out.jsonl")
    with a_stop_was_asked():
        run_here(job)
    assert (job.state, job.done, job.attempts) == (JobState.QUEUED, 0, 0)
    run_here(job)
    assert (job.state, job.done) == (JobState.SUCCEEDED, 7)


@pytest.mark.parametrize("is_download", [True, False])
def test_a_cancelled_export_leaves_no_file(
    project: Project, tmp_path: Path, *, is_download: bool
) -> None:
    folder = tmp_path / "outputs"
    folder.mkdir()
    (folder / "out.jsonl").write_bytes(b"before")
    job = queue_export(project, None if is_download else folder / "out.jsonl")

    def cancel(_: Job) -> None:
        Job.objects.filter(pk=job.pk, done__gt=2).update(cancel_requested=True)

    run_job(job_id=job.pk, observer=cancel)
    job.refresh_from_db()
    assert (job.state, job.result_path) == (JobState.CANCELLED, "")
    assert files(folder) == {"out.jsonl": b"before"}
    assert list((tmp_path / "results").glob("*")) == []
