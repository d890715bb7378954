"""``export_asqa SLUG OUTPUT [--with-concerns] [--split S …] [--simulated]``."""

from typing import Any

from django.core.management.base import CommandParser

from annotator.exchange.exports.asqa import SUFFIXES
from annotator.exchange.exports.commands import (
    ExportCommand,
    add_annotated_only,
    add_gold,
    add_simulated,
    gold_parameters,
)
from annotator.material.corpus.split_argument import add_splits


class Command(ExportCommand):
    """Exports a project in ASQA's official format."""

    help = "Write a project's examples and annotations in ASQA's official format."
    kind = "export_asqa"
    suffixes = SUFFIXES

    def add_arguments(self, parser: CommandParser) -> None:
        """Choose what to leave out."""
        super().add_arguments(parser)
        parser.add_argument(
            "--with-concerns",
            action="store_true",
            help="include examples whose disambiguations an annotator called wrong",
        )
        add_annotated_only(parser)
        add_simulated(parser)
        add_gold(parser)
        parser.add_argument(
            "--page-sources",
            action="store_true",
            help="add page_sources: sha256, size, revision, time and licence of what each visited "
            "page was imported as",
        )
        add_splits(parser)

    def parameters(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options by their names."""
        return {
            **gold_parameters(options),
            **({"page_sources": True} if options["page_sources"] else {}),
            "with_concerns": options["with_concerns"],
            "annotated_only": options["annotated_only"],
            "simulated": options["simulated"],
            "splits": options["splits"],
        }
