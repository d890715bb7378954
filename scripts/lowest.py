"""Run the short tests with the oldest versions that pyproject.toml allows, on SQLite.

They get an environment of their own, below the folder that is named.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from scripts.bootstrap import ROOT, SetupError, exactly, run, venv_program
from scripts.lock import LOWEST


def main(arguments: list[str]) -> int:
    """Install into the folder, then run pytest with the arguments after it; the exit code."""
    folder, *options = arguments
    uv, python = str(venv_program("uv")), str(Path(folder) / "bin" / "python")
    try:
        run([uv, "venv", "--quiet", "--python", sys.executable, folder])
        run([uv, "pip", "install", "--quiet", "--python", python, *exactly(LOWEST.file)])
    except SetupError as error:
        print(f"The lower bounds could not be installed: {error}", file=sys.stderr)
        return 1
    return subprocess.run([python, "-m", "pytest", *options], cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
