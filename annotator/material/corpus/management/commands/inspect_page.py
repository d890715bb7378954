"""``inspect_page FILE``."""

from dataclasses import asdict
from typing import Any

import orjson
from django.core.management.base import CommandParser

from annotator.foundation.commands.plumbline_command import PlumblineCommand
from annotator.material.corpus.markup.candidates import find_candidates
from annotator.material.corpus.markup.tokens import PageEncodingError, tokenize_page


class Command(PlumblineCommand):
    """Shows a page's tokens and candidates."""

    help = "Print a page's tokens and long answer candidates as one JSON object, without cleaning."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the page."""
        super().add_arguments(parser)
        parser.add_argument("file", help="HTML in UTF-8")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print them."""
        name: str = options["file"]
        html = self.read_bytes(name)
        try:
            tokens = tokenize_page(html)
        except PageEncodingError as error:
            self.fail(name, f"Byte {error.position + 1} is not UTF-8. Save the file as UTF-8.")
        found = {
            "tokens": [token._asdict() for token in tokens],
            "candidates": [asdict(candidate) for candidate in find_candidates(tokens)],
        }
        self.stdout.write(orjson.dumps(found).decode())
