"""After somebody is erased, the database's files don't name them any more."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from scripts.bootstrap import ROOT

NOT_INHERITED = {"DATABASE_URL", "REDIS_URL", "PUBLIC_URL", "DJANGO_SETTINGS_MODULE"}
NAME = "zoe-unmistakable"


def manage(folder: Path, *words: str) -> None:
    inherited = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
    subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env={**inherited, "DATA_DIR": str(folder)},
        capture_output=True,
        check=True,
    )


def files_with(name: str, folder: Path) -> list[str]:
    files = sorted(folder.glob("plumbline.sqlite3*"))
    return [file.name for file in files if name.encode() in file.read_bytes()]


@pytest.mark.long
def test_no_file_of_the_database_names_an_erased_person(tmp_path: Path) -> None:
    manage(tmp_path, "migrate", "--verbosity", "0")
    manage(tmp_path, "create_project", "x", *("--kind", "nq", "--title", "X", "--overlap", "1"))
    manage(tmp_path, "create_user", "lead", "--password", "p", "--project", "x", "--role", "lead")
    address = f"{NAME}@example.org"
    role = ("--project", "x", "--role", "annotator")
    manage(tmp_path, "create_user", NAME, "--password", "p", "--email", address, *role)
    # As the web server has: anyone who closes the last connection empties the log by that.
    with closing(sqlite3.connect(tmp_path / "plumbline.sqlite3")) as other:
        other.execute("SELECT count(*) FROM accounts_user").fetchall()
        before = files_with(NAME, tmp_path)
        manage(tmp_path, "erase_person", NAME, "--yes")
        after = files_with(NAME, tmp_path)
    assert (before, after) == (["plumbline.sqlite3"], [])
