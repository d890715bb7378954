"""Uploads and results: how long they stay."""

import os
import uuid
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile, TemporaryUploadedFile
from django.utils import timezone

from annotator.workspace.jobs import job_folders
from annotator.workspace.jobs.job_folders import remove_old_files, result_expires_at, stored_uploads
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import cancel_job, create_job
from tests.just_before import just_before

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture(autouse=True)
def folders(settings: Any, tmp_path: Path) -> None:
    settings.UPLOAD_DIR, settings.RESULT_DIR = tmp_path / "uploads", tmp_path / "results"
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path / "incoming"
    settings.FILE_UPLOAD_TEMP_DIR.mkdir()
    settings.RESULT_DAYS = 30


def make_job(**values: Any) -> Job:
    return Job.objects.create(kind="export_nq", created_at=NOW, **values)


def make_file(path: Path, *, changed: datetime = NOW) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"x")
    for each in (path, path.parent):
        os.utime(each, (changed.timestamp(), changed.timestamp()))
    return path


def make_result(
    tmp_path: Path, *, finished_at: datetime, state: JobState = JobState.SUCCEEDED
) -> Job:
    job = make_job(state=state, finished_at=finished_at, result_name="out.jsonl")
    job.result_path = f"{job.pk}/out.jsonl"
    job.save()
    make_file(tmp_path / "results" / job.result_path, changed=finished_at)
    return job


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("state", [JobState.SUCCEEDED, JobState.FAILED, JobState.CANCELLED])
def test_results_are_removed_when_their_time_is_over(tmp_path: Path, state: JobState) -> None:
    old = make_result(tmp_path, finished_at=NOW - timedelta(days=31), state=state)
    young = make_result(tmp_path, finished_at=NOW - timedelta(days=29), state=state)
    assert result_expires_at(young) == young.finished_at + timedelta(days=30)  # type: ignore[operator]
    assert remove_old_files(at=NOW) == 1
    old.refresh_from_db()
    assert (old.result_path, old.result_name, result_expires_at(old)) == ("", "out.jsonl", None)
    assert names(tmp_path / "results") == [str(young.pk)]
    assert remove_old_files(at=NOW) == 0


def test_results_are_kept_for_good_where_that_is_wanted(tmp_path: Path, settings: Any) -> None:
    settings.RESULT_DAYS = 0
    job = make_result(tmp_path, finished_at=NOW - timedelta(days=3000))
    assert (remove_old_files(at=NOW), result_expires_at(job)) == (0, None)


def test_what_killed_processes_forgot_is_removed_after_a_day(tmp_path: Path) -> None:
    yesterday = NOW - timedelta(days=2)
    waiting, ended = make_job(), make_job(state=JobState.FAILED, finished_at=yesterday)
    for job_id in (waiting.pk, ended.pk, uuid.uuid4()):
        make_file(tmp_path / "uploads" / str(job_id) / "in.jsonl", changed=yesterday)
        make_file(tmp_path / "results" / str(job_id) / "out.jsonl", changed=yesterday)
    arriving = uuid.uuid4()
    make_file(tmp_path / "uploads" / str(arriving) / "in.jsonl")
    make_file(tmp_path / "uploads" / "notes" / "mine.txt", changed=yesterday)
    make_file(tmp_path / "incoming" / "old.upload", changed=yesterday)
    make_file(tmp_path / "incoming" / "new.upload")
    assert remove_old_files(at=NOW) == 5
    assert names(tmp_path / "uploads") == sorted([str(waiting.pk), str(arriving), "notes"])
    assert names(tmp_path / "results") == [str(waiting.pk)]
    assert names(tmp_path / "incoming") == ["new.upload"]


def test_a_folder_that_goes_meanwhile_keeps_none_of_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, old = uuid.uuid4(), uuid.uuid4()
    for job_id in (gone, old):
        path = tmp_path / "uploads" / str(job_id) / "in.jsonl"
        make_file(path, changed=NOW - timedelta(days=2))

    def go(path: Path) -> None:
        if path.name == str(gone):
            raise FileNotFoundError(path)

    just_before(monkeypatch, f"{job_folders.__name__}._changed_at", go)
    assert (remove_old_files(at=NOW), names(tmp_path / "uploads")) == (1, [str(gone)])


def test_an_upload_goes_when_its_job_could_not_be_made(tmp_path: Path) -> None:
    def break_off() -> None:
        upload = SimpleUploadedFile("in.jsonl", b"{}")
        with stored_uploads(uploads={"file": upload}, job_id=uuid.uuid4()) as paths:
            assert paths["file"].read_bytes() == b"{}"
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        break_off()
    assert names(tmp_path / "uploads") == []


def test_a_large_upload_is_moved_and_not_copied(tmp_path: Path) -> None:
    upload = TemporaryUploadedFile("../in.jsonl", "text/plain", 2, None)
    upload.write(b"{}")
    upload.flush()
    number = Path(upload.temporary_file_path()).stat().st_ino
    with stored_uploads(uploads={"file": upload}, job_id=uuid.uuid4()) as paths:
        path = paths["file"]
        assert (path.name, path.read_bytes(), path.stat().st_ino) == ("in.jsonl", b"{}", number)
    upload.close()
    assert names(tmp_path / "incoming") == []


def test_the_upload_of_a_job_that_is_cancelled_before_its_start_goes(
    tmp_path: Path, django_capture_on_commit_callbacks: Any
) -> None:
    job = create_job(kind="import_nq", parameters={}, at=NOW, created_by=None, queue=False)
    make_file(tmp_path / "uploads" / str(job.pk) / "in.jsonl")
    with django_capture_on_commit_callbacks(execute=True):
        cancel_job(job=job, at=NOW)
    assert names(tmp_path / "uploads") == []
