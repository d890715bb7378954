"""Running the checks, side by side and one after the other."""

import os
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from scripts.steps import Outcome, Result, Run, Step, has_failure
from tests.scripts.conversation import has_ended

FINE = Step(name="fine", group="lint", command=[sys.executable, "-c", ""])
BROKEN = Step(name="broken", group="lint", command=[sys.executable, "-c", "raise SystemExit(3)"])
IMPOSSIBLE = Step(name="impossible", group="e2e", command=["true"], impossible="no Chromium")
ABSENT = Step(name="absent", group="lint", command=["/nowhere/at-all"])
LAST = Step(name="last", group="lint", command=["true"])


def run(*steps: Step, is_ci: bool = False, lanes: int = 1, most: float | None = None) -> list[str]:
    results = Run(
        steps, environment=os.environ, is_ci=is_ci, lanes=lanes, most_seconds=most
    ).results()
    return [result.outcome for result in results]


@pytest.mark.parametrize("lanes", [1, 2, 9])
def test_every_step_runs_whatever_failed_before(lanes: int) -> None:
    outcomes = run(FINE, BROKEN, ABSENT, LAST, lanes=lanes)
    assert outcomes == ["passed", "FAILED", "FAILED", "passed"]


def test_an_impossible_step_is_skipped_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(IMPOSSIBLE) == ["skipped"]
    assert "!! NOT RUN: no Chromium" in capsys.readouterr().out


def test_an_impossible_step_fails_in_ci() -> None:
    assert run(IMPOSSIBLE, is_ci=True) == ["FAILED"]


def test_a_step_sees_its_environment_above_the_common_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    step = Step(name="env", group="lint", command=["env"], environment={"COLOUR": "blue"})
    Run([step], environment={"COLOUR": "red", "SIZE": "small"}, is_ci=False).results()
    assert {"COLOUR=blue", "SIZE=small"} <= set(capsys.readouterr().out.splitlines())


@pytest.mark.parametrize(("yields", "more"), [(False, 0), (True, 10)])
def test_a_step_that_yields_is_nicer_to_the_others(
    yields: bool, more: int, capsys: pytest.CaptureFixture[str]
) -> None:
    step = Step(name="nice", group="lint", command=["nice"], yields=yields)
    assert run(step) == ["passed"]
    assert capsys.readouterr().out.splitlines()[-1] == str(min(19, os.nice(0) + more))


def test_two_lanes_run_two_steps_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    # Either end of a named pipe waits until somebody opens the other.
    write = Step(name="write", group="lint", command=["sh", "-c", f"echo hello > {pipe}"])
    read = Step(name="read", group="lint", command=["sh", "-c", f"grep -q hello {pipe}"])
    assert run(write, read, lanes=2) == ["passed", "passed"]


@pytest.mark.parametrize("first", [FINE, BROKEN])
def test_a_step_comes_after_what_it_needs_and_not_at_all_where_that_failed(
    tmp_path: Path, first: Step
) -> None:
    trace = tmp_path / "trace"
    needed = Step(
        name="needed", group="lint", command=["sh", "-c", f"echo a >> {trace}"], after=[first.name]
    )
    then = Step(
        name="then", group="lint", command=["sh", "-c", f"echo b >> {trace}"], after=["needed"]
    )
    outcomes = run(then, needed, first, lanes=3)
    if first is FINE:
        assert outcomes == ["passed", "passed", "passed"]
        assert trace.read_text(encoding="utf-8").split() == ["a", "b"]
    else:
        assert outcomes == ["FAILED", "FAILED", "FAILED"]
        assert not trace.exists()


def test_a_step_waits_for_none_that_is_not_part_of_the_run() -> None:
    alone = Step(name="alone", group="e2e", command=["true"], after=["a build of some other group"])
    assert run(alone) == ["passed"]


def test_a_step_leaves_no_process_behind(tmp_path: Path) -> None:
    file = tmp_path / "process"
    script = f"tail -f /dev/null & echo $! > {file}"
    run(Step(name="leaves one", group="lint", command=["sh", "-c", script]))
    assert has_ended(int(file.read_text(encoding="utf-8")))


def test_a_run_that_takes_too_long_ends_and_has_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "process"
    # The file has its name once all of it is written; that is the moment when time is up. What a
    # shell starts in the background ignores Ctrl-C and would be killed only after ten seconds.
    script = (
        "import os, signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "open(sys.argv[1] + '.part', 'w').write(str(os.getpid()));"
        "os.rename(sys.argv[1] + '.part', sys.argv[1]); signal.pause()"
    )
    endless = Step(name="endless", group="lint", command=[sys.executable, "-c", script, str(file)])
    clock = SimpleNamespace(monotonic=lambda: 1.0 + time.monotonic() if file.exists() else 0.0)
    monkeypatch.setattr("scripts.steps.time", clock)
    assert run(endless, FINE, most=1) == ["FAILED", "FAILED"]
    assert has_ended(int(file.read_text(encoding="utf-8")))


def test_processor_seconds_count_what_a_step_started() -> None:
    busy = f"{sys.executable} -c 'sum(number * number for number in range(3_000_000))'"
    (alone, parent) = Run(
        [FINE, Step(name="parent", group="lint", command=["sh", "-c", f"{busy}; true"])],
        environment=os.environ,
        is_ci=False,
    ).results()
    assert parent.processor_seconds > alone.processor_seconds > 0


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
