"""``erase_person NAME [--yes]``."""

import sys
from typing import Any

from django.core.management.base import CommandParser
from django.db import OperationalError, transaction
from django.utils import timezone

from annotator.running.personal_data.services import check_erasable, erase_person
from annotator.running.personal_data.traces import queue_wiping, wipe_traces
from annotator.workspace.accounts.models import User
from annotator.workspace.projects.project_command import ProjectCommand


class Command(ProjectCommand):
    """Erases a person."""

    help = (
        "Remove everything that identifies a person from the database. Annotations stay, under "
        "a pseudonym. This can't be undone."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the account."""
        super().add_arguments(parser)
        parser.add_argument("name", help="the name with which the person signs in")
        parser.add_argument("--yes", action="store_true", help="don't ask for confirmation")

    def handle(self, *args: Any, **options: Any) -> None:
        """Ask, and erase."""
        user = self.find_user(options["name"])
        check_erasable(user=user)
        if not options["yes"]:
            self._ask(user)
        erasure = erase_person(user=user, at=timezone.now(), actor=None)
        transaction.on_commit(self._wipe)
        if erasure.guidelines:
            slugs = ", ".join(erasure.guidelines)
            self.stderr.write(f"warning: the guidelines of {slugs} contain a word like the name.")
        values = {"username": erasure.username, "guidelines": erasure.guidelines}
        self.report(
            f"Erased. The account is now {erasure.username}.", values, as_json=options["json"]
        )

    def _wipe(self) -> None:
        """Leave nothing of it in the database's files; a worker tries again where that fails."""
        try:
            wipe_traces()
        except OperationalError as error:
            self.stderr.write(f"warning: a worker has to empty the database's files ({error}).")
            queue_wiping()

    def _ask(self, user: User) -> None:
        """Continue only if the name is typed again."""
        if not sys.stdin.isatty():
            self.fail(
                "yes",
                "This is not a terminal, so nobody can confirm. Give --yes to "
                "erase without asking.",
            )
        self.stderr.write(
            f"This erases {user.username}: account, sessions, tokens, drafts and notes. "
            "Annotations stay, under a pseudonym. It can't be undone."
        )
        if input("Type the name to go on: ").strip() != user.username:
            self.fail("Nothing was erased.")
