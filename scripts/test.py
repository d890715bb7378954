"""Every check of the project in one go: `make test`, `make test-long`, `make lint` and so on.

All steps run, whatever fails; a table at the end sums up, and the exit code tells.
"""

import argparse
import os
import shutil
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from scripts.bootstrap import FRONTEND, ROOT, tool_environment
from scripts.chromium import find_chromium
from scripts.leftovers import (
    VARIABLE,
    database_prefix,
    end_processes,
    own_name,
    remove_databases,
    remove_folders,
    run_folder,
    sweep,
)
from scripts.migrated import DATABASE_VARIABLE, FILE_VARIABLE, MADE, remove
from scripts.services import Services, own_services
from scripts.steps import Run, Step, has_failure
from scripts.summary import loop_seconds, slowest_tests, summary

# The tests of both databases take longest and can't be divided: they begin as soon as there are
# databases. Vitest and lint yield to them, and fill both cores once one of them has ended.
WHOLE_RUN = ("python", "e2e", "frontend", "lint")
PYTHON = sys.executable
# What pure tests try does not depend on the database, so the long run has them once, on SQLite.
ONLY_DATABASE = "--only-database"
# In the short run, what commits nothing runs on one of the two.
TAKE_TURNS = "--take-turns"
# It installs the front end's packages first: the tests of Python need not wait for them.
BUILD = "Front-end build"
# The browser tests leave half a core to others, so they have a lane of their own.
LANES = 3
# In the long run pytest has two workers too, so that two such steps fill two cores.
LONG_LANES = 2
MOST_MINUTES = 80


def main(arguments: list[str] | None = None) -> int:
    """Run the steps of the named groups, all of them without a name; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--long", action="store_true", help="the tests at full size, and all")
    parser.add_argument("--started", type=float, help="when setting up began, in Unix seconds")
    parser.add_argument("groups", nargs="*", choices=[*STEPS, []], default=[])
    options = parser.parse_args(arguments)
    # Ended from outside, the steps under way must end as well.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    os.environ[VARIABLE] = own_name()
    for sentence in sweep({"processes": end_processes, "folders": remove_folders}):
        print(f"· {sentence}", flush=True)
    with run_folder() as folder, own_services(os.environ) as services:
        if services.missing is None:
            remove_databases(services.database_url)
        for name in ("data", "reports", "tmp"):
            (folder / name).mkdir()
        plan = Plan(folder=folder, is_long=options.long, services=services)
        try:
            return run(plan, options.groups or WHOLE_RUN, started=options.started)
        finally:
            if services.missing is None:
                remove(services.database_url, plan.migrated_database)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How much is run, where its files lie, and the databases that it has to itself."""

    folder: Path
    is_long: bool
    services: Services

    @property
    def reports(self) -> Path:
        """Where the tests tell how long each took."""
        return self.folder / "reports"

    @property
    def migrated_database(self) -> str:
        """What PostgreSQL's database with all migrations is called."""
        return f"{database_prefix()}_migrated"

    @property
    def notes(self) -> Path:
        """Where a step writes down what the table at the end shall tell."""
        return self.folder / "notes"


def run(plan: Plan, groups: Sequence[str], *, started: float | None) -> int:
    """Run the steps of ``groups`` and print the table; the exit code.

    ``started`` is when setting up began, in Unix seconds.
    """
    began = time.time()
    spent = began - started if started else 0.0
    loops = [loop_seconds()]
    steps = [step for group in groups for step in STEPS[group](plan)]
    if set(groups) != {"frontend"}:
        steps.insert(0, migrated_step(plan))
    results = Run(
        steps,
        environment=environment(plan),
        is_ci=os.environ.get("CI") == "true",
        lanes=LONG_LANES if plan.is_long else LANES,
        most_seconds=None if plan.is_long else MOST_MINUTES * 60 - spent,
    ).results()
    loops.append(loop_seconds())
    told = summary(
        results,
        seconds=time.time() - began + spent,
        installation_seconds=spent or None,
        loops=loops,
        slowest=slowest_tests(plan.reports),
        notes=plan.notes.read_text(encoding="utf-8").splitlines() if plan.notes.exists() else [],
    )
    print(f"\n━━ Summary {'━' * 69}\n{told}", flush=True)
    return 1 if has_failure(results) else 0


