"""``export_comparisons SLUG NUMBER OUTPUT [--split S]...``."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotator.material.corpus.split_argument import add_splits
from annotator.material.corpus.splits import flaw_of_splits
from annotator.quality.comparisons.comparison_file import export_lines
from annotator.workspace.projects.project_command import ProjectCommand


class Command(ProjectCommand):
    """Exports the comparisons of a study."""

    help = "Write a study's comparisons as TSV, as ASQA's own evaluation has them."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the study and the file."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")
        parser.add_argument("number", type=int, help="the study's number in the project")
        parser.add_argument("output", help=".tsv")
        add_splits(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file."""
        project, output = self.find_project(options["slug"]), Path(options["output"])
        study = project.comparison_studies.filter(number=options["number"]).first()
        if study is None:
            there = ", ".join(map(str, project.comparison_studies.values_list("number", flat=True)))
            has = f"It has {there}." if there else "It has no studies yet."
            self.fail("number", f"{project.slug} has no study {options['number']}. {has}")
        if output.suffix != ".tsv":
            self.fail(output, "output", "Use a name that ends in .tsv.")
        if flaw := flaw_of_splits(project, options["splits"]):
            self.fail("split", flaw)
        lines = list(export_lines(study, options["splits"]))
        with self.published(output) as file:
            file.write("".join(lines).encode())
        number = len(lines) - 1
        sentence = f"{number:,} {'comparison' if number == 1 else 'comparisons'} in {output}"
        values = {"comparisons": number, "output": str(output)}
        self.report(sentence, values, as_json=options["json"])
