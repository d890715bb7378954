"""``clear_second_factor NAME``."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotator.workspace.projects.lost_second_factor import clear_second_factor
from annotator.workspace.projects.project_command import ProjectCommand


class Command(ProjectCommand):
    """Lets somebody in again who lost their authenticator app and the recovery codes."""

    help = "Remove the second factor of an account whose owner has lost it."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the account."""
        super().add_arguments(parser)
        parser.add_argument("name")

    def handle(self, *args: Any, **options: Any) -> None:
        """Clear it, and say so."""
        user = self.find_user(options["name"])
        had_one = clear_second_factor(user=user, at=timezone.now(), actor=None)
        sentence = (
            f"{user.username} now signs in without a code."
            if had_one
            else f"{user.username} has no second factor. Nothing was changed."
        )
        self.report(
            sentence, {"username": user.username, "had_one": had_one}, as_json=options["json"]
        )
