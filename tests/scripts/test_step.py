"""Running one step of the checks."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.step import main
from tests.running.serving.conversation import has_ended


@pytest.mark.parametrize(
    ("command", "code", "outcome"), [("true", 0, "passed"), ("false", 1, "FAILED")]
)
def test_a_step_adds_what_came_out_to_the_table(
    command: str, code: int, outcome: str, tmp_path: Path
) -> None:
    rows = tmp_path / "rows"
    rows.write_text("before\n", encoding="utf-8")
    assert main(["--rows", str(rows), "a-step", command]) == code
    before, row = rows.read_text(encoding="utf-8").splitlines()
    assert (before, row.split()[:2], row.split()[3::2]) == (
        "before",
        [outcome, "a-step"],
        ["s", "s"],
    )


@pytest.mark.parametrize(("ci", "outcome"), [("", "skipped"), ("true", "FAILED")])
def test_a_step_that_cannot_run_is_skipped_and_fails_in_ci(
    ci: str,
    outcome: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CI", ci)
    rows = tmp_path / "rows"
    code = main(["--rows", str(rows), "--missing", "no Chromium", "a-step", "/nowhere"])
    assert code == (outcome == "FAILED")
    assert rows.read_text(encoding="utf-8").startswith(f"{outcome:8} a-step ")
    assert "!! NOT RUN: no Chromium" in capsys.readouterr().out


def test_a_step_leaves_no_process_behind(tmp_path: Path) -> None:
    file = tmp_path / "process"
    script = f"tail -f /dev/null & echo $! > {file}"
    assert main(["--rows", str(tmp_path / "rows"), "leaves-one", "sh", "-c", script]) == 0
    assert has_ended(int(file.read_text(encoding="utf-8")))


def test_a_step_that_is_ended_gets_ctrl_c_and_has_failed(tmp_path: Path) -> None:
    rows = tmp_path / "rows"
    script = "print('ready', flush=True)\ntry: input()\nexcept KeyboardInterrupt: print('cleared')"
    # Its input is closed, so it waits for a pipe that nobody writes to.
    script = f"import os, sys; sys.stdin = open(os.pipe()[0])\n{script}"
    step = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "scripts.step",
            "--rows",
            rows,
            "ended",
            sys.executable,
            "-c",
            script,
        ],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert step.stdout is not None
    while "ready" not in step.stdout.readline():
        pass
    step.send_signal(signal.SIGTERM)
    output, _ = step.communicate()
    assert (step.returncode, output) == (130, "cleared\n!! ended with 130\n")
    assert rows.read_text(encoding="utf-8").startswith("FAILED   ended ")
