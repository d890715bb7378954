"""``release SLUG DIR [--card FILE.json] [--only NAME]… [--simulated] [--allow TEXT]…
[--push hf:ORG/NAME [--public] [--yes]]``.
"""

from pathlib import Path
from typing import Any

import orjson
from django.core.management.base import CommandParser
from django.utils import timezone

from annotator.publishing.releases.prose import DEFAULT_VERSION
from annotator.publishing.releases.publishing_command import PublishingCommand
from annotator.publishing.releases.pushing import check_can_push, push, repository_of
from annotator.publishing.releases.services import card_of, change_card
from annotator.publishing.releases.starting import RELEASE, choices_of
from annotator.workspace.projects.models import Project


class Command(PublishingCommand):
    """Writes a data set that can be published as it is."""

    help = "Write a project's examples and annotations as a data set to publish, in a new folder."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name what only this one can be asked for."""
        super().add_arguments(parser)
        parser.add_argument(
            "--card",
            metavar="FILE",
            help="JSON with fields of the data set card, kept in the project",
        )

        parser.add_argument(
            "--only",
            action="append",
            default=[],
            metavar="NAME",
            help="only this configuration, such as nq or labels; can be repeated",
        )
        parser.add_argument(
            "--push",
            metavar="hf:ORG/NAME",
            help="upload the folder to the Hugging Face Hub, with the token in HF_TOKEN",
        )
        parser.add_argument(
            "--public", action="store_true", help="make the data set there public, not private"
        )
        parser.add_argument("--yes", action="store_true", help="don't ask before uploading")

    def handle(self, *args: Any, **options: Any) -> None:
        """Keep the card, create the job and run it."""
        project = self.find_project(options["slug"])
        repository = repository_of(options["push"]) if options["push"] else ""
        if repository:
            check_can_push()
        for name in options["only"]:
            if name not in (there := choices_of(project)):
                self.fail("only", f"This project has no {name}. Use some of {', '.join(there)}.")
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
                "configurations": options["only"],
            },
            filename=folder.name,
        )
        self.run_job(job, as_json=options["json"])
        if repository:
            self._push(folder, repository, project, options)

    def _push(
        self, folder: Path, repository: str, project: Project, options: dict[str, Any]
    ) -> None:
        """Upload what was written, once the person at the terminal has agreed."""
        sight = "public" if options["public"] else "private"
        if not options["yes"]:
            self.stderr.write(f"{folder} becomes the {sight} data set {repository} of the Hub.")
            if input("Type the data set's name to go on: ").strip() != repository:
                self.fail("push", f"Not uploaded. The data set is in {folder}.")
        version = card_of(project).prose["version"] or DEFAULT_VERSION
        address = push(folder, repository, public=options["public"], version=version)
        self.report(f"Uploaded to {address}.", {"address": address}, as_json=options["json"])

    def _keep_card(self, project: Project, path: str) -> None:
        try:
            changes = orjson.loads(self.read_text(path))
        except orjson.JSONDecodeError as error:
            self.fail(path, f"This is not JSON ({error}).")
        if not isinstance(changes, dict):
            self.fail(path, 'Give an object, such as {"licence": "cc-by-sa-4.0"}.')
        change_card(project=project, changes=changes, at=timezone.now(), actor=None)
