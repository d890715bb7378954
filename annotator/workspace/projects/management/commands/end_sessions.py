"""``end_sessions NAME [--tokens]``."""

from typing import Any

from django.core.management.base import CommandParser
from django.db import transaction

from annotator.workspace.accounts.sessions import end_sessions
from annotator.workspace.accounts.tokens import revoke_tokens
from annotator.workspace.projects.project_command import ProjectCommand


class Command(ProjectCommand):
    """Signs somebody out on all devices."""

    help = "Sign somebody out on all devices at once."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the account."""
        super().add_arguments(parser)
        parser.add_argument("name")
        parser.add_argument("--tokens", action="store_true", help="also revoke the API tokens")

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        """End the sessions, and with --tokens the tokens."""
        user = self.find_user(options["name"])
        sessions = end_sessions(user=user)
        tokens = revoke_tokens(user=user) if options["tokens"] else 0
        sentence = f"{user.username} is signed out on all devices."
        if options["tokens"]:
            sentence += f" API tokens revoked: {tokens}."
        values = {"username": user.username, "sessions": sessions, "tokens": tokens}
        self.report(sentence, values, as_json=options["json"])
