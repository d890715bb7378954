"""Run one step of the checks: what it starts ends with it, and the table gets a row."""

import argparse
import contextlib
import os
import resource
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

GRACE_SECONDS = 10
OF_MAKE = {"MAKEFLAGS", "MAKELEVEL", "MFLAGS"}
"""What make tells its own kind; a make that a test starts is none of it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command, add its row; the exit code. With ``CI=true`` what can't run fails."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=Path, required=True, help="the file that takes the row")
    parser.add_argument("--missing", default="", help="why the step can't run here")
    parser.add_argument("name")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args(arguments)
    print(f"\n━━ {options.name} {'━' * max(0, 76 - len(options.name))}", flush=True)
    began = time.monotonic()
    if options.missing:
        code = int(os.environ.get("CI") == "true")
        outcome = "FAILED" if code else "skipped"
        print(f"!! NOT RUN: {options.missing}{', which fails with CI=true' if code else ''}")
    else:
        code = run(options.command)
        outcome = "FAILED" if code else "passed"
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    with options.rows.open("a", encoding="utf-8") as rows:
        rows.write(
            f"{outcome:8} {options.name:24} {time.monotonic() - began:7.1f} s"
            f" {used.ru_utime + used.ru_stime:9.1f} s\n"
        )
    return code


def run(command: Sequence[str]) -> int:
    """Run a command to its end, and end all that it left behind; its exit code.

    SIGINT and SIGTERM reach it as Ctrl-C. If that doesn't end it, it is killed.
    """
    # A shell lets what it starts in the background ignore SIGINT, and that would be inherited.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.default_int_handler)
    process = subprocess.Popen(
        command,
        env={name: value for name, value in os.environ.items() if name not in OF_MAKE},
        stdin=subprocess.DEVNULL,
        process_group=0,
    )
    try:
        code = process.wait()
    except KeyboardInterrupt:
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(GRACE_SECONDS)
        code = 128 + signal.SIGINT
    finally:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    if code:
        print(f"!! ended with {code}", flush=True)
    return code


if __name__ == "__main__":
    raise SystemExit(main())
