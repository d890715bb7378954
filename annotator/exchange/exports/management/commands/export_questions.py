"""``export_questions SLUG OUTPUT --split S [--simplified]``."""

from typing import Any

from django.core.management.base import CommandParser

from annotator.exchange.exports import asqa, natural_questions
from annotator.exchange.exports.commands import ExportCommand
from annotator.material.corpus.split_argument import add_splits
from annotator.workspace.projects.kinds import Kind
from annotator.workspace.projects.models import Project


class Command(ExportCommand):
    """Exports questions without answers."""

    help = (
        "Write the questions of a split without annotations and short answers, in the official "
        "format of the project's kind: what participants of a competition get."
    )
    kind = "export_questions"
    suffixes: tuple[str, ...] = (*natural_questions.SUFFIXES, *asqa.SUFFIXES)

    def add_arguments(self, parser: CommandParser) -> None:
        """Choose the split and the format."""
        super().add_arguments(parser)
        parser.add_argument(
            "--simplified", action="store_true", help="the simplified format of Natural Questions"
        )
        add_splits(parser)

    def check_project(self, project: Project) -> None:
        """Take the endings of the project's kind."""
        is_nq = project.kind == Kind.NQ
        self.suffixes = natural_questions.SUFFIXES if is_nq else asqa.SUFFIXES
        self.is_nq = is_nq

    def parameters(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options by their names."""
        if not options["splits"]:
            self.fail("--split", "Name the split whose questions participants get.")
        if options["simplified"] and not self.is_nq:
            self.fail("--simplified", "ASQA has one format. Leave it out.")
        return {"simplified": options["simplified"], "splits": options["splits"]}
