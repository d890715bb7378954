"""What holds for every test."""

import os
import sys
import uuid
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# Playwright runs an event loop in the test's thread, which Django would otherwise refuse.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

# Machines differ in speed, so no example has a deadline; CI tries the same examples every time.
UNHURRIED = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("default", deadline=None, suppress_health_check=UNHURRIED)
settings.register_profile("ci", settings.get_profile("default"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") == "true" else "default")


def pytest_unconfigure() -> None:
    """Remove the data folder of this process; xdist's workers would leave theirs."""
    if test_settings := sys.modules.get("tests.settings"):
        test_settings.DATA_FOLDER.cleanup()


@pytest.fixture
def empty_cache(settings: Any) -> None:
    """A cache in which nothing is kept yet, while other tests go on with theirs."""
    cache = {**settings.CACHES["default"], "KEY_PREFIX": uuid.uuid4().hex}
    settings.CACHES = {"default": cache}
