"""What killed runs of the checks leave behind, and what is nobody's business to remove."""

import os
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
    remove_folders,
    run_folder,
    stale_databases,
    sweep,
)
from tests.scripts.conversation import has_ended

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
    assert end_processes() == 1
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
        assert remove_folders() == 1
        names = sorted(path.name for path in alone.iterdir())
        assert names == sorted(["plumbline", "plumbline-checks-of-somebody", own.name])
    assert not own.exists()


def test_databases_of_a_dead_run_are_known_by_their_names(alone: Path) -> None:
    gone = GONE.replace("-", "_")
    own = own_name().replace("-", "_")
    others = [
        f"plumbline_{own}",
        f"test_plumbline_{own}_gw1",
        "plumbline",
        "postgres",
        "plumbline_1a",
    ]
    stale = [f"plumbline_{gone}", f"test_plumbline_{gone}_gw0", f"plumbline_{gone}_3fa1"]
    assert stale_databases([*others, *stale]) == stale


def test_a_sweep_tells_only_what_it_found() -> None:
    found = sweep({"processes": lambda: 0, "folders": lambda: 2})
    assert found == ["removed 2 folders of earlier runs that were killed"]
