"""Pages that stopped jobs had fetched: the next job of their kind in the project takes them."""

import shutil
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from annotator.exchange.imports.fetching.page_file import files_at
from annotator.workspace.jobs.models import Job, JobState

START_AGAIN = "Start the import again later: what was fetched is kept until then."


def stopped_runs(job: Job, *, since: datetime | None = None) -> Iterator[tuple[Job, Path]]:
    """Failed and cancelled jobs of the kind and project of ``job`` with their result's file, the
    newest first.

    They ended before ``job`` began: when that goes on after a kill, it finds the same ones. Each is
    forgotten once the caller is done with it; one that ended before ``since`` is forgotten at once.
    """
    stopped = Job.objects.filter(
        kind=job.kind,
        project_id=job.project_id,
        state__in=(JobState.FAILED, JobState.CANCELLED),
        finished_at__lte=job.started_at or timezone.now(),
    ).exclude(result_path="")
    for before in stopped.order_by("-finished_at"):
        path = Path(settings.RESULT_DIR) / before.result_path
        if since is None or (before.finished_at and before.finished_at >= since):
            yield before, path
        Job.objects.filter(pk=before.pk).update(result_path="", result_name="")
        shutil.rmtree(path.parent, ignore_errors=True)


def move_pages(old: Path, new: Path) -> None:
    """Move the files of a run that fetched to ``old`` to ``new``, unless there are some already."""
    for source, target in zip(files_at(old), files_at(new), strict=True):
        if source.exists() and not target.exists():
            source.replace(target)


def take_over_pages(job: Job, new: Path) -> None:
    """Move the pages of ``stopped_runs``, whose results they are, to ``new``.

    Call it before a ``PageFile`` is made there: that creates the file.
    """
    for _, old in stopped_runs(job):
        move_pages(old, new)
