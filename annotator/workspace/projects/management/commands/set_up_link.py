"""``set_up_link``."""

from typing import Any

from django.utils import timezone

from annotator.foundation.commands.plumbline_command import PlumblineCommand
from annotator.workspace.accounts.first_account import make_set_up_link


class Command(PlumblineCommand):
    """Prints a link by which the first account of a new site is made."""

    help = "Print a link for creating the site's first account. It works once, for 24 hours."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the link."""
        link = make_set_up_link(at=timezone.now())
        self.report(link, {"link": link}, as_json=options["json"])
