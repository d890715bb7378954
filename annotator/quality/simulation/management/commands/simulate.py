"""``simulate SLUG --annotators N --seed S [--annotations K] [--until D] [--steady] [--force]``."""

from dataclasses import asdict
from datetime import date
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotator.quality.simulation.planning import Wish
from annotator.quality.simulation.services import SIMULATE, request_simulation
from annotator.workspace.projects.project_command import ProjectCommand


class Command(ProjectCommand):
    """Simulates a project's annotations, in the foreground."""

    help = "Let simulated annotators of stated abilities annotate a project's examples."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the project, how many annotate, and the seed."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")
        parser.add_argument("--annotators", type=int, required=True, help="how many take part")
        parser.add_argument(
            "--seed", type=int, required=True, help="the same seed gives the same annotations"
        )
        parser.add_argument("--annotations", type=int, help="of each example (as many as it needs)")
        parser.add_argument(
            "--until",
            type=date.fromisoformat,
            metavar="DATE",
            help="the work ends before this date (today)",
        )
        parser.add_argument("--steady", action="store_true", help="nobody tires and nobody hurries")
        parser.add_argument(
            "--force", action="store_true", help="even beside annotations of people"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the job, or take up the one that was broken off, and run it."""
        project = self.find_project(options["slug"])
        now = timezone.now()
        wish = Wish(
            annotators=options["annotators"],
            seed=options["seed"],
            until=(options["until"] or now.date()).isoformat(),
            annotations=options["annotations"],
            steady=options["steady"],
        )
        begun = self.broken_off_job(kind=SIMULATE, project=project, parameters=asdict(wish))
        job = begun or request_simulation(
            project=project, wish=wish, at=now, actor=None, force=options["force"]
        )
        self.run_job(job, as_json=options["json"])
