"""``copy_database TARGET``."""

import os
import subprocess
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser

from annotator.foundation.commands.plumbline_command import PlumblineCommand

_OF_SOURCE = ("DATABASE_URL_FILE", "DATABASE_PASSWORD", "DATABASE_PASSWORD_FILE")


class Command(PlumblineCommand):
    """Copies the database that the settings name to another: ``backup`` piped into ``restore``."""

    help = "Copy the present database into the empty one that TARGET names; stop the site before."

    def add_arguments(self, parser: CommandParser) -> None:
        """Name the target."""
        super().add_arguments(parser)
        parser.add_argument("target", help="as DATABASE_URL: postgresql://USER:PASSWORD@HOST/NAME")

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate the target, then copy; a target that holds anything stays as it is, and an empty
        one stays empty if anything fails.
        """
        source = {**os.environ, "DATA_DIR": str(settings.DATA_DIR)}
        others = {name: value for name, value in source.items() if name not in _OF_SOURCE}
        target = {**others, "DATABASE_URL": options["target"]}
        if self._run("restore", "-", "--check-empty", environment=target):
            self.fail("target", "It is not an empty database; see the lines above.")
        if self._run("migrate", "--no-input", "--verbosity=0", environment=target):
            self.fail("target", "It cannot be migrated; see the lines above.")
        with subprocess.Popen(
            _command("backup", "-"), cwd=settings.BASE_DIR, env=source, stdout=subprocess.PIPE
        ) as backup:
            restored = self._run(
                "restore",
                "-",
                *(["--json"] if options["json"] else []),
                environment=target,
                stdin=backup.stdout,
            )
            if backup.stdout:
                backup.stdout.close()
        if restored or backup.returncode:
            self.fail("target", "It was not filled; see the lines above.")

    def _run(self, *arguments: str, environment: dict[str, str], stdin: Any = None) -> int:
        done = subprocess.run(
            _command(*arguments), cwd=settings.BASE_DIR, env=environment, stdin=stdin, check=False
        )
        return done.returncode


def _command(*arguments: str) -> list[str]:
    # The settings for the new database are checked when it serves, not while it is filled.
    return [sys.executable, "manage.py", *arguments, "--skip-checks"]
