"""``import_pages SLUG PATH… [--fetch]``."""

from typing import Any

from django.core.management.base import CommandParser

from annotator.exchange.imports.commands import ImportCommand


class Command(ImportCommand):
    """Imports raw HTML pages with questions."""

    help = (
        "Import JSON lines with question_text, document_url, document_title and document_html or "
        "html_file; tokens and candidates are computed."
    )
    kind = "import_pages"

    def add_arguments(self, parser: CommandParser) -> None:
        """Add what only this format has."""
        super().add_arguments(parser)
        parser.add_argument(
            "--fetch",
            action="store_true",
            help="get the pages of lines without HTML from Wikipedia, by revision, document_url or "
            "document_title",
        )

    def more_parameters(self, options: dict[str, Any]) -> dict[str, Any]:
        """Where the pages come from."""
        return {"fetch": True} if options["fetch"] else {}
