"""Apply all migrations once for a whole run of the checks; its tests begin with copies.

Going through all of them takes ten seconds of processor time, and every worker of every step that
needs a database would spend them.
"""

import contextlib
import os
import subprocess
import sys
from pathlib import Path

from scripts.bootstrap import ROOT

FILE_VARIABLE = "MIGRATED_FILE"
"""Where the migrated SQLite database is: the one of a data folder."""

DATABASE_VARIABLE = "MIGRATED_DATABASE"
"""What the migrated PostgreSQL database is called."""

MADE = "Databases with all migrations"


def main() -> int:
    """Make both, PostgreSQL's where ``DATABASE_URL`` names a server; the exit code."""
    folder = Path(os.environ[FILE_VARIABLE]).parent
    folder.mkdir(parents=True, exist_ok=True)
    common = {**os.environ, "DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "annotator.settings"}
    server = common.pop("DATABASE_URL", None)
    running = [migrate(common)]
    if server:
        name = common[DATABASE_VARIABLE]
        run_on(server, f'CREATE DATABASE "{name}"')
        running.append(migrate({**common, "DATABASE_URL": renamed(server, name)}))
    return max(process.wait() for process in running)


def migrate(environment: dict[str, str]) -> subprocess.Popen[bytes]:
    """Begin to apply all migrations to the database that ``environment`` names."""
    command = [sys.executable, "manage.py", "migrate", "--skip-checks", "--verbosity", "0"]
    return subprocess.Popen(command, cwd=ROOT, env=environment)


def remove(server: str, name: str) -> None:
    """Drop PostgreSQL's migrated database, if it was made."""
    run_on(server, f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def run_on(server: str, statement: str) -> None:
    """Run a statement that has to stand alone on the server of the address ``server``."""
    import psycopg2

    with contextlib.closing(psycopg2.connect(renamed(server, "postgres"))) as connection:
        connection.autocommit = True
        connection.cursor().execute(statement)


def renamed(address: str, name: str) -> str:
    """The address of another database on the same server."""
    path, question, options = address.partition("?")
    return f"{path.rpartition('/')[0]}/{name}{question}{options}"


if __name__ == "__main__":
    raise SystemExit(main())
