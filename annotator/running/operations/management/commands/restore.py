"""``restore INPUT``."""

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotator.foundation.commands.plumbline_command import PlumblineCommand
from annotator.running.operations.archive import read_backup, require_empty
from annotator.running.operations.progress import table_progress


class Command(PlumblineCommand):
    """Fills an empty, migrated database with a backup, and compares what it wrote."""

    help = "Fill an empty, migrated database with a backup; - is standard input."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the file."""
        super().add_arguments(parser)
        parser.add_argument("input", help="what backup wrote; - for standard input")
        parser.add_argument(
            "--check-empty",
            action="store_true",
            help="only check that the database is empty; it need not be migrated yet",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Restore all of it, or nothing."""
        if options["check_empty"]:
            require_empty()
            return
        name = options["input"]
        try:
            with (
                nullcontext(sys.stdin.buffer) if name == "-" else Path(name).open("rb") as file,
                table_progress("Restore") as observer,
            ):
                counts = read_backup(source=file, observer=observer)
        except OSError as error:
            self.fail(name, "input", f"{error.strerror}. Give a file that backup wrote.")
        rows = sum(counts.values())
        sentence = f"{rows:,} rows are restored and compared"
        self.report(sentence, {"rows": rows, "tables": counts}, as_json=options["json"])
