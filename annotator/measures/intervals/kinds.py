"""An interval, or why there is none."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Withheld(NamedTuple):
    """Why there is no interval; if units are missing, how many there are and how many it takes."""

    reason: str
    have: int | None = None
    need: int | None = None


class Interval(NamedTuple):
    """From ``low`` to ``high``, or neither and why."""

    low: float | None
    high: float | None
    withheld: Withheld | None = None


class Proportion(NamedTuple):
    """``value`` = ``count`` / ``total``, 0 to 1, with its interval, if there is one."""

    value: float
    low: float | None
    high: float | None
    count: int  # type: ignore[assignment]  # tuple.count
    total: int
    withheld: Withheld | None = None
