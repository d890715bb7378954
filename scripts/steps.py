"""Run named steps, as many side by side as there are lanes, all of them, and tell what came out."""

import contextlib
import os
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

Outcome = Literal["passed", "FAILED", "skipped"]
END_GRACE_SECONDS = 10
YIELDING = ("nice", "-n", "10")


@dataclass(frozen=True, kw_only=True)
class Step:
    """One command of the checks, or the reason why it can't run here.

    It waits for the steps named in ``after``, and fails unrun where one of those failed. One that
    ``yields`` takes the processor when the others leave it.
    """

    name: str
    group: str
    command: Sequence[str] = ()
    cwd: str | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    impossible: str | None = None
    after: Sequence[str] = ()
    yields: bool = False


@dataclass(frozen=True, kw_only=True)
class Result:
    """What came of a step: wall seconds, and processor seconds of all that it started."""

    step: Step
    outcome: Outcome
    seconds: float = 0.0
    processor_seconds: float = 0.0


class Run:
    """Steps in lanes side by side; what a step prints comes in one piece when it has ended.

    Impossible steps fail where ``is_ci``. After ``most_seconds`` everything is ended, and what
    had not finished by then has failed.
    """

    def __init__(
        self,
        steps: Sequence[Step],
        *,
        environment: Mapping[str, str],
        is_ci: bool,
        lanes: int = 1,
        most_seconds: float | None = None,
    ) -> None:
        self._steps = list(steps)
        self._environment = environment
        self._is_ci = is_ci
        self._lanes = lanes
        self._deadline = None if most_seconds is None else time.monotonic() + most_seconds
        self._changed = threading.Condition()
        self._waiting = list(steps)
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._results: dict[str, Result] = {}
        self._is_over = False

    def results(self) -> list[Result]:
        """Run everything; what came of each step, in the steps' order."""
        lanes = [threading.Thread(target=self._work, daemon=True) for _ in range(self._lanes)]
        try:
            for lane in lanes:
                lane.start()
            self._wait_for_all()
        finally:
            self._end()
            for lane in lanes:
                lane.join()
        return [self._result(step) for step in self._steps]

    def _wait_for_all(self) -> None:
        with self._changed:
            while len(self._results) < len(self._steps):
                left = None if self._deadline is None else self._deadline - time.monotonic()
                if left is not None and left <= 0:
                    print("!! The run as a whole took too long; what still runs is ended.")
                    return
                # Python hands signals to a thread that wakes up now and then.
                self._changed.wait(1.0 if left is None else min(1.0, left))

    def _end(self) -> None:
        with self._changed:
            self._is_over = True
            running = list(self._running.values())
            self._changed.notify_all()
        for process in running:
            interrupt(process)

    def _work(self) -> None:
        while step := self._next():
            result, output = self._run(step)
            with self._changed:
                self._results[step.name] = result
                self._running.pop(step.name, None)
                heading = f"[{len(self._results)}/{len(self._steps)}] {step.name}"
                print(f"\n━━ {heading} {'━' * max(0, 76 - len(heading))}\n{output}", flush=True)
                self._changed.notify_all()

    def _next(self) -> Step | None:
        """The first step that need not wait any more; None when this lane is done."""
        with self._changed:
            while True:
                if self._is_over or not self._waiting:
                    return None
                for step in self._waiting:
                    if all(self._is_settled(name) for name in step.after):
                        self._waiting.remove(step)
                        return step
                self._changed.wait()

    def _is_settled(self, name: str) -> bool:
        """Whether nothing is to be waited for: a step that is not part of this run counts."""
        return name in self._results or all(step.name != name for step in self._steps)

    def _run(self, step: Step) -> tuple[Result, str]:
        if step.impossible is not None:
            note = f"!! NOT RUN: {step.impossible}"
            if self._is_ci:
                note += "\n!! With CI=true that is a failure."
            return Result(step=step, outcome="FAILED" if self._is_ci else "skipped"), note
        broken = [
            name
            for name in step.after
            if name in self._results and self._results[name].outcome != "passed"
        ]
        if broken:
            note = f"!! NOT RUN: {', '.join(broken)} did not pass"
            return Result(step=step, outcome="FAILED"), note
        return self._run_command(step)

    def _run_command(self, step: Step) -> tuple[Result, str]:
        with tempfile.TemporaryFile() as output:
            started = time.monotonic()
            try:
                process = subprocess.Popen(
                    [*(YIELDING if step.yields else ()), *step.command],
                    cwd=step.cwd,
                    env={**self._environment, **step.environment},
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    process_group=0,
                )
            except OSError as error:
                note = f"!! {step.command[0]} cannot be started: {error.strerror}"
                return Result(step=step, outcome="FAILED"), note
            with self._changed:
                self._running[step.name] = process
                is_over = self._is_over
            if is_over:
                interrupt(process)
            # wait4 is the one call that also tells what the process and its children used.
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            end_group(process.pid)
            output.seek(0)
            text = output.read().decode(errors="replace").rstrip()
        passed = process.returncode == 0
        return (
            Result(
                step=step,
                outcome="passed" if passed else "FAILED",
                seconds=time.monotonic() - started,
                processor_seconds=usage.ru_utime + usage.ru_stime,
            ),
            text if passed else f"{text}\n!! ended with {process.returncode}",
        )

    def _result(self, step: Step) -> Result:
        return self._results.get(step.name, Result(step=step, outcome="FAILED"))


def interrupt(process: subprocess.Popen[bytes]) -> None:
    """Ask a step to end as Ctrl-C does, and kill it with all it started if it does not."""
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(signal.SIGINT)
    deadline = time.monotonic() + END_GRACE_SECONDS
    while process.returncode is None and time.monotonic() < deadline:
        if not Path(f"/proc/{process.pid}").exists():
            return
        threading.Event().wait(0.05)
    end_group(process.pid)


def end_group(group: int) -> None:
    """End whatever a step started and left behind."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def has_failure(results: Sequence[Result]) -> bool:
    """Whether any step failed."""
    return any(result.outcome == "FAILED" for result in results)
