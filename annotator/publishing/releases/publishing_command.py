"""The command line of what writes a project's data for the public: a release, or a gallery."""

from django.core.management.base import CommandParser

from annotator.workspace.projects.project_command import ProjectCommand


class PublishingCommand(ProjectCommand):
    """Takes a project, a new folder, and what may be in the files."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the project, the folder and what both commands can be asked for."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")
        parser.add_argument("folder", help="a folder that doesn't exist yet, or is empty")
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
