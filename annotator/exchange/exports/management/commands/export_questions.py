"""``export_questions SLUG OUTPUT --split S [--simplified]``."""

from typing import Any

from django.core.management.base import CommandParser

from annotator.exchange.exports.commands import ExportCommand
from annotator.exchange.exports.kinds import files_of
from annotator.exchange.exports.questions import questions_of
from annotator.material.corpus.split_argument import add_splits
from annotator.workspace.projects.kinds import ROOMS, has_part
from annotator.workspace.projects.models import Project


class Command(ExportCommand):
    """Exports questions without answers."""

    help = (
        "Write the questions of a split without annotations and short answers, in the official "
        "format of the project's kind: what participants of a competition get."
    )
    kind = "export_questions"
    suffixes = tuple(
        suffix
        for kind in ROOMS
        if has_part(kind, "questions")
        for suffix in questions_of(kind).SUFFIXES
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Choose the split and the format."""
        super().add_arguments(parser)
        parser.add_argument(
            "--simplified", action="store_true", help="the simplified format of Natural Questions"
        )
        add_splits(parser)

    def check_project(self, project: Project) -> None:
        """Take the endings of the project's kind."""
        self._project = project
        self.suffixes = questions_of(project.kind).SUFFIXES

    def parameters(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options by their names."""
        if not options["splits"]:
            self.fail("--split", "Name the split whose questions participants get.")
        formats = files_of(self._project.kind).QUESTIONS.values()
        if options["simplified"] and not any(each.fixed.get("simplified") for each in formats):
            label = self._project.get_kind_display()
            self.fail("--simplified", f"{label} has one format. Leave it out.")
        return {"simplified": options["simplified"], "splits": options["splits"]}
