"""The files of jobs: uploads and results."""

import contextlib
import os
import shutil
import uuid
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import structlog
from django.conf import settings
from django.core.files.uploadedfile import TemporaryUploadedFile, UploadedFile

from annotator.exceptions import InvalidInputError
from annotator.foundation.files.published_files import UNFINISHED, publish_file, published_file
from annotator.foundation.messages.file_broker import QUEUE, TAKEN
from annotator.workspace.jobs.models import ENDED, Job, JobState

log = structlog.get_logger(__name__)

FORGOTTEN_AFTER = timedelta(days=1)
LONGEST_NAME = 200
"""Bytes of a file's name; file systems take 255."""


@contextlib.contextmanager
def stored_uploads(
    *, uploads: Mapping[str, "UploadedFile[Any]"], job_id: uuid.UUID
) -> Iterator[dict[str, Path]]:
    """Uploaded files, by their fields' names, where the worker of job ``job_id`` finds them; gone
    again on an error.

    Raises ``InvalidInputError`` for a file above ``MAX_UPLOAD_BYTES``.
    """
    for field, upload in uploads.items():
        _check_size(upload, field)
    folder = Path(settings.UPLOAD_DIR) / str(job_id)
    folder.mkdir(parents=True)
    try:
        yield {field: _store(upload, folder / field) for field, upload in uploads.items()}
    except BaseException:
        remove_upload(job_id)
        raise


def folder_of_job(job_id: uuid.UUID) -> Path:
    """Where the workers of a job keep their own files, made if need be. It goes when the job ends,
    also if one of them was killed.
    """
    folder = Path(settings.UPLOAD_DIR) / str(job_id)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _check_size(upload: "UploadedFile[Any]", field: str) -> None:
    if (upload.size or 0) > settings.MAX_UPLOAD_BYTES:
        limit = settings.MAX_UPLOAD_BYTES // 1024**2
        raise InvalidInputError(
            "upload_too_large",
            f"The file is larger than {limit} MiB.",
            fields={field: "Split it, or import it with the command on the server."},
        )


def _store(upload: "UploadedFile[Any]", folder: Path) -> Path:
    folder.mkdir()
    path = folder / _storable(Path(upload.name or "upload").name)
    if isinstance(upload, TemporaryUploadedFile):
        # It is on the same disk already, so a gigabyte is not written twice.
        os.fsync(upload.fileno())
        publish_file(Path(upload.temporary_file_path()), path)
    else:
        with published_file(path) as target:
            shutil.copyfileobj(upload, target)
    return path


def _storable(name: str) -> str:
    """The end of a long name, which shows the format."""
    return name.encode()[-LONGEST_NAME:].decode(errors="ignore")


def remove_upload(job_id: uuid.UUID) -> None:
    """Delete a job's uploads."""
    shutil.rmtree(Path(settings.UPLOAD_DIR) / str(job_id), ignore_errors=True)


def result_of(job: Job) -> Path | None:
    """The file of a job's result; None if there is none (any more)."""
    if job.state != JobState.SUCCEEDED or not job.result_path:
        return None
    path = Path(settings.RESULT_DIR) / job.result_path
    return path if path.is_file() else None


def result_expires_at(job: Job) -> datetime | None:
    """When a job's result is deleted; None if it has none, or it is kept for good."""
    if not (settings.RESULT_DAYS and job.finished_at and job.result_path):
        return None
    return job.finished_at + timedelta(days=settings.RESULT_DAYS)


def remove_old_files(*, at: datetime) -> int:
    """Delete results older than ``RESULT_DAYS``, those of failed and cancelled jobs too, and what
    killed processes forgot a day ago.

    How many results and folders there were.
    """
    return _remove_old_results(at) + _remove_forgotten(at)


def _remove_old_results(at: datetime) -> int:
    if not settings.RESULT_DAYS:
        return 0
    old = Job.objects.filter(
        state__in=ENDED, finished_at__lt=at - timedelta(days=settings.RESULT_DAYS)
    ).exclude(result_path="")
    ids = list(old.values_list("pk", flat=True))
    for job_id in ids:
        # The row first: nobody is offered a file that is half gone.
        Job.objects.filter(pk=job_id).update(result_path="")
        shutil.rmtree(Path(settings.RESULT_DIR) / str(job_id), ignore_errors=True)
        log.info("result_removed", job=str(job_id))
    return len(ids)


def _remove_forgotten(at: datetime) -> int:
    with_upload = Job.objects.exclude(state__in=ENDED)
    with_result = with_upload | Job.objects.exclude(result_path="")
    removed = 0
    for folder, jobs in (
        (Path(settings.UPLOAD_DIR), with_upload),
        (Path(settings.RESULT_DIR), with_result),
    ):
        for job_id, path in _folders_of_jobs(folder, older_than=at - FORGOTTEN_AFTER):
            if not jobs.filter(pk=job_id).exists():
                shutil.rmtree(path, ignore_errors=True)
                removed += 1
    for path in _loose_files():
        with contextlib.suppress(FileNotFoundError):
            if _changed_at(path) < at - FORGOTTEN_AFTER:
                path.unlink()
                removed += 1
    return removed


def _loose_files() -> Iterator[Path]:
    """Uploads that did not arrive, and messages that were half written or half read."""
    yield from Path(settings.FILE_UPLOAD_TEMP_DIR).iterdir()
    broker = Path(settings.DATA_DIR) / "broker"
    yield from (broker / QUEUE).glob(f".*{UNFINISHED}")
    yield from (broker / TAKEN).glob("*")


def _folders_of_jobs(folder: Path, *, older_than: datetime) -> Iterator[tuple[uuid.UUID, Path]]:
    for path in list(folder.iterdir()) if folder.is_dir() else []:
        # A job that ends takes its folder away meanwhile.
        with contextlib.suppress(ValueError, FileNotFoundError):
            job_id = uuid.UUID(path.name)
            if _changed_at(path) < older_than:
                yield job_id, path


def _changed_at(path: Path) -> datetime:
    return datetime.fromtimestamp(path.stat().st_mtime, UTC)


def published_folder(job_id: uuid.UUID) -> Path:
    """Where this site keeps what a job made for everybody, as a gallery: below the results, which
    nginx may send.
    """
    return Path(settings.RESULT_DIR) / "galleries" / job_id.hex
