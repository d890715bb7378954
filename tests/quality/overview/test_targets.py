"""Targets beside their figures: the whole interval decides."""

from typing import Any

import pytest

from annotator.quality.overview.targets import Bounds, judge


@pytest.mark.parametrize(
    ("at_least", "at_most", "low", "high", "state"),
    [
        (0.7, None, 0.7, 0.8, "met"),
        (0.7, None, 0.69, 0.8, "open"),
        (0.7, None, 0.5, 0.69, "missed"),
        (None, 0.5, 0.4, 0.5, "met"),
        (None, 0.5, 0.51, 0.6, "missed"),
        (0.4, 0.6, 0.4, 0.6, "met"),
        (0.4, 0.6, 0.3, 0.7, "open"),
        (0.7, None, None, None, "unknown"),
    ],
)
def test_a_target_is_met_where_the_whole_interval_meets_it(
    at_least: float | None,
    at_most: float | None,
    low: float | None,
    high: float | None,
    state: str,
) -> None:
    figure: dict[str, Any] = {"unit": "share", "value": 0.7, "low": low, "high": high}
    found = judge(Bounds("agreement", "observed_long", at_least, at_most), figure)
    assert (found.state, found.value, found.reason) == (state, 0.7, "")


def test_without_an_interval_the_reason_is_the_figures() -> None:
    figure = {"unit": "coefficient", "value": 0.5, "no_interval": {"reason": "Too few examples."}}
    found = judge(Bounds("agreement", "alpha_long", 0.4, None), figure)
    assert (found.state, found.reason) == ("unknown", "Too few examples.")
    gone = judge(Bounds("agreement", "gone", 0.4, None), None)
    assert (gone.state, gone.reason) == ("unknown", "The statistics don’t have it any more.")
