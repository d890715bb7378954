"""What a program says that can't begin."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from django.db import OperationalError, connections

from annotator.running.operations.starting import unusable_database
from annotator.workspace.accounts.demo_accounts import DEMO_PASSWORD
from scripts.bootstrap import ROOT
from tests.ports import claim_port

SHOW_COOKIES = """
from annotator import settings
names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_HSTS_SECONDS")
raise SystemExit(repr([*(getattr(settings, name) for name in names), settings.PUBLIC_URL]))
"""
PROGRAMS = {
    "make run": ("-m", "annotator.running.serving.serve"),
    "command": (
        "manage.py",
        "create_project",
        "x",
        "--kind",
        "nq",
        "--title",
        "X",
        "--overlap",
        "1",
    ),
    "web server": (
        *("-m", "gunicorn", "annotator.wsgi:application", "--config", "deploy/gunicorn.conf.py"),
    ),
    "migrate": ("manage.py", "migrate", "--verbosity", "0"),
    "demo account": ("manage.py", "create_user", "lena", "--password", DEMO_PASSWORD),
    "settings": (
        "-c",
        SHOW_COOKIES,
    ),
    "worker": ("-m", "celery", "--app", "annotator.celery:app", "worker", "--pool", "solo"),
}
NOT_INHERITED = {
    *(
        "DATABASE_URL",
        "REDIS_URL",
        "SECRET_KEY",
        "PUBLIC_URL",
        "DATA_DIR",
        "DJANGO_SETTINGS_MODULE",
    ),
}
every_program = pytest.mark.parametrize("program", ["make run", "command", "web server", "worker"])


def start(program: str, folder: Path, **variables: str) -> tuple[int, str]:
    """Run a program to its end; its exit code, and what it said last on standard error."""
    code, said = run(program, folder, **variables)
    return code, said.splitlines()[-1]


def run(program: str, folder: Path, **variables: str) -> tuple[int, str]:
    """Run a program to its end; its exit code, and all that it said on standard error."""
    inherited = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
    environment = {"DATA_DIR": str(folder / "data"), "DEMO": "0", **variables}
    done = subprocess.run(
        [sys.executable, *PROGRAMS[program]],
        cwd=ROOT,
        env={**inherited, "PORT": str(claim_port()), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr + done.stdout
    return done.returncode, done.stderr.strip()


def no_server(name: str) -> str:
    return f"postgresql://postgres@127.0.0.1:{claim_port()}/{name}"


def test_a_command_with_an_unreadable_variable_says_so(tmp_path: Path) -> None:
    assert start("command", tmp_path, DEBUG="maybe") == (1, "DEBUG=maybe: give 1 or 0")


@pytest.mark.long
@every_program
def test_every_program_refuses_a_wrong_scheme(program: str, tmp_path: Path) -> None:
    sentence = (
        "DATABASE_URL begins with mysql://: give an address such as "
        "postgresql://USER:PASSWORD@HOST:5432/NAME"
    )
    assert start(program, tmp_path, DATABASE_URL="mysql://root:secret@db/plumbline") == (
        1,
        sentence,
    )


@pytest.mark.long
@every_program
def test_every_program_refuses_an_unusable_data_folder(program: str, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file")
    sentence = (
        f"DATA_DIR={tmp_path}/data can't be used (File exists): "
        "give a folder that this account may read and write"
    )
    assert start(program, tmp_path) == (1, sentence)


def test_a_command_with_a_data_folder_that_links_in_a_circle_says_so(tmp_path: Path) -> None:
    (tmp_path / "data").symlink_to(tmp_path / "data")
    sentence = (
        f"DATA_DIR={tmp_path}/data can't be used (Too many levels of symbolic links): "
        "give a folder that this account may read and write"
    )
    assert start("command", tmp_path) == (1, sentence)


def put_folder(path: Path) -> None:
    path.mkdir()


def put_latin_key(path: Path) -> None:
    path.write_bytes("Schlüssel".encode("latin-1"))


def put_link_to_nothing(path: Path) -> None:
    path.symlink_to(path.parent / "not mounted")


@pytest.mark.long
@every_program
@pytest.mark.parametrize(
    ("name", "put", "reason"),
    [
        ("static", Path.touch, "File exists"),
        ("incoming", put_link_to_nothing, "No such file or directory"),
        ("secret_key", put_folder, "Is a directory"),
        ("secret_key", put_latin_key, "not UTF-8"),
    ],
)
def test_every_program_refuses_a_data_folder_with_something_unusable(
    program: str, name: str, put: Callable[[Path], None], reason: str, tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    put(folder / name)
    sentence = (
        f"DATA_DIR={folder} can't be used ({name}: {reason}): "
        f"correct or remove {name}, or give another folder"
    )
    assert start(program, tmp_path) == (1, sentence)


def test_a_command_with_an_empty_key_says_how_to_get_another(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "secret_key").write_text("\n")
    sentence = (
        f"DATA_DIR={tmp_path}/data can't be used (secret_key: empty): remove secret_key, and the "
        "next start makes a new key; everybody then signs in again"
    )
    assert start("command", tmp_path) == (1, sentence)


def test_make_run_with_a_folder_in_place_of_its_pid_file_says_so(tmp_path: Path) -> None:
    (tmp_path / "data" / "plumbline.pid").mkdir(parents=True)
    sentence = (
        f"DATA_DIR={tmp_path}/data can't be used (plumbline.pid: Is a directory): "
        "correct or remove plumbline.pid, or give another folder"
    )
    assert start("make run", tmp_path) == (1, sentence)


def test_make_run_refuses_a_host_that_no_machine_can_have(tmp_path: Path) -> None:
    sentence = "HOST=a..b is not a host name: give an address of this machine, such as 127.0.0.1"
    assert start("make run", tmp_path, HOST="a..b") == (1, sentence)


@pytest.mark.parametrize(
    ("program", "variable", "address", "sentence"),
    [
        ("migrate", "DATABASE_URL", "postgresql://u:p@db", "DATABASE_URL names no database: "),
        ("worker", "REDIS_URL", "redis://h:6379/plumbline", "REDIS_URL ends with plumbline, "),
        ("command", "OIDC_SERVER_URL", "https://[login/x", "OIDC_SERVER_URL has no valid host: "),
    ],
)
def test_an_address_that_lacks_something_is_refused(
    program: str, variable: str, address: str, sentence: str, tmp_path: Path
) -> None:
    code, said = start(program, tmp_path, **{variable: address})
    assert (code, said[: len(sentence)]) == (1, sentence)


@pytest.mark.long
@every_program
def test_every_program_refuses_a_database_that_is_away(program: str, tmp_path: Path) -> None:
    code, said = start(program, tmp_path, DATABASE_URL=no_server("plumbline"))
    assert (code, said.endswith("start it, create it, or correct DATABASE_URL")) == (1, True)


@pytest.mark.long
@every_program
def test_every_program_refuses_a_file_that_is_no_database(program: str, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "plumbline.sqlite3").write_text("no database" * 1000)
    sentence = (
        f"{tmp_path}/data/plumbline.sqlite3 can't be used (file is not a database): "
        "correct DATA_DIR, or restore a backup"
    )
    assert start(program, tmp_path) == (1, sentence)


@pytest.mark.parametrize("name", ["SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"])
def test_a_database_on_a_full_disk_wants_room(
    name: str, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    reason = "database or disk is full" if name == "SQLITE_FULL" else "disk I/O error"
    own = connections["default"]

    def fail() -> NoReturn:
        found = sqlite3.OperationalError(reason)
        found.sqlite_errorname = name
        raise OperationalError(reason) from found

    monkeypatch.setattr(own, "close", lambda: None)
    monkeypatch.setattr(own.introspection, "table_names", fail)
    settings.DATABASE_URL = ""
    place = settings.DATABASES["default"]["NAME"]
    assert unusable_database() == (
        f"{place} can't be used ({reason}): make room on its disk, which is full"
    )


@pytest.mark.long
@pytest.mark.parametrize("program", ["command", "web server", "worker"])
def test_every_program_wants_the_tables(program: str, tmp_path: Path) -> None:
    sentence = "The database has no tables yet: python manage.py migrate"
    assert start(program, tmp_path) == (1, sentence)


@pytest.mark.long
@every_program
def test_every_program_refuses_unsafe_settings_of_a_public_site(
    program: str, tmp_path: Path
) -> None:
    code, said = run(
        program,
        tmp_path,
        PUBLIC_URL=" HTTPS://annotate.example.org/",
        ALLOWED_HOSTS="annotate.example.org",
        DEMO="1",
    )
    assert (code, "DEMO=0" in said) == (1, True)


@pytest.mark.long
def test_cookies_are_secure_however_the_address_is_written(tmp_path: Path) -> None:
    said = run("settings", tmp_path, PUBLIC_URL="  HTTPS://Annotate.example.org/ ")[1]
    assert said == "[True, True, 31536000, 'https://annotate.example.org']"


@pytest.mark.long
def test_a_data_folder_that_was_open_is_closed_with_one_line(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(0o755)
    (folder / "secret_key").write_text("x" * 50)
    (folder / "secret_key").chmod(0o644)
    said = [run("command", tmp_path)[1] for _ in range(2)]
    assert ["was open to other accounts: closed 2 files" in each for each in said] == [True, False]
    assert [each for each in folder.rglob("*") if each.stat().st_mode & 0o077] == []


@pytest.mark.long
@pytest.mark.parametrize("program", ["make run", "web server"])
def test_a_public_site_does_not_start_while_the_demo_opens(program: str, tmp_path: Path) -> None:
    public = {"PUBLIC_URL": "https://annotate.example.org", "ALLOWED_HOSTS": "annotate.example.org"}
    assert run("migrate", tmp_path)[0] == 0
    assert run("demo account", tmp_path)[0] == 0
    code, said = start(program, tmp_path, **public)
    assert code == 1
    assert said == (
        "PUBLIC_URL is set, and the demo's public password opens these accounts: lena. "
        "Remove them with python manage.py remove_demo, or give each another password."
    )
