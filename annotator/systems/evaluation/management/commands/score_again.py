"""``score_again SLUG --split S``."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotator.systems.evaluation.scoring_jobs.scoring_again import (
    SCORE_AGAIN,
    request_scoring_again,
)
from annotator.workspace.jobs.services import broken_off_job
from annotator.workspace.projects.project_command import ProjectCommand


class Command(ProjectCommand):
    """Scores all systems of a split again."""

    help = (
        "Score all systems of a split against today's annotations, with today's code. Old scores "
        "stay on record."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the project and the split."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")
        parser.add_argument("--split", required=True, metavar="S", help="the split")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the job, or take up one that was killed, and run it."""
        project, split = self.find_project(options["slug"]), options["split"]
        job = broken_off_job(
            kind=SCORE_AGAIN, project_id=project.pk, parameters={"split": split}
        ) or request_scoring_again(
            project=project, split=split, at=timezone.now(), actor=None, queue=False
        )
        self.run_job(job, as_json=options["json"])
