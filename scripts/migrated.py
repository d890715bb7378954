"""Apply all migrations once for a whole run of the checks; its tests begin with copies.

Going through all of them takes ten seconds of processor time, and every worker of every step that
needs a database would spend them.
"""

import os
import subprocess
import sys
from pathlib import Path

from scripts.bootstrap import ROOT
from scripts.leftovers import on_server, renamed

FILE_VARIABLE = "MIGRATED_FILE"
"""Where the migrated SQLite database is: the one of a data folder."""

DATABASE_VARIABLE = "MIGRATED_DATABASE"
"""What the migrated PostgreSQL database is called."""


def main() -> int:
    """Make both, PostgreSQL's where ``DATABASE_URL`` names a server; the exit code."""
    folder = Path(os.environ[FILE_VARIABLE]).parent
    folder.mkdir(parents=True, exist_ok=True)
    common = {**os.environ, "DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "annotator.settings"}
    server = common.pop("DATABASE_URL", None)
    running = [migrate(common)]
    if server:
        name = common[DATABASE_VARIABLE]
        with on_server(server) as cursor:
            cursor.execute(f'CREATE DATABASE "{name}"')
        running.append(migrate({**common, "DATABASE_URL": renamed(server, name)}))
    return max(process.wait() for process in running)


def migrate(environment: dict[str, str]) -> subprocess.Popen[bytes]:
    """Begin to apply all migrations to the database that ``environment`` names."""
    command = [sys.executable, "manage.py", "migrate", "--skip-checks", "--verbosity", "0"]
    return subprocess.Popen(command, cwd=ROOT, env=environment)


if __name__ == "__main__":
    raise SystemExit(main())
