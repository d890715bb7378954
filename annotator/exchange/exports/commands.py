"""The base of export commands."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotator.workspace.projects.models import Project
from annotator.workspace.projects.project_command import ProjectCommand


def add_annotated_only(parser: CommandParser) -> None:
    """Let the export leave out examples without an annotation."""
    parser.add_argument(
        "--annotated-only",
        action="store_true",
        help="leave out examples that nobody has annotated yet",
    )


def add_simulated(parser: CommandParser) -> None:
    """Let the export include simulated annotations."""
    parser.add_argument("--simulated", action="store_true", help="include simulated annotations")


def add_gold(parser: CommandParser) -> None:
    """Let the export include the answers that leads decided on."""
    gold = parser.add_mutually_exclusive_group()
    gold.add_argument(
        "--with-gold",
        action="store_true",
        help="put an answer that a lead decided on before the annotations",
    )
    gold.add_argument(
        "--gold-only",
        action="store_true",
        help="only these answers, of the examples that have one",
    )


def gold_parameters(options: Mapping[str, Any]) -> dict[str, bool]:
    """The job's parameters from these options."""
    return {name: True for name in ("with_gold", "gold_only") if options[name]}


class ExportCommand(ProjectCommand):
    """Exports a project to a file, in the foreground."""

    kind = ""
    suffixes: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the project and the file."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")
        parser.add_argument("output", help=" or ".join(self.suffixes))

    def parameters(self, options: dict[str, Any]) -> dict[str, Any]:
        """The parameters of the job of this format."""
        raise NotImplementedError

    def check_project(self, project: Project) -> None:
        """Exit with 1 for a project of another kind."""
        self.check_can(project, self.kind, told=f". {self.kind} is for kind")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the job and run it."""
        project = self.find_project(options["slug"])
        self.check_project(project)
        output = Path(options["output"])
        if not output.name.endswith(self.suffixes):
            self.fail(output, "output", f"Use a name that ends in {' or '.join(self.suffixes)}.")
        parameters = {**self.parameters(options), "output": str(self.place_to_write(output))}
        job = self.begin_job(
            kind=self.kind, project=project, parameters=parameters, filename=output.name
        )
        self.run_job(job, as_json=options["json"])
