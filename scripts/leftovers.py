"""What a run of the checks makes has its name; what a killed one left is found by it and removed.

A run's name is its process and when that began, so that nothing of a run that still lives is ever
taken for a leftover. Processes carry it in their environment, folders and databases in their name,
and databases of Redis are claimed under it.
"""

import contextlib
import os
import re
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

VARIABLE = "PLUMBLINE_CHECKS"
_NAME = re.compile(r"\d+-\d+")
_FOLDER = "plumbline-checks-"
_DATABASE = re.compile(r"(?:test_)?plumbline_(\d+)_(\d+)(?:_\w+)?")


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


def end_processes() -> int:
    """Kill what runs that are no more have left running; how many processes that were."""
    killed = 0
    for folder in Path("/proc").glob("[0-9]*"):
        name = _name_of(folder)
        if name and not is_alive(name):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(int(folder.name), signal.SIGKILL)
                killed += 1
    return killed


def remove_folders() -> int:
    """Remove the temporary files of runs that are no more; how many folders that were."""
    found = [
        folder
        for folder in Path(tempfile.gettempdir()).glob(f"{_FOLDER}*")
        if not is_alive(folder.name.removeprefix(_FOLDER))
    ]
    for folder in found:
        shutil.rmtree(folder, ignore_errors=True)
    return len(found)


def stale_databases(names: list[str]) -> list[str]:
    """Those of the databases ``names`` that belong to runs that are no more."""
    found = ((name, _DATABASE.fullmatch(name)) for name in names)
    return [name for name, match in found if match and not is_alive("-".join(match.groups()))]


def remove_databases(postgres_url: str) -> int:
    """Drop PostgreSQL's databases of runs that are no more; how many that were."""
    import psycopg2

    server, _, _ = postgres_url.rpartition("/")
    with contextlib.closing(psycopg2.connect(f"{server}/postgres")) as connection:
        connection.autocommit = True
        cursor = connection.cursor()
        cursor.execute("SELECT datname FROM pg_database")
        stale = stale_databases([name for (name,) in cursor.fetchall()])
        for name in stale:
            cursor.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
    return len(stale)


def sweep(removals: dict[str, Callable[[], int]]) -> list[str]:
    """Do each of ``removals``, by what it removes; a sentence for each that found something."""
    return [
        f"removed {count} {what} of earlier runs that were killed"
        for what, remove in removals.items()
        if (count := remove())
    ]


def _started(process: int) -> str:
    """When a process began, in clock ticks since the machine did; empty where there is none."""
    try:
        text = Path(f"/proc/{process}/stat").read_text("ascii", errors="replace")
    except OSError:
        return ""
    # The program's name, in brackets, may hold blanks itself.
    return text.rpartition(")")[2].split()[19]


def _name_of(folder: Path) -> str:
    """The run that the process of a folder in /proc belongs to; empty where it is none's."""
    try:
        variables = (folder / "environ").read_bytes().split(b"\0")
    except OSError:
        return ""
    prefix = f"{VARIABLE}=".encode()
    found = (each.removeprefix(prefix) for each in variables if each.startswith(prefix))
    return next(found, b"").decode("ascii", errors="replace")
