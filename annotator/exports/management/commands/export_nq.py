"""``export_nq SLUG OUTPUT [--simplified] [--annotated-only] [--simulated]``."""

from typing import Any

from django.core.management.base import CommandParser

from annotator.exports.commands import ExportCommand
from annotator.exports.natural_questions import SUFFIXES


class Command(ExportCommand):
    """Exports a project in Natural Questions' formats."""

    help = "Write a project's examples and annotations in Natural Questions' official formats."
    kind = "export_nq"
    suffixes = SUFFIXES

    def add_arguments(self, parser: CommandParser) -> None:
        """Choose the format, and what to leave out."""
        super().add_arguments(parser)
        parser.add_argument("--simplified", action="store_true", help="the simplified format")
        parser.add_argument(
            "--annotated-only",
            action="store_true",
            help="leave out examples that nobody has annotated yet",
        )
        parser.add_argument(
            "--simulated", action="store_true", help="bring in simulated annotations as well"
        )

    def parameters(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options by their names."""
        return {
            "simplified": options["simplified"],
            "annotated_only": options["annotated_only"],
            "simulated": options["simulated"],
        }
