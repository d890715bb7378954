"""What the import commands share."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotator.command import PlumblineCommand
from annotator.jobs.services import create_job


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
        job = create_job(
            kind=self.kind,
            parameters={
                "paths": [str(Path(name).resolve()) for name in names],
                "names": names,
                "annotations": options.get("annotations", False),
                "on_error": options["on_error"],
                "split": options["split"],
            },
            project_id=project.pk,
            at=timezone.now(),
            created_by=None,
            filename=Path(names[0]).name[:255],
            queue=False,
        )
        self.run_job(job, as_json=options["json"])
