"""``password_reset_link NAME``."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from annotator.workspace.accounts.reset import reset_link
from annotator.workspace.projects.project_command import ProjectCommand


class Command(ProjectCommand):
    """Prints a link by which somebody chooses a new password, for a site without mail."""

    help = "Print a link for choosing a new password. It works once."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the account."""
        super().add_arguments(parser)
        parser.add_argument("name")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the link."""
        user = self.find_user(options["name"])
        link, hours = reset_link(user=user), settings.PASSWORD_RESET_TIMEOUT // 3600
        values = {"username": user.username, "link": link, "hours": hours}
        sentence = f"{link}\nFor {user.username} alone: it works once, and for {hours} hours."
        self.report(sentence, values, as_json=options["json"])
