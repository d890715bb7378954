"""How large the tests are: one switch, `--long` of pytest, set by `make test-long`."""

import os
from typing import TypeVar

from hypothesis import settings

Size = TypeVar("Size")
VARIABLE = "TEST_SIZE"


def is_long() -> bool:
    """Whether the tests run at full size, and those that take minutes as well."""
    return os.environ.get(VARIABLE) == "long"


def sized(short: Size, long: Size) -> Size:
    """``short``, the smallest size that still shows what a test is about, or the full one."""
    return long if is_long() else short


def examples(short: int, long: int) -> settings:
    """A property test's number of examples."""
    return settings(max_examples=sized(short, long))
