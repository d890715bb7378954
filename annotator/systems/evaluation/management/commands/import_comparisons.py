"""``import_comparisons SLUG PATH [--title T]``."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.db import transaction
from django.utils import timezone

from annotator.material.formats.comparisons import read_comparisons
from annotator.material.formats.problems import FormatError
from annotator.quality.comparisons.comparison_file import import_study
from annotator.systems.evaluation.records.table_scores import give_scores
from annotator.workspace.projects.project_command import ProjectCommand


class Command(ProjectCommand):
    """Imports comparisons that were made elsewhere as a finished study."""

    help = "Import comparisons of answers from a TSV. If one line is wrong, nothing is imported."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the project and the file."""
        super().add_arguments(parser)
        parser.add_argument("slug", help="the project's short name")
        parser.add_argument("path", help="the TSV")
        parser.add_argument("--title", default="", help="the study's; else the file's name")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read all, then write all."""
        project, path = self.find_project(options["slug"]), Path(options["path"])
        data, at = self.read_bytes(path), timezone.now()
        try:
            rows = read_comparisons(data, name=path.name)
            with transaction.atomic():
                study = import_study(
                    project=project,
                    title=(options["title"] or path.stem)[:200],
                    rows=rows,
                    file=path.name,
                    at=at,
                    actor=None,
                )
                give_scores(project=project, at=at, actor=None, study=study)
        except FormatError as error:
            self.refuse_all(error.problems)
        values = {
            "study": study.number,
            "questions": study.question_count,
            "pairs": len({row.pair for _, row in rows}),
            "comparisons": len(rows),
        }
        sentence = f"study {study.number} has {len(rows):,} comparisons"
        self.report(sentence, values, as_json=options["json"])
