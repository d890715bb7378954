"""``import_asqa SLUG PATH --split S [--annotations] [--pages PATH | --fetch]``."""

from django.core.management.base import CommandParser

from annotator.exchange.imports.commands import AmbiguityImportCommand


class Command(AmbiguityImportCommand):
    """Imports one split of ASQA's JSON."""

    help = "Import one split of a file in ASQA's official format, with its contexts."
    kind = "import_asqa"

    def add_arguments(self, parser: CommandParser) -> None:
        """Add what only this format has."""
        super().add_arguments(parser)
        parser.add_argument(
            "--annotations",
            action="store_true",
            help="import the answers too, each position as its own annotator",
        )

    def add_split(self, parser: CommandParser) -> None:
        """Name the part of the file."""
        parser.add_argument(
            "--split",
            required=True,
            help="which of the file's splits, such as dev, as the project spells it",
        )
