"""Every check of the project in one go: `make test`, `make lint`, `make test-python` and so on.

All steps run, whatever fails; a table at the end sums up, and the exit code tells.
"""

import argparse
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path

from scripts.bootstrap import FRONTEND, ROOT, tool_environment
from scripts.chromium import find_chromium
from scripts.services import find_services
from scripts.steps import Step, has_failure, run_steps, summary

WHOLE_RUN = ("lint", "frontend", "python", "e2e")
PYTHON = sys.executable
NOT_ALONE = "not browser and not faults"
SLOWEST = ("--durations=8", "--durations-min=3")


def main(arguments: list[str] | None = None) -> int:
    """Run the steps of the named groups, all of them without a name; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("groups", nargs="*", choices=[*STEPS, []], default=[])
    groups = parser.parse_args(arguments).groups or WHOLE_RUN
    # Ended from outside, the step under way must end as well.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with tempfile.TemporaryDirectory(prefix="plumbline-test-") as folder:
        environment = {**tool_environment(), "DATA_DIR": folder, "COVERAGE_FILE": coverage_file()}
        if not sys.stdout.isatty():
            environment["NO_COLOR"] = "1"
        # The checks choose database and broker themselves.
        for name in ("DATABASE_URL", "REDIS_URL"):
            environment.pop(name, None)
        results = run_steps(
            [step for group in STEPS if group in groups for step in STEPS[group]()],
            environment=environment,
            is_ci=os.environ.get("CI") == "true",
        )
    print(f"\n━━ Summary {'━' * 69}\n{summary(results)}", flush=True)
    return 1 if has_failure(results) else 0


def lint_steps() -> list[Step]:
    """Formatting, lint, types, import directions, migrations, schema."""
    return [
        python("Python lint", "lint", "-m", "ruff", "check", "."),
        python("Python formatting", "lint", "-m", "ruff", "format", "--check", "."),
        npm("TypeScript lint and formatting", "lint", "lint"),
        python("Python types", "lint", "-m", "mypy"),
        npm("TypeScript types", "lint", "typecheck"),
        Step(name="Import directions", group="lint", command=[program("lint-imports")]),
        python(
            "No migration is missing",
            *("lint", "manage.py", "makemigrations", "--check", "--dry-run"),
        ),
        python("Migrations can be undone", "lint", "-m", "scripts.migrations"),
        python("OpenAPI schema and client agree", "lint", "-m", "scripts.api_schema", "--check"),
    ]


def frontend_steps() -> list[Step]:
    """The front end's own tests and its build."""
    return [
        npm("Vitest", "frontend", "test"),
        python("Front-end build", "frontend", "-m", "scripts.bootstrap", "--dev", "--build"),
    ]


def python_steps() -> list[Step]:
    """pytest on both databases, and the fault test."""
    return [
        *pytest_steps("python"),
        python(
            "Fault test on PostgreSQL and Redis of its own",
            *("python", "-m", "pytest", "tests/faults", "-m", "faults", *SLOWEST),
        ),
    ]


def coverage_steps() -> list[Step]:
    """pytest on both databases again, and the branch coverage of both together.

    No part of a whole run: it decides nothing, and makes the tests take half as long again.
    """
    remove_coverage()
    return [
        *pytest_steps("coverage", "--cov", "--cov-branch", "--cov-report="),
        python("Coverage of both runs", "coverage", "-m", "coverage", "combine", "--quiet"),
        python("Branch coverage", "coverage", "-m", "coverage", "report"),
    ]


def pytest_steps(group: str, *more: str) -> list[Step]:
    """All but the browser tests and the fault test on both databases, with ``more`` options."""
    services = find_services(os.environ)
    pytest = ["-m", "pytest", "-n", "2", "--dist", "worksteal", "-m", NOT_ALONE, *SLOWEST, *more]
    return [
        python("pytest on SQLite", group, *pytest, part="sqlite"),
        python(
            "pytest on PostgreSQL and Redis",
            *(group, *pytest, "--create-db"),
            part="postgres",
            impossible=services.missing,
            environment=services.environment,
        ),
    ]


def e2e_steps() -> list[Step]:
    """Real Chromium against the real server."""
    chromium = find_chromium()
    missing = None if chromium else "no Chromium (set CHROMIUM, or apt-get install chromium)"
    services = find_services(os.environ)
    # Each process has a server, a database and a browser of its own for the files that it takes.
    parallel = ["-n", "2", "--dist", "loadfile"]
    browser = ["-m", "pytest", "tests/e2e", *parallel, "-m", "browser", *SLOWEST]
    return [
        python(
            "Browser tests on SQLite",
            *("e2e", *browser),
            impossible=missing,
            environment={"CHROMIUM": chromium or ""},
        ),
        python(
            "Browser tests on PostgreSQL and Redis",
            *("e2e", *browser),
            impossible=missing or services.missing,
            environment={
                **services.environment,
                "CHROMIUM": chromium or "",
                "E2E_SERVICES": "1",
                # Pictures for the documentation were taken in the first run.
                "UPDATE_SCREENSHOTS": "0",
            },
        ),
    ]


STEPS = {
    "lint": lint_steps,
    "frontend": frontend_steps,
    "python": python_steps,
    "e2e": e2e_steps,
    "coverage": coverage_steps,
}


def python(
    name: str,
    group: str,
    *arguments: str,
    part: str = "",
    impossible: str | None = None,
    environment: dict[str, str] | None = None,
) -> Step:
    """A step of the virtual environment's Python; `part` names its coverage file."""
    extra = dict(environment or {})
    if part:
        extra["COVERAGE_FILE"] = f"{coverage_file()}.{part}"
    return Step(
        name=name,
        group=group,
        command=[PYTHON, *arguments],
        cwd=str(ROOT),
        environment=extra,
        impossible=impossible,
    )


def npm(name: str, group: str, script: str) -> Step:
    """A step that runs one of the front end's scripts."""
    found = shutil.which("npm", path=tool_environment()["PATH"]) or "npm"
    command = [found, "run", "--silent", script]
    return Step(name=name, group=group, command=command, cwd=str(FRONTEND))


def program(name: str) -> str:
    """A program that was installed beside the running Python."""
    return str(Path(sys.executable).parent / name)


def coverage_file() -> str:
    """Where the two runs' coverage comes together."""
    return str(ROOT / ".coverage")


def remove_coverage() -> None:
    """Forget the coverage of earlier runs."""
    for file in ROOT.glob(".coverage*"):
        if file.name != ".coveragerc":
            file.unlink()


if __name__ == "__main__":
    raise SystemExit(main())
