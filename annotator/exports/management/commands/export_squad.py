"""``export_squad SLUG OUTPUT [--with-concerns] [--split S …]``."""

from typing import Any

from django.core.management.base import CommandParser

from annotator.exports.commands import ExportCommand
from annotator.exports.squad import ONLY_ASQA, SUFFIXES
from annotator.projects.models import Kind, Project


class Command(ExportCommand):
    """Exports a project's disambiguations in SQuAD's format."""

    help = "Write a project's disambiguations as SQuAD 1.1 JSON, for a reader model."
    kind = "export_squad"
    project_kind = Kind.ASQA
    suffixes = SUFFIXES

    def add_arguments(self, parser: CommandParser) -> None:
        """Choose what to leave out."""
        super().add_arguments(parser)
        parser.add_argument(
            "--with-concerns",
            action="store_true",
            help="bring in examples whose disambiguations an annotator called wrong",
        )
        parser.add_argument(
            "--split",
            action="append",
            default=[],
            dest="splits",
            metavar="S",
            help="only this split; may be given several times (all: those without a split)",
        )

    def check_project(self, project: Project) -> None:
        """Say that NQ is not there yet."""
        if project.kind != self.project_kind:
            self.fail("slug", f"{project.slug} is a project of kind {project.kind}. {ONLY_ASQA}.")

    def parameters(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options by their names."""
        return {
            "with_concerns": options["with_concerns"],
            "splits": options["splits"],
        }
