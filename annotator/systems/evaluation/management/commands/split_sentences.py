"""``split_sentences FILE``."""

from typing import Any

import orjson
from django.core.management.base import CommandParser

from annotator.foundation.commands.plumbline_command import PlumblineCommand
from annotator.measures.sentences import split_sentences


class Command(PlumblineCommand):
    """Prints the places of a text's sentences."""

    help = "Print the first and last (exclusive) character of each sentence of a text, as JSON."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the file."""
        super().add_arguments(parser)
        parser.add_argument("file", metavar="FILE", help="a text in UTF-8")

    def handle(self, *args: Any, **options: Any) -> None:
        """Split and print."""
        name: str = options["file"]
        data = self.read_bytes(name)
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            self.fail(name, f"Byte {error.start + 1} is not UTF-8. Save the file as UTF-8.")
        self.stdout.write(orjson.dumps({"sentences": split_sentences(text)}).decode())
