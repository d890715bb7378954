"""Make requirements.txt and the lock files from pyproject.toml.

What is locked stays at its version as long as the lists allow it; `--upgrade` takes the newest.
"""

from __future__ import annotations

import argparse
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from scripts.bootstrap import ROOT, SetupError, run, venv_program
from scripts.locked_parts import ALL, PLATFORM, PROJECT, flat_list

OLDEST_PYTHON = "3.11"
LIST = ROOT / "requirements.txt"
PLATFORM_LOCK = ROOT / "requirements.lock"
HEADER = "# Made from {source} by `make lock`.\n"


@dataclass(frozen=True, kw_only=True)
class Lock:
    """A lock file that uv writes from pyproject.toml, and what decides the versions in it."""

    file: Path
    options: tuple[str, ...]
    groups: tuple[str, ...]


LOWEST = Lock(
    file=ROOT / "requirements-lowest.lock",
    options=("--resolution", "lowest-direct"),
    groups=("dev",),
)
LOCKS = (
    Lock(file=ALL, options=("--all-extras",), groups=("dev", "long", "minilm", "node", "uv")),
    LOWEST,
)


def main(arguments: list[str] | None = None) -> int:
    """Write requirements.txt and all lock files; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions")
    options = parser.parse_args(arguments)
    if not venv_program("uv").exists():
        print("Locking needs uv, which could not be installed into .venv", file=sys.stderr)
        return 1
    try:
        for lock in LOCKS:
            run([*command(lock), *(["--upgrade"] if options.upgrade else [])], cwd=ROOT)
    except SetupError as error:
        print(f"Locking stopped: {error}", file=sys.stderr)
        return 1
    LIST.write_text(platform_list(), encoding="utf-8")
    PLATFORM_LOCK.write_text(platform_lock(), encoding="utf-8")
    return 0


def command(lock: Lock) -> list[str]:
    """How uv writes a lock file that fits every system and names no host."""
    return [
        *(str(venv_program("uv")), "pip", "compile", "--quiet", "--universal"),
        *("--python-version", OLDEST_PYTHON, "--generate-hashes"),
        *("--custom-compile-command", "make lock"),
        *lock.options,
        *(word for group in lock.groups for word in ("--group", group)),
        *("--output-file", lock.file.name, PROJECT.name),
    ]


def platform_list() -> str:
    """requirements.txt: the platform's packages with their ranges and why each is there."""
    text = PROJECT.read_text(encoding="utf-8")
    (listed,) = re.findall(r"^dependencies = \[\n(.*?)^\]$", text, re.MULTILINE | re.DOTALL)
    lines = re.sub(r'^ *"([^"]+)",', r"\1", listed, flags=re.MULTILINE)
    return HEADER.format(source=PROJECT.name) + lines


def platform_lock() -> str:
    """requirements.lock: what an image or pip installs, and nothing beside it."""
    return HEADER.format(source=ALL.name) + flat_list(PLATFORM)


if __name__ == "__main__":
    raise SystemExit(main())
