"""``verify_release DIR``: whether a release is as it was written."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotator.foundation.commands.plumbline_command import PlumblineCommand
from annotator.publishing.releases.verifying import verify


class Command(PlumblineCommand):
    """Recomputes the hashes, counts and figures of a release; needs no project."""

    help = "Check a released data set: says what has changed, and nothing if it is as written."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the folder."""
        super().add_arguments(parser)
        parser.add_argument("folder", help="the folder of the release")

    def handle(self, *args: Any, **options: Any) -> None:
        """Compare."""
        flaws = verify(Path(options["folder"]))
        for each in flaws:
            self.refuse(each)
        self.report("", {"flaws": flaws}, as_json=options["json"])
        if flaws:
            raise SystemExit(1)
