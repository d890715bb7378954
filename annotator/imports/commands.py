"""What the import commands share."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotator.command import PlumblineCommand
from annotator.jobs.models import Job, JobState
from annotator.jobs.services import create_job, requeue_stale_jobs
from annotator.projects.models import Project


class ImportCommand(PlumblineCommand):
    """Imports files into a project, in the foreground."""

    kind = ""

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the project, the files, and what to do about bad lines."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")
        parser.add_argument("paths", nargs="+", metavar="PATH", help=".jsonl or .jsonl.gz")
        parser.add_argument(
            "--on-error",
            choices=("stop", "skip"),
            default="stop",
            help="stop: import nothing (the default); skip: leave bad lines out and list them",
        )
        parser.add_argument("--split", default="", help="what to call this part, such as dev")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        """Create the job and run it."""
        project = self.find_project(options["slug"])
        names: list[str] = options["paths"]
        parameters = {
            "paths": [str(Path(name).resolve()) for name in names],
            "names": names,
            "annotations": options.get("annotations", False),
            "on_error": options["on_error"],
            "split": options["split"],
        }
        job = self._broken_off(project, parameters) or create_job(
            kind=self.kind,
            parameters=parameters,
            project_id=project.pk,
            at=timezone.now(),
            created_by=None,
            filename=Path(names[0]).name[:255],
            queue=False,
        )
        self.run_job(job, as_json=options["json"])

    def _broken_off(self, project: Project, parameters: dict[str, Any]) -> Job | None:
        """The same import, begun earlier and killed: it is taken up where it stopped."""
        requeue_stale_jobs(at=timezone.now())
        waiting = Job.objects.filter(
            kind=self.kind, project_id=project.pk, state=JobState.QUEUED, attempts__gt=0
        )
        return next((job for job in waiting if job.parameters == parameters), None)
