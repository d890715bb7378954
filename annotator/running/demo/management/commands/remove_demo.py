"""``remove_demo [--yes] [--with-real-work]``."""

import sys
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone

from annotator.foundation.commands.plumbline_command import PlumblineCommand
from annotator.running.demo.kinds import SLUGS
from annotator.running.demo.removal import demo_users, real_work, remove_demo
from annotator.workspace.projects.models import Project

FORCE = "--with-real-work"


class Command(PlumblineCommand):
    """Deletes the demo."""

    help = (
        "Delete the demo's projects, with all that was done in them, and its accounts. "
        "Refused if real work depends on them. This can't be undone."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Say how sure one is."""
        super().add_arguments(parser)
        parser.add_argument("--yes", action="store_true", help="don't ask for confirmation")
        parser.add_argument(
            FORCE,
            action="store_true",
            help="delete what others did in the demo's projects too, and erase accounts of the "
            "demo that take part in other projects",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Say what hangs on it, ask, and remove."""
        sentences = real_work()
        if sentences and not options["with_real_work"]:
            for sentence in sentences:
                self.refuse(sentence)
            self.fail(
                f"Real work depends on the demo. Nothing was removed; {FORCE} removes it too."
            )
        if not options["yes"]:
            self._ask()
        removal = remove_demo(at=timezone.now(), with_real_work=options["with_real_work"])
        self.report(
            f"Removed projects: {', '.join(removal.projects) or 'none'}. "
            f"Accounts deleted: {', '.join(removal.deleted) or 'none'}; "
            f"erased: {', '.join(removal.erased) or 'none'}. Start with DEMO=0 from now on: an "
            "empty site would get the demo again.",
            {
                "projects": removal.projects,
                "deleted": removal.deleted,
                "erased": removal.erased,
            },
            as_json=options["json"],
        )

    def _ask(self) -> None:
        """Go on only if *remove* is typed."""
        if not sys.stdin.isatty():
            self.fail(
                "yes",
                "This is not a terminal, so nobody can confirm. Give --yes to "
                "remove without asking.",
            )
        projects = Project.objects.filter(slug__in=SLUGS).order_by("slug")
        slugs = ", ".join(projects.values_list("slug", flat=True)) or "none"
        names = ", ".join(user.username for user in demo_users()) or "none"
        self.stderr.write(f"This deletes the projects {slugs} and the accounts {names} for good.")
        if input("Type remove to go on: ").strip() != "remove":
            self.fail("Nothing was removed.")
