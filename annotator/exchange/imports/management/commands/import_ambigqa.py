"""``import_ambigqa SLUG PATH [--pages PATH | --fetch | --search]``."""

from typing import Any

from django.core.management.base import CommandParser

from annotator.exchange.imports.commands import AmbiguityImportCommand


class Command(AmbiguityImportCommand):
    """Imports AmbigNQ's JSON."""

    help = (
        "Import the questions of AmbigNQ that are ambiguous and have 2 to 6 disambiguations; "
        "the others are left out and counted."
    )
    kind = "import_ambigqa"

    def add_arguments(self, parser: CommandParser) -> None:
        """Add what only this format lacks."""
        super().add_arguments(parser)
        parser.add_argument(
            "--search",
            action="store_true",
            help="as --fetch, and search the wiki for pages of questions that name none, as in "
            "AmbigNQ's light file",
        )

    def more_parameters(self, options: dict[str, Any]) -> dict[str, Any]:
        """Where the pages come from."""
        if not options["search"]:
            return super().more_parameters(options)
        return {**super().more_parameters({**options, "fetch": True}), "search": True}
