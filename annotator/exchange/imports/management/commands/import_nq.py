"""``import_nq SLUG PATH… [--annotations]``."""

from django.core.management.base import CommandParser

from annotator.exchange.imports.commands import ImportCommand


class Command(ImportCommand):
    """Imports Natural Questions' original or simplified format."""

    help = (
        "Import examples in Natural Questions' original or simplified format (.jsonl or "
        ".jsonl.gz). Pages of the simplified format are rebuilt from its text."
    )
    kind = "import_nq"

    def add_arguments(self, parser: CommandParser) -> None:
        """Add what only this format has."""
        super().add_arguments(parser)
        parser.add_argument(
            "--annotations",
            action="store_true",
            help="import the human annotations too, each position as its own annotator",
        )
