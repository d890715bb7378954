"""``readiness [PART…]``."""

from typing import Any

from django.core.management.base import CommandParser

from annotator.foundation.commands.plumbline_command import PlumblineCommand
from annotator.running.operations.readiness import PARTS, check_readiness

SECONDS = 10.0
"""A process that has just started looks for the first time, which takes longer."""


class Command(PlumblineCommand):
    """Says what ``/readyz`` says, where no web server runs."""

    help = "Check database, broker, worker, migrations and disk; exits with 1 if one fails."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the parts."""
        super().add_arguments(parser)
        parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="all if none is named")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check and report."""
        found = check_readiness(options["parts"] or None, seconds=SECONDS)
        for part, works in found.items():
            if not works:
                self.refuse(part, "does not work.")
        working = ", ".join(part for part, works in found.items() if works)
        self.report(f"Ready: {working or 'nothing'}", found, as_json=options["json"])
        if not all(found.values()):
            raise SystemExit(1)
