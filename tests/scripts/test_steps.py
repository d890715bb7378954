"""Running the checks one after the other."""

import os
import sys
from pathlib import Path

import pytest

from scripts.steps import Outcome, Result, Step, has_failure, run_steps, summary
from tests.scripts.conversation import has_ended

FINE = Step(name="fine", group="lint", command=[sys.executable, "-c", ""])
BROKEN = Step(name="broken", group="lint", command=[sys.executable, "-c", "raise SystemExit(3)"])
IMPOSSIBLE = Step(name="impossible", group="e2e", command=["true"], impossible="no Chromium")
ABSENT = Step(name="absent", group="lint", command=["/nowhere/at-all"])


def outcomes(*steps: Step, is_ci: bool = False) -> list[str]:
    return [result.outcome for result in run_steps(steps, environment=os.environ, is_ci=is_ci)]


def test_every_step_runs_whatever_failed_before() -> None:
    assert outcomes(FINE, BROKEN, ABSENT, FINE) == ["passed", "FAILED", "FAILED", "passed"]


def test_an_impossible_step_is_skipped_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert outcomes(IMPOSSIBLE) == ["skipped"]
    assert "!! NOT RUN: no Chromium" in capsys.readouterr().out


def test_an_impossible_step_fails_in_ci() -> None:
    assert outcomes(IMPOSSIBLE, is_ci=True) == ["FAILED"]


def test_a_step_sees_its_environment_above_the_common_one(
    capfd: pytest.CaptureFixture[str],
) -> None:
    step = Step(name="env", group="lint", command=["env"], environment={"COLOUR": "blue"})
    run_steps([step], environment={"COLOUR": "red", "SIZE": "small"}, is_ci=False)
    assert {"COLOUR=blue", "SIZE=small"} <= set(capfd.readouterr().out.splitlines())


def test_a_step_leaves_no_process_behind(tmp_path: Path) -> None:
    file = tmp_path / "process"
    script = f"tail -f /dev/null & echo $! > {file}"
    run_steps(
        [Step(name="leaves one", group="lint", command=["sh", "-c", script])],
        environment=os.environ,
        is_ci=False,
    )
    assert has_ended(int(file.read_text(encoding="utf-8")))


def test_summary_has_a_row_for_each_step_and_a_total() -> None:
    results = [
        Result(step=FINE, outcome="passed", seconds=61.04),
        Result(step=BROKEN, outcome="FAILED", seconds=2.5),
        Result(step=IMPOSSIBLE, outcome="skipped", seconds=0.0),
    ]
    assert summary(results).splitlines() == [
        "passed   fine          61.0 s",
        "FAILED   broken         2.5 s",
        "skipped  impossible     0.0 s",
        "1 passed, 1 FAILED, 1 skipped in 1 min 3 s",
    ]


@pytest.mark.parametrize(
    ("outcomes", "failed"),
    [
        (["passed", "skipped"], False),
        (["passed", "FAILED"], True),
        ([], False),
    ],
)
def test_one_failed_step_fails_the_run(outcomes: list[Outcome], failed: bool) -> None:
    results = [Result(step=FINE, outcome=outcome, seconds=1.0) for outcome in outcomes]
    assert has_failure(results) is failed