def environment(plan: Plan) -> dict[str, str]:
    """What all steps run with."""
    common = {
        **tool_environment(),
        "DATA_DIR": str(plan.folder / "data"),
        "TMPDIR": str(plan.folder / "tmp"),
        "COVERAGE_FILE": coverage_file(),
        "CHECK_NOTES": str(plan.notes),
        "TEST_SIZE": "long" if plan.is_long else "short",
        FILE_VARIABLE: str(plan.folder / "migrated" / "plumbline.sqlite3"),
        DATABASE_VARIABLE: plan.migrated_database,
    }
    if not sys.stdout.isatty():
        common["NO_COLOR"] = "1"
    # The checks choose database and broker themselves, and start programs too often to compile
    # their modules anew each time.
    for name in ("DATABASE_URL", "REDIS_URL", "PYTHONDONTWRITEBYTECODE"):
        common.pop(name, None)
    return common


def migrated_step(plan: Plan) -> Step:
    """What the steps that want a database begin with."""
    found = {} if plan.services.missing else plan.services.environment
    return python(MADE, "prepare", "-m", "scripts.migrated", environment=found)


def lint_steps(plan: Plan) -> list[Step]:
    """Formatting, lint, types, import directions, migrations, schema.

    The short ones come first: they fill the time until there are databases.
    """
    steps = [
        npm("TypeScript types", "lint", "typecheck"),
        python(
            "OpenAPI schema and client agree",
            *("lint", "-m", "scripts.api_schema", "--check"),
            after=[BUILD],
        ),
        Step(name="Import directions", group="lint", command=[program("lint-imports")]),
        python("Python lint", "lint", "-m", "ruff", "check", "."),
        python("Python formatting", "lint", "-m", "ruff", "format", "--check", "."),
        python("Python types", "lint", "-m", "mypy"),
        npm("TypeScript lint and formatting", "lint", "lint"),
        python(
            "Migrations are all there and can be undone",
            *("lint", "-m", "scripts.migrations", *(["--all"] if plan.is_long else [])),
            after=[MADE],
        ),
    ]
    return [replace(step, yields=True) for step in steps]


def frontend_steps(plan: Plan) -> list[Step]:
    """The front end's build and its own tests."""
    vitest = npm(
        "Vitest",
        *("frontend", "test", "--", "--reporter=default", "--reporter=junit"),
        f"--outputFile.junit={plan.reports / 'Vitest.xml'}",
    )
    return [
        python(BUILD, "frontend", "-m", "scripts.bootstrap", "--dev", "--build"),
        # It needs no database, but begun before the tests that do, it would take the lane of one.
        replace(vitest, yields=True, after=[BUILD, MADE]),
    ]


def python_steps(plan: Plan) -> list[Step]:
    """pytest on both databases; in the long run with the lower bounds and the faults as well."""
    both = pytest_steps("python", plan)
    if not plan.is_long:
        return both
    lowest = lowest_step(plan)
    faults = python(
        "Fault test on PostgreSQL and Redis of its own",
        *("python", "-m", "pytest", "-q", "tests/faults", "-m", "faults"),
        f"--junitxml={plan.reports / 'Faults.xml'}",
        after=[step.name for step in (*both, lowest)],
    )
    return [*both, lowest, faults]


def lowest_step(plan: Plan) -> Step:
    """The short tests with the oldest versions that the requirements allow, on SQLite."""
    return python(
        "pytest with the lower bounds",
        *("python", "-m", "scripts.lowest", str(plan.folder / "lowest"), "-q"),
        *("-n", "2", "--dist", "worksteal", "--ignore=tests/e2e", "--ignore=tests/faults"),
        *("-m", "not browser and not faults", f"--junitxml={plan.reports / 'Lower bounds.xml'}"),
        environment={"TEST_SIZE": "short"},
        after=[MADE],
    )


