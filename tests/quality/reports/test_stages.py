"""What is said of a stage."""

import mmap
import os
from pathlib import Path

import pytest

from annotator.quality.reports.stages import Stopwatch

MEBIBYTES_64 = 2**26


@pytest.mark.skipif(
    not os.access(Path("/proc/self/clear_refs"), os.W_OK), reason="this system keeps one peak"
)
def test_each_stage_has_the_peak_of_its_own() -> None:
    stopwatch = Stopwatch()
    # Not an array: it may come from memory that the process has kept since an earlier test.
    with stopwatch.stage("large"), mmap.mmap(-1, MEBIBYTES_64) as memory:
        for page in range(0, MEBIBYTES_64, mmap.PAGESIZE):
            memory[page] = 1
    with stopwatch.stage("small"):
        pass
    large, small = stopwatch.stages
    assert (large["name"], small["name"]) == ("large", "small")
    assert large["peak_bytes"] - small["peak_bytes"] > MEBIBYTES_64 // 2
    assert min(large["seconds"], small["seconds"]) >= 0


def test_a_stage_that_fails_is_not_told_of() -> None:
    stopwatch = Stopwatch()
    with pytest.raises(ZeroDivisionError), stopwatch.stage("fails"):
        _ = 1 / 0
    assert stopwatch.stages == []
