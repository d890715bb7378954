"""``filter_queries SLUG``."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotator.exchange.intake.filtering_again import start_filtering_again
from annotator.workspace.projects.project_command import ProjectCommand


class Command(ProjectCommand):
    """Filters stored queries by the filters of today."""

    help = (
        "Filter a project's queries again, once its filters have changed. What a lead decided "
        "stays, and so do queries that an example asks."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the project."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the job and run it."""
        job = start_filtering_again(
            project=self.find_project(options["slug"]), at=timezone.now(), actor=None, queue=False
        )
        self.run_job(job, as_json=options["json"])
