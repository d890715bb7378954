"""``export_person NAME FILE``."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotator.running.personal_data.services import EXPORT
from annotator.workspace.jobs.services import create_job
from annotator.workspace.projects.project_command import ProjectCommand


class Command(ProjectCommand):
    """Exports what is kept about somebody."""

    help = "Write everything that is kept about a person into a zip of JSON files."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the account and the file."""
        super().add_arguments(parser)
        parser.add_argument("name", help="the name with which the person signs in")
        parser.add_argument("output", metavar="FILE", help=".zip")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the job and run it."""
        user = self.find_user(options["name"])
        output = Path(options["output"])
        if output.suffix != ".zip":
            self.fail(output, "output", "Use a name that ends in .zip.")
        job = create_job(
            kind=EXPORT,
            parameters={"user": user.pk, "output": str(self.place_to_write(output))},
            at=timezone.now(),
            created_by=None,
            queue=False,
        )
        self.run_job(job, as_json=options["json"])
