"""``gallery SLUG DIR [--downloads WHERE] [--simulated] [--allow TEXT]…``."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotator.publishing.gallery.publishing import GALLERY
from annotator.publishing.releases.publishing_command import PublishingCommand


class Command(PublishingCommand):
    """Writes a site of static files with the released examples of a project."""

    help = "Write a project's released examples as a site of static files, in a new folder."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name what only this one can be asked for."""
        super().add_arguments(parser)
        parser.add_argument(
            "--downloads",
            default="",
            metavar="WHERE",
            help="where readers download the data: a web address, or the folder of a release that"
            " is served beside the gallery",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the job and run it."""
        project = self.find_project(options["slug"])
        folder, downloads = Path(options["folder"]).absolute(), options["downloads"]
        job = self.begin_job(
            kind=GALLERY,
            project=project,
            parameters={
                "output": str(folder),
                "downloads": downloads
                if downloads.startswith(("http://", "https://")) or not downloads
                else str(Path(downloads).absolute()),
                "simulated": options["simulated"],
                "allowed": options["allow"],
            },
            filename=folder.name,
        )
        self.run_job(job, as_json=options["json"])
