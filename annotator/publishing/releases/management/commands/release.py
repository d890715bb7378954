"""``release SLUG DIR [--card FILE.json] [--simulated] [--allow TEXT]…``."""

from pathlib import Path
from typing import Any

import orjson
from django.core.management.base import CommandParser
from django.utils import timezone

from annotator.publishing.releases.services import change_card
from annotator.publishing.releases.starting import RELEASE
from annotator.workspace.projects.models import Project
from annotator.workspace.projects.project_command import ProjectCommand


class Command(ProjectCommand):
    """Writes a data set that can be published as it is."""

    help = "Write a project's examples and annotations as a data set to publish, in a new folder."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the project and the folder."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")
        parser.add_argument("folder", help="a folder that doesn't exist yet, or is empty")
        parser.add_argument(
            "--card",
            metavar="FILE",
            help="JSON with fields of the data set card, kept in the project",
        )
        parser.add_argument(
            "--simulated", action="store_true", help="include simulated annotations"
        )
        parser.add_argument(
            "--allow",
            action="append",
            default=[],
            metavar="TEXT",
            help="a text that may stay although it looks like a name or address; can be repeated",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Keep the card, create the job and run it."""
        project = self.find_project(options["slug"])
        if options["card"]:
            self._keep_card(project, options["card"])
        folder = Path(options["folder"]).absolute()
        job = self.begin_job(
            kind=RELEASE,
            project=project,
            parameters={
                "output": str(folder),
                "simulated": options["simulated"],
                "allowed": options["allow"],
            },
            filename=folder.name,
        )
        self.run_job(job, as_json=options["json"])

    def _keep_card(self, project: Project, path: str) -> None:
        try:
            changes = orjson.loads(self.read_text(path))
        except orjson.JSONDecodeError as error:
            self.fail(path, f"This is not JSON ({error}).")
        if not isinstance(changes, dict):
            self.fail(path, 'Give an object, such as {"licence": "cc-by-sa-4.0"}.')
        change_card(project=project, changes=changes, at=timezone.now(), actor=None)
