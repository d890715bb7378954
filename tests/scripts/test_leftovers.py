"""What killed runs of the checks leave behind, and what is nobody's business to remove."""

import contextlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import leftovers
from scripts.leftovers import (
    VARIABLE,
    end_processes,
    is_alive,
    own_name,
    remove_databases,
    remove_folders,
    run_folder,
)
from tests.running.serving.conversation import has_ended

GONE = "4194304999-17"
"""No process has so high a number."""


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder for temporary files and a name of this process's own."""
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_a_run_is_alive_as_long_as_its_very_process(alone: Path) -> None:
    process, _, started = own_name().partition("-")
    names = [own_name(), GONE, f"{process}-{int(started) - 1}", "somebody-else", ""]
    assert [is_alive(name) for name in names] == [True, False, False, True, True]


def test_what_a_run_starts_has_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "12-34")
    assert (own_name(), leftovers.database_prefix()) == ("12-34", "plumbline_12_34")


def test_processes_of_a_dead_run_are_ended_and_no_others(alone: Path) -> None:
    wait = [sys.executable, "-c", "print(flush=True); input()"]
    kept = [own_name(), "not-a-run"]
    processes = [
        subprocess.Popen(
            wait,
            env={**os.environ, VARIABLE: name},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for name in [GONE, *kept]
    ]
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()
    end_processes()
    assert processes[0].wait() != 0
    assert [process.poll() for process in processes[1:]] == [None, None]
    for process in processes[1:]:
        process.communicate(b"\n")
    assert all(has_ended(process.pid) for process in processes)


def test_folders_of_a_dead_run_are_removed_and_no_others(alone: Path) -> None:
    (alone / f"plumbline-checks-{GONE}" / "deep").mkdir(parents=True)
    (alone / "plumbline-checks-of-somebody").mkdir()
    (alone / "plumbline").mkdir()
    with run_folder() as own:
        remove_folders()
        names = sorted(path.name for path in alone.iterdir())
        assert names == sorted(["plumbline", "plumbline-checks-of-somebody", own.name])
    assert not own.exists()


def test_databases_of_dead_runs_are_dropped_and_at_its_end_those_of_the_run(
    alone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = f"plumbline_{GONE.replace('-', '_')}"
    own = leftovers.database_prefix()
    kept = ["plumbline", "postgres", "plumbline_1a"]
    server = Server([*kept, gone, f"test_{gone}_gw0", f"{gone}_3fa1", own, f"test_{own}_gw1"])
    monkeypatch.setattr(leftovers, "on_server", lambda _: contextlib.nullcontext(server))
    remove_databases("postgresql://a/b")
    assert server.names == [*kept, own, f"test_{own}_gw1"]
    remove_databases("postgresql://a/b", and_own=True)
    assert server.names == kept


class Server:
    """PostgreSQL's answers, without one."""

    def __init__(self, names: list[str]) -> None:
        self.names = names

    def execute(self, statement: str) -> None:
        if dropped := re.fullmatch(r'DROP DATABASE IF EXISTS "(\w+)" WITH \(FORCE\)', statement):
            self.names.remove(dropped[1])

    def fetchall(self) -> list[tuple[str]]:
        return [(name,) for name in self.names]
