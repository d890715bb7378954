"""What tests of serving share."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def short_folder() -> Iterator[Path]:
    """A folder in which a socket's path stays within its 107 bytes, wherever tests keep theirs."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        yield Path(folder)
