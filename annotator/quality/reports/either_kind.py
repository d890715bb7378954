"""Columns of either kind: active time, and how often examples were annotated."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def total_seconds(annotations: Any) -> NDArray[np.float64]:
    """Active seconds of each annotation over all its stages; NaN where one that it came to was not
    measured.
    """
    seconds: NDArray[np.float64] = annotations.seconds
    if seconds.ndim == 1:
        return seconds
    unknown = (np.isnan(seconds) & stages_reached(annotations)).any(axis=1)
    return np.where(unknown, np.nan, np.nansum(seconds, axis=1))


def seconds_of_stages(annotations: Any) -> NDArray[np.float64]:
    """N × stages: active seconds of each stage that an annotation came to, NaN for the others, for
    which the annotation page sends 0; ASQA has one stage.
    """
    seconds: NDArray[np.float64] = annotations.seconds
    if seconds.ndim == 1:
        return seconds[:, None]
    return np.where(stages_reached(annotations), seconds, np.nan)


def stages_reached(annotations: Any) -> NDArray[np.bool_]:
    """Which of NQ's three stages each annotation came to: a bad question has no page, and without a
    long answer there is no short one.
    """
    everybody = np.ones(len(annotations), dtype=np.bool_)
    return np.column_stack([everybody, annotations.quality != 0, annotations.long > 0])


def most_annotations(annotations: Any) -> int:
    """How many annotations the example has that has most; at least 1."""
    _, counts = np.unique(annotations.example, return_counts=True)
    return int(counts.max(initial=1))
