"""Run named steps one after the other, all of them, and sum up what came out."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Outcome = Literal["passed", "FAILED", "skipped"]
LONGEST_STEP_SECONDS = 25 * 60
END_GRACE_SECONDS = 10


@dataclass(frozen=True, kw_only=True)
class Step:
    """One command of the checks, or the reason why it can't run here."""

    name: str
    group: str
    command: Sequence[str] = ()
    cwd: str | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    impossible: str | None = None


@dataclass(frozen=True, kw_only=True)
class Result:
    """What came of a step."""

    step: Step
    outcome: Outcome
    seconds: float


def run_steps(
    steps: Sequence[Step], *, environment: Mapping[str, str], is_ci: bool
) -> list[Result]:
    """Run every step with `environment` below its own. Impossible steps fail where `is_ci`."""
    results = []
    for number, step in enumerate(steps, 1):
        heading = f"[{number}/{len(steps)}] {step.name}"
        print(f"\n━━ {heading} {'━' * max(0, 76 - len(heading))}", flush=True)
        started = time.monotonic()
        outcome = run_step(step, environment=environment, is_ci=is_ci)
        results.append(Result(step=step, outcome=outcome, seconds=time.monotonic() - started))
    return results


def run_step(step: Step, *, environment: Mapping[str, str], is_ci: bool) -> Outcome:
    """Run one step with its output going to ours."""
    if step.impossible is not None:
        print(f"!! NOT RUN: {step.impossible}", flush=True)
        if is_ci:
            print("!! With CI=true that is a failure.", flush=True)
        return "FAILED" if is_ci else "skipped"
    try:
        process = subprocess.Popen(
            step.command,
            cwd=step.cwd,
            env={**environment, **step.environment},
            stdin=subprocess.DEVNULL,
            process_group=0,
        )
    except OSError as error:
        print(f"!! {step.command[0]} cannot be started: {error.strerror}", flush=True)
        return "FAILED"
    try:
        code = process.wait(timeout=LONGEST_STEP_SECONDS)
    except subprocess.TimeoutExpired:
        print(f"!! Not done after {LONGEST_STEP_SECONDS} s", flush=True)
        code = 1
    finally:
        end_group(process)
    return "passed" if code == 0 else "FAILED"


def end_group(process: subprocess.Popen[bytes]) -> None:
    """End a step's process, if it still runs, and everything it started."""
    if process.poll() is None:
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=END_GRACE_SECONDS)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def summary(results: Sequence[Result]) -> str:
    """A table with a row per step, and a last line that says it all."""
    width = max((len(result.step.name) for result in results), default=0)
    lines = [
        f"{result.outcome:8} {result.step.name:{width}} {result.seconds:7.1f} s"
        for result in results
    ]
    seconds = sum(result.seconds for result in results)
    counts = ", ".join(
        f"{sum(result.outcome == outcome for result in results)} {outcome}"
        for outcome in ("passed", "FAILED", "skipped")
    )
    minutes = f"{int(seconds) // 60} min {int(seconds) % 60} s"
    return "\n".join([*lines, f"{counts} in {minutes}"])


def has_failure(results: Sequence[Result]) -> bool:
    """Whether any step failed."""
    return any(result.outcome == "FAILED" for result in results)
