"""``export_nq SLUG OUTPUT [--simplified] [--split S]… [--annotations-per-example K]``."""

from typing import Any

from django.core.management.base import CommandParser

from annotator.exchange.exports.commands import (
    ExportCommand,
    add_annotated_only,
    add_gold,
    add_simulated,
    gold_parameters,
)
from annotator.exchange.exports.natural_questions import SUFFIXES
from annotator.material.corpus.split_argument import add_splits


class Command(ExportCommand):
    """Exports a project in Natural Questions' formats."""

    help = "Write a project's examples and annotations in Natural Questions' official formats."
    kind = "export_nq"
    suffixes = SUFFIXES

    def add_arguments(self, parser: CommandParser) -> None:
        """Choose the format, and what to leave out."""
        super().add_arguments(parser)
        parser.add_argument("--simplified", action="store_true", help="the simplified format")
        add_annotated_only(parser)
        add_simulated(parser)
        add_gold(parser)
        parser.add_argument(
            "--page-sources",
            action="store_true",
            help="add document_source: sha256, size, revision, time and licence of what each page "
            "was imported as",
        )
        parser.add_argument(
            "--source-offsets",
            action="store_true",
            help="the same, with the bytes of tokens and candidates in that source",
        )
        add_splits(parser)
        parser.add_argument(
            "--annotations-per-example",
            type=int,
            metavar="K",
            help="at most K annotations of each example: those submitted first",
        )
        parser.add_argument(
            "--draw-seed",
            type=int,
            metavar="N",
            help="draw the K annotations at random, the same ones for the same N",
        )

    def parameters(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options by their names."""
        count, seed = options["annotations_per_example"], options["draw_seed"]
        if count is not None and count < 1:
            self.fail("--annotations-per-example", "Give a whole number of at least 1.")
        if seed is not None and count is None:
            self.fail("--draw-seed", "A draw goes with --annotations-per-example; add it.")
        if options["source_offsets"] and options["simplified"]:
            self.fail("--source-offsets", "The simplified format has no bytes. Leave one out.")
        sources = ("page_sources", "source_offsets")
        return {
            **gold_parameters(options),
            **{name: True for name in sources if options[name]},
            "simplified": options["simplified"],
            "annotated_only": options["annotated_only"],
            "simulated": options["simulated"],
            "splits": options["splits"],
            "annotations_per_example": count,
            "draw_seed": seed,
        }
