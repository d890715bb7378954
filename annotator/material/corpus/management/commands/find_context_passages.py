"""``find_context_passages SLUG``."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotator.material.corpus.context_passages import FIND_CONTEXT_PASSAGES, start_finding_passages
from annotator.workspace.projects.project_command import ProjectCommand


class Command(ProjectCommand):
    """Finds the context passages of a project's disambiguations, in the foreground."""

    help = "Find the paragraph of the visited pages that fits each disambiguation best."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the project."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")

    def handle(self, *args: Any, **options: Any) -> None:
        """Find them, or go on where an earlier run was killed."""
        project = self.find_project(options["slug"])
        job = self.broken_off_job(kind=FIND_CONTEXT_PASSAGES, project=project, parameters={})
        if job is None:
            job = start_finding_passages(
                project=project, at=timezone.now(), actor=None, queue=False
            )
        self.run_job(job, as_json=options["json"])
