"""``export_nq SLUG OUTPUT [--simplified]``."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotator.command import PlumblineCommand
from annotator.exports.natural_questions import SUFFIXES
from annotator.jobs.services import create_job


class Command(PlumblineCommand):
    """Exports a project in Natural Questions' formats."""

    help = "Write a project's examples and annotations in Natural Questions' official formats."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the project and the file."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")
        parser.add_argument("output", help=".jsonl or .jsonl.gz")
        parser.add_argument("--simplified", action="store_true", help="the simplified format")
        parser.add_argument(
            "--annotated-only",
            action="store_true",
            help="leave out examples that nobody has annotated yet",
        )

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        """Create the job and run it."""
        project = self.find_project(options["slug"])
        output = Path(options["output"])
        if not output.name.endswith(SUFFIXES):
            self.fail(output, "output", "Let the name end in .jsonl or .jsonl.gz.")
        job = create_job(
            kind="export_nq",
            parameters={
                "simplified": options["simplified"],
                "annotated_only": options["annotated_only"],
                "output": str(output.resolve()),
            },
            project_id=project.pk,
            at=timezone.now(),
            created_by=None,
            filename=output.name[:255],
            queue=False,
        )
        self.run_job(job, as_json=options["json"])
