"""``backup OUTPUT``."""

import os
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from annotator.foundation.commands.plumbline_command import PlumblineCommand
from annotator.foundation.files.published_files import published_file
from annotator.running.operations.archive import write_backup
from annotator.running.operations.progress import table_progress


class Command(PlumblineCommand):
    """Writes every row of the database to one file, while the platform runs."""

    help = "Write the whole database to OUTPUT; - is standard output."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the file."""
        super().add_arguments(parser)
        parser.add_argument("output", help="such as backup.jsonl.zst; - for standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file, or to standard output."""
        if options["output"] == "-":
            self._write_to_standard_output()
            return
        output = self.place_to_write(Path(options["output"]))
        try:
            # It holds everybody's password hashes.
            with published_file(output, mode=0o600) as file, table_progress("Backup") as observer:
                counts = write_backup(output=file, observer=observer)
        except OSError as error:
            self.fail(output, "output", f"{error.strerror}. Give a file that can be written.")
        rows = sum(counts.values())
        values = {"output": str(output), "rows": rows, "tables": counts}
        self.report(f"{rows:,} rows are in {output}", values, as_json=options["json"])

    def _write_to_standard_output(self) -> None:
        try:
            with table_progress("Backup") as observer:
                write_backup(output=sys.stdout.buffer, observer=observer)
            sys.stdout.buffer.flush()
        except OSError as error:
            # Python would try again when it ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if isinstance(error, BrokenPipeError):
                self.fail("output", "The program that read the backup has stopped.")
            self.fail("output", f"The backup is not complete: {error.strerror}.")
