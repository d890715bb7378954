"""Every check of the project in one go: `make test`, `make test-long`, `make lint` and so on.

`scripts/test.mk` has the steps. All of them run, whatever fails; a table at the end sums up, and
the exit code tells.
"""

import argparse
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from timeit import timeit

from scripts.bootstrap import ROOT, tool_environment
from scripts.chromium import find_chromium
from scripts.leftovers import (
    VARIABLE,
    database_prefix,
    end_processes,
    own_name,
    remove_databases,
    remove_folders,
    run_folder,
)
from scripts.migrated import DATABASE_VARIABLE, FILE_VARIABLE
from scripts.services import Services, own_services
from scripts.step import OF_MAKE

STEPS = ROOT / "scripts" / "test.mk"
WHOLE_RUN = ("python", "e2e", "frontend", "lint")
# The browser tests leave half a core to others, so they have a lane of their own.
LANES, LONG_LANES = 3, 2
MOST_SECONDS = 80 * 60
LOOP = "for number in range(5_000_000): total += number * number % 7"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the steps that are named, all of them without a name; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--long", action="store_true", help="the tests at full size, and all")
    parser.add_argument("--started", type=float, help="when setting up began, in Unix seconds")
    parser.add_argument("steps", nargs="*", metavar="STEP", help="steps and groups of test.mk")
    options = parser.parse_args(arguments)
    # Ended from outside, the steps under way must end as well.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    began = options.started or time.time()
    loops = [loop_seconds()]
    os.environ[VARIABLE] = own_name()
    end_processes()
    remove_folders()
    with run_folder() as folder, own_services(os.environ) as services:
        for name in ("data", "tmp"):
            (folder / name).mkdir()
        if services.missing is None:
            remove_databases(services.database_url)
        try:
            code = run_steps(
                options.steps or WHOLE_RUN,
                environment=environment(folder, services, is_long=options.long),
                lanes=LONG_LANES if options.long else LANES,
                most_seconds=None if options.long else MOST_SECONDS - (time.time() - began),
            )
        finally:
            if services.missing is None:
                remove_databases(services.database_url, and_own=True)
        loops.append(loop_seconds())
        minutes, seconds = divmod(int(time.time() - began), 60)
        print(f"\n━━ Summary {'━' * 69}\n{table(folder)}")
        print(f"A loop at the start and the end: {loops[0]:.2f} s, {loops[1]:.2f} s")
        print(f"{'FAILED' if code else 'passed'} in {minutes} min {seconds} s", flush=True)
    return code


def environment(folder: Path, services: Services, *, is_long: bool) -> dict[str, str]:
    """What all steps run with."""
    chromium = find_chromium()
    common = {
        **tool_environment(),
        "DATA_DIR": str(folder / "data"),
        "TMPDIR": str(folder / "tmp"),
        FILE_VARIABLE: str(folder / "migrated" / "plumbline.sqlite3"),
        DATABASE_VARIABLE: f"{database_prefix()}_migrated",
        "CHECK_ROWS": str(folder / "rows"),
        "CHECK_NOTES": str(folder / "notes"),
        "LONG": "1" if is_long else "",
        "TEST_SIZE": "long" if is_long else "short",
        "CHROMIUM": chromium or "",
        "NO_CHROMIUM": "" if chromium else "no Chromium (set CHROMIUM)",
        "NO_SERVICES": services.missing or "",
        "CHECK_DATABASE_URL": "" if services.missing else services.database_url,
        "CHECK_REDIS_URL": services.redis_url,
    }
    if not sys.stdout.isatty():
        common["NO_COLOR"] = "1"
    # The checks choose database and broker themselves, and start programs too often to compile
    # their modules anew each time.
    unwanted = {"DATABASE_URL", "REDIS_URL", "PYTHONDONTWRITEBYTECODE", *OF_MAKE}
    return {name: value for name, value in common.items() if name not in unwanted}


def run_steps(
    steps: Sequence[str],
    *,
    environment: Mapping[str, str],
    lanes: int,
    most_seconds: float | None = None,
    file: Path = STEPS,
) -> int:
    """Let make run the steps of ``file``, ``lanes`` at a time; the exit code.

    After ``most_seconds`` what still runs is ended and has failed.
    """
    make = ["make", "-f", str(file), "-s", "-k", f"-j{lanes}", "--output-sync=target", *steps]
    # In a group of its own, Ctrl-C reaches make once, from here.
    with subprocess.Popen(make, cwd=ROOT, env=environment, process_group=0) as process:
        try:
            return min(process.wait(most_seconds), 1)
        except subprocess.TimeoutExpired:
            print("!! The run as a whole took too long; what still runs is ended.", flush=True)
            return 1
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()


def table(folder: Path) -> str:
    """A row for each step that has ended, and what a step wrote down on the way."""
    lines = [f"{'':33} {'wall':>9} {'processor':>11}"]
    for name, title in (("rows", ""), ("notes", "To be looked into:")):
        if (file := folder / name).exists():
            lines += [*([title] if title else []), *file.read_text("utf-8").splitlines()]
    return "\n".join(lines)


def loop_seconds() -> float:
    """Seconds of a fixed loop: what tells a slow machine from a slow run (0.38 when idle)."""
    return timeit(LOOP, "total = 0", number=1)


def command(run: Callable[[], int] = main) -> int:
    """The exit code of ``main``, or a shell's own for what Ctrl-C or SIGTERM has ended."""
    try:
        return run()
    except KeyboardInterrupt:
        # What was under way has been ended and cleared away by now.
        print("\n· Ended from outside, before all steps were done.", flush=True)
        return 128 + signal.SIGINT


if __name__ == "__main__":
    raise SystemExit(command())
