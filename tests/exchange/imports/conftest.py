"""Small batches, and a wiki to fetch pages from."""

from typing import Any

import pytest


@pytest.fixture
def batches_of_two(settings: Any) -> None:
    settings.EXAMPLES_AT_ONCE = 2
