"""Hold the OpenAPI schemas and the client's types to what the API and signing in are.

`--check` says where they differ, `--write` (`make schema`) writes both anew.
"""

import argparse
import difflib
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import django

from scripts.bootstrap import FRONTEND, tool_environment
from scripts.sign_in_schema import sign_in_schema

SCHEMA, TYPES = FRONTEND / "openapi.json", "schema.d.ts"
SIGN_IN_SCHEMA, SIGN_IN_TYPES = FRONTEND / "openapi-sign-in.json", "sign-in-schema.d.ts"
MOST_LINES = 60


def main(arguments: list[str] | None = None) -> int:
    """Check or write the schema and the types; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--check", action="store_true", help="say where the files are out of date")
    mode.add_argument("--write", action="store_true", help="write the files anew")
    options = parser.parse_args(arguments)

    with tempfile.TemporaryDirectory(prefix="plumbline-schema-") as folder:
        os.environ.update(DATA_DIR=folder, DJANGO_SETTINGS_MODULE="annotator.settings")
        django.setup()
        # First, because it asks allauth for an address more, and addresses are read once.
        signing_in = sign_in_schema()
        schemas = [
            (SCHEMA, TYPES, schema_of_the_api(Path(folder))),
            (SIGN_IN_SCHEMA, SIGN_IN_TYPES, signing_in),
        ]
    return max(settle(*schema, write=options.write) for schema in schemas)


def settle(file: Path, types: str, current: str | None, *, write: bool) -> int:
    """Check or write one schema, None where making it failed, and its types; the exit code."""
    if current is None:
        return 1
    stored = file.read_text(encoding="utf-8") if file.exists() else ""
    differs = stored.rstrip() != current.rstrip()
    if write:
        if differs:
            file.write_text(current, encoding="utf-8")
        return generate_types(file, types)
    if differs:
        print_difference(stored, current)
        print(f"frontend/{file.name} is not the server's schema any more: make schema")
        return 1
    return generate_types(file, types, "--check")


def schema_of_the_api(folder: Path) -> str | None:
    """The schema as drf-spectacular makes it, without a warning; None when that failed."""
    from django.core.management import CommandError, call_command

    file = folder / "openapi.json"
    strictly = {"validate": True, "fail_on_warn": True, "skip_checks": False}
    try:
        call_command("spectacular", format="openapi-json", file=str(file), **strictly)
    except CommandError as error:
        print(error, file=sys.stderr)
        return None
    return file.read_text(encoding="utf-8").rstrip() + "\n"


def generate_types(file: Path, types: str, *arguments: str) -> int:
    """Run the front end's generator of types over a schema; its exit code."""
    command = ["npm", "run", "--silent", "generate-types", "--", file.name, "--output"]
    return subprocess.run(
        [*command, f"src/api/{types}", *arguments],
        cwd=FRONTEND,
        env=tool_environment(),
        check=False,
    ).returncode


def print_difference(stored: str, current: str) -> None:
    """Show the first lines that differ."""
    difference = difflib.unified_diff(
        stored.splitlines(), current.splitlines(), "stored", "current", lineterm="", n=1
    )
    for number, line in enumerate(difference):
        if number == MOST_LINES:
            print("…")
            return
        print(line)


if __name__ == "__main__":
    raise SystemExit(main())
