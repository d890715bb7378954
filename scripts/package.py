"""Build the package: a wheel with the platform, its front end and everything that it reads."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from scripts.bootstrap import FRONTEND, ROOT, SetupError, run


def main(arguments: list[str] | None = None) -> int:
    """Build the wheel into the folder that the arguments name; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="where the wheel is put")
    try:
        print(build_wheel(parser.parse_args(arguments).folder))
    except SetupError as error:
        print(f"There is no wheel: {error}", file=sys.stderr)
        return 1
    return 0


def build_wheel(folder: Path) -> Path:
    """The path of the wheel, made in `folder` with the front end as it was built last.

    Raises `SetupError`.
    """
    if not (FRONTEND / "dist" / "index.html").is_file():
        raise SetupError("the front end is not built: run make package")
    for earlier in folder.glob("*.whl"):
        earlier.unlink()
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet")
    run([*pip, "--no-deps", "--wheel-dir", str(folder), str(ROOT)])
    (wheel,) = folder.glob("*.whl")
    return wheel


if __name__ == "__main__":
    raise SystemExit(main())
