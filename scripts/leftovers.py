"""What killed runs of the checks have left behind, found by the run that it belongs to.

A run is named after its process and when that began, so that nothing of a run that still lives is
ever taken for a leftover. Processes carry it in their environment, folders and databases in their
name, and databases of Redis are claimed under it.
"""

import contextlib
import os
import re
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

VARIABLE = "PLUMBLINE_CHECKS"
_NAME = re.compile(r"\d+-\d+")
_FOLDER = "plumbline-checks-"
_DATABASE = re.compile(r"(?:test_)?plumbline_(\d+)_(\d+)(?:_\w+)?")
_IN_ENVIRONMENT = re.compile(rb"(?:^|\0)" + VARIABLE.encode() + rb"=([\d-]+)(?:\0|$)")


def own_name() -> str:
    """The name of the run that this process belongs to: the one that started it, or its own."""
    return os.environ.get(VARIABLE) or f"{os.getpid()}-{_started(os.getpid())}"


def database_prefix() -> str:
    """What the names of the run's databases begin with."""
    return f"plumbline_{own_name().replace('-', '_')}"


@contextlib.contextmanager
def run_folder() -> Iterator[Path]:
    """A folder for all temporary files of the run, with its name; gone afterwards."""
    folder = Path(tempfile.gettempdir()) / f"{_FOLDER}{own_name()}"
    # PostgreSQL's user has to pass through: the fault test's server is below.
    folder.mkdir(mode=0o711)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def is_alive(name: str) -> bool:
    """Whether the run ``name`` still goes on; what is not a run's name counts as alive."""
    if not _NAME.fullmatch(name):
        return True
    process, _, started = name.partition("-")
    return _started(int(process)) == started


def end_processes() -> None:
    """Kill what runs that are no more have left running."""
    for folder in Path("/proc").glob("[0-9]*"):
        # Processes come and go while we look, and those of other users can't be read.
        with contextlib.suppress(OSError):
            found = _IN_ENVIRONMENT.search((folder / "environ").read_bytes())
            if found and not is_alive(found[1].decode()):
                os.kill(int(folder.name), signal.SIGKILL)


def remove_folders() -> None:
    """Remove the temporary files of runs that are no more."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_FOLDER}*"):
        if not is_alive(folder.name.removeprefix(_FOLDER)):
            shutil.rmtree(folder, ignore_errors=True)


def remove_databases(postgres_url: str, *, and_own: bool = False) -> None:
    """Drop PostgreSQL's databases of runs that are no more, and this run's if it is at its end."""
    with on_server(postgres_url) as cursor:
        cursor.execute("SELECT datname FROM pg_database")
        for (name,) in cursor.fetchall():
            run = "-".join(match.groups()) if (match := _DATABASE.fullmatch(name)) else ""
            if not is_alive(run) or (and_own and run == own_name()):
                cursor.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


@contextlib.contextmanager
def on_server(postgres_url: str) -> Iterator[Any]:
    """A cursor on the server of the address, for statements that have to stand alone."""
    import psycopg2

    with contextlib.closing(psycopg2.connect(renamed(postgres_url, "postgres"))) as connection:
        connection.autocommit = True
        yield connection.cursor()


def renamed(postgres_url: str, name: str) -> str:
    """The address of another database on the same server."""
    path, question, options = postgres_url.partition("?")
    return f"{path.rpartition('/')[0]}/{name}{question}{options}"


def _started(process: int) -> str:
    """When a process began, in clock ticks since the machine did; empty where there is none."""
    try:
        text = Path(f"/proc/{process}/stat").read_text("ascii", errors="replace")
    except OSError:
        return ""
    # The program's name, in brackets, may hold blanks itself.
    return text.rpartition(")")[2].split()[19]
