"""Real examples that lie beside the project and are never copied into it."""

import os
from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"


def shared_path(name: str) -> Path:
    """The path of a real example below ``../shared/data``.

    Skips the calling test where the file is missing; with ``CI=true`` that is a failure.
    """
    path = SHARED / name
    if path.exists():
        return path
    message = f"{path} is missing: link the shared data beside the project to run this test"
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)
