"""How the checks run and end."""

import os
import subprocess
from pathlib import Path

import pytest

from scripts import test as whole_run
from scripts.test import run_steps, table
from tests.running.serving.conversation import has_ended

RULES = """\
.PHONY: bad after write read endless
bad:
\t@echo bad >> "$$TRACE"; false
after: bad
\t@echo after >> "$$TRACE"
write:
\t@echo hello > "$$PIPE"
read:
\t@cat "$$PIPE" >> "$$TRACE"
endless:
\t@echo $$$$ > "$$PIPE"; exec tail -f /dev/null
"""


@pytest.fixture
def run(tmp_path: Path) -> "Run":
    """Runs steps of the rules above."""
    return Run(tmp_path)


class Run:
    """A file of steps, and the trace that they leave."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "steps.mk"
        self.file.write_text(RULES, encoding="utf-8")
        self.trace = folder / "trace"
        self.pipe = folder / "pipe"
        os.mkfifo(self.pipe)
        self.environment = {
            **os.environ,
            "TRACE": str(self.trace),
            "PIPE": str(self.pipe),
        }

    def __call__(self, *steps: str, most_seconds: float | None = None) -> int:
        return run_steps(
            steps,
            environment=self.environment,
            lanes=2,
            most_seconds=most_seconds,
            file=self.file,
        )


def test_two_lanes_run_two_steps_at_once(run: Run) -> None:
    # Either end of a named pipe waits until somebody opens the other.
    assert run("write", "read") == 0
    assert run.trace.read_text(encoding="utf-8") == "hello\n"


def test_the_others_run_when_a_step_fails_and_what_needs_it_does_not(run: Run) -> None:
    assert run("bad", "after", "write", "read") == 1
    assert sorted(run.trace.read_text(encoding="utf-8").split()) == ["bad", "hello"]


def test_a_run_that_takes_too_long_is_ended_and_has_failed(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []

    class Impatient(subprocess.Popen[bytes]):
        """Time is up as soon as the step runs."""

        def wait(self, timeout: float | None = None) -> int:
            if timeout is not None:
                found.append(int(run.pipe.read_text(encoding="utf-8")))
                raise subprocess.TimeoutExpired("make", timeout)
            return super().wait()

    monkeypatch.setattr("scripts.test.subprocess.Popen", Impatient)
    assert run("endless", most_seconds=1) == 1
    assert [has_ended(process) for process in found] == [True]


def test_the_table_has_the_rows_and_the_notes(tmp_path: Path) -> None:
    (tmp_path / "rows").write_text("passed   one\nFAILED   two\n", encoding="utf-8")
    assert table(tmp_path).splitlines()[1:] == ["passed   one", "FAILED   two"]
    (tmp_path / "notes").write_text("a browser had died\n", encoding="utf-8")
    assert table(tmp_path).splitlines()[3:] == ["To be looked into:", "a browser had died"]


def test_a_run_that_is_ended_from_outside_says_so_without_a_traceback(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def end() -> int:
        raise KeyboardInterrupt

    assert whole_run.command(end) == 130
    assert "Ended from outside" in capsys.readouterr().out
    assert whole_run.command(lambda: 1) == 1