def coverage_steps(plan: Plan) -> list[Step]:
    """pytest on both databases again, and the branch coverage of both together.

    Not part of a whole run: it decides nothing.
    """
    remove_coverage()
    both = pytest_steps("coverage", plan, "--cov", "--cov-branch", "--cov-report=")
    combine = "Coverage of both runs"
    return [
        *both,
        python(
            combine,
            *("coverage", "-m", "coverage", "combine", "--quiet"),
            after=[step.name for step in both],
        ),
        python("Branch coverage", "coverage", "-m", "coverage", "report", after=[combine]),
    ]


def pytest_steps(group: str, plan: Plan, *more: str) -> list[Step]:
    """On PostgreSQL with Redis, and on SQLite; no browser, no faults.

    What needs no database runs once: on SQLite in the long run, on one of the two in the short one.
    PostgreSQL takes longer and begins first.
    """
    services = plan.services
    # Each worker reads all tests for itself; two such steps beside each other fill two cores.
    workers = ["-n", "2", "--dist", "worksteal"] if plan.is_long else []
    apart = ["--ignore=tests/e2e", "--ignore=tests/faults"]
    pytest = ["-m", "pytest", "-q", *workers, *apart, "-m", "not browser and not faults", *more]
    on_postgresql = ["--create-db", ONLY_DATABASE]
    if not plan.is_long and services.missing is None:
        pytest.append(TAKE_TURNS)
        on_postgresql.remove(ONLY_DATABASE)
    return [
        python(
            "pytest on PostgreSQL and Redis",
            *(group, *pytest, *on_postgresql),
            f"--junitxml={plan.reports / 'PostgreSQL.xml'}",
            part="postgres",
            after=[MADE],
            impossible=services.missing,
            environment=services.environment,
        ),
        python(
            "pytest on SQLite",
            *(group, *pytest, f"--junitxml={plan.reports / 'SQLite.xml'}"),
            part="sqlite",
            after=[MADE],
        ),
    ]


def e2e_steps(plan: Plan) -> list[Step]:
    """Real Chromium against the real server; in the long run on both databases.

    How a page looks, is read out and is kept harmless is the same on both, and tried once.
    """
    chromium = find_chromium()
    missing = None if chromium else "no Chromium (set CHROMIUM, or apt-get install chromium)"
    services = plan.services
    # A test that passes the second time is named: it hides a race that is to be found.
    browser = ["-m", "pytest", "-q", "-rfER", "tests/e2e", "--reruns", "1"]
    # Three processes would read Schemathesis, which only tests of the API need.
    browser += ["-p", "no:schemathesis"]
    # Most of their time is waiting, so that two servers of their own cost less than they win.
    browser += ["-n", "2", "--dist", "loadfile"]
    found = {"CHROMIUM": chromium or ""}
    on_sqlite = python(
        "Browser tests",
        *("e2e", *browser, "-m", "browser"),
        f"--junitxml={plan.reports / 'Chromium.xml'}",
        impossible=missing,
        environment=found,
        after=[BUILD, MADE],
    )
    on_services = python(
        "Browser tests on PostgreSQL and Redis",
        *("e2e", *browser, "-m", "browser and not above_database"),
        f"--junitxml={plan.reports / 'Chromium on PostgreSQL.xml'}",
        impossible=missing or services.missing,
        # Pictures for the documentation are taken in the other run.
        environment={
            **services.environment,
            **found,
            "E2E_SERVICES": "1",
            "UPDATE_SCREENSHOTS": "0",
        },
        after=[BUILD, MADE],
    )
    return [on_sqlite, on_services] if plan.is_long else [on_sqlite]


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
    after: Sequence[str] = (),
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
        after=after,
    )


def npm(name: str, group: str, script: str, *arguments: str) -> Step:
    """A step that runs one of the front end's scripts, once its packages are there."""
    found = shutil.which("npm", path=tool_environment()["PATH"]) or "npm"
    command = [found, "run", "--silent", script, *arguments]
    return Step(name=name, group=group, command=command, cwd=str(FRONTEND), after=[BUILD])


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


def command() -> int:
    """The exit code of ``main``, or a shell's own for what Ctrl-C or SIGTERM has ended."""
    try:
        return main()
    except KeyboardInterrupt:
        # What was under way has been ended and cleared away by now.
        print("\n· Ended from outside, before all steps were done.", flush=True)
        return 128 + signal.SIGINT


if __name__ == "__main__":
    raise SystemExit(command())
