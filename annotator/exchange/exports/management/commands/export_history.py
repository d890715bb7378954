"""``export_history SLUG OUTPUT [--split S]... [--names real|pseudonyms]``."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotator.exchange.exports.history import FORMATS, NAMES
from annotator.material.corpus.split_argument import add_splits
from annotator.workspace.projects.project_command import ProjectCommand


class Command(ProjectCommand):
    """Exports who did what in a project."""

    help = "Write a project's history, one event a line: who, when, what, and what they answered."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the project and the file."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")
        parser.add_argument("output", help=".jsonl or .csv, with or without .gz")
        add_splits(parser)
        parser.add_argument(
            "--names", choices=NAMES, default=NAMES[0], help="whether to show people's names"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the job and run it."""
        project = self.find_project(options["slug"])
        output = Path(options["output"])
        form = output.name.removesuffix(".gz").rpartition(".")[2]
        if form not in FORMATS:
            self.fail(output, "output", "Use a name that ends in .jsonl or .csv, or that and .gz.")
        parameters = {
            "format": form,
            "names": options["names"],
            "splits": options["splits"],
            "output": str(self.place_to_write(output)),
        }
        job = self.begin_job(
            kind="export_history", project=project, parameters=parameters, filename=output.name
        )
        self.run_job(job, as_json=options["json"])
