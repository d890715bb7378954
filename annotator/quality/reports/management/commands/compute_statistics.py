"""``compute_statistics SLUG [--hidden-split with|only] [--json]``: every report of a project."""

import threading
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotator.exceptions import InvalidInputError
from annotator.material.corpus.models import HiddenSplit
from annotator.quality.reports.models import Report
from annotator.quality.reports.services import running_job, start_statistics
from annotator.workspace.jobs.foreground import run_in_foreground
from annotator.workspace.jobs.models import Job, JobState
from annotator.workspace.jobs.services import STALE_AFTER, requeue_stale_jobs
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.project_command import ProjectCommand

LOOK_SECONDS = 0.5


class Command(ProjectCommand):
    """Computes a project's statistics in the foreground."""

    help = "Compute a project's statistics, with a progress bar."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the project."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")
        parser.add_argument(
            "--hidden-split",
            choices=HiddenSplit.values,
            default=HiddenSplit.WITHOUT,
            help="what counts of the hidden split (without)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Compute and sum up."""
        project = self.find_project(options["slug"])
        hidden_split = HiddenSplit(options["hidden_split"])
        job = self._run(project, hidden_split)
        while not job.is_ended:
            # It began before the latest changes, or was handed back just now.
            self._wait_for_worker(project, hidden_split)
            job = self._run(project, hidden_split)
        self.conclude(job, as_json=options["json"], describe=_describe)

    def _run(self, project: Project, hidden_split: HiddenSplit) -> Job:
        requeue_stale_jobs(at=timezone.now())
        try:
            job = start_statistics(
                project=project,
                at=timezone.now(),
                actor=None,
                hidden_split=hidden_split,
                queue=False,
            )
        except InvalidInputError as error:
            self.fail("hidden_split", str(error))
        return run_in_foreground(job)

    def _wait_for_worker(self, project: Project, hidden_split: HiddenSplit) -> None:
        pause = threading.Event()
        if _is_under_way(running_job(project, hidden_split)):
            self.stderr.write("A worker is computing these statistics; waiting for it.")
        while _is_under_way(running_job(project, hidden_split)):
            pause.wait(LOOK_SECONDS)


def _is_under_way(job: Job | None) -> bool:
    """Whether a worker that is alive has the job."""
    if job is None or job.state != JobState.RUNNING or job.heartbeat_at is None:
        return False
    return bool(job.heartbeat_at > timezone.now() - STALE_AFTER)


def _describe(job: Job) -> dict[str, Any]:
    report = Report.objects.get(job_id=job.pk)
    return {
        "report": report.pk,
        "annotations": report.annotations,
        "examples": report.examples,
        "fingerprint": report.fingerprint,
        "content_sha256": report.content_sha256,
        "failed_sections": report.failed_sections,
        "stages": report.stages,
    }
