"""Control charts against hand-worked values, statsmodels' intervals and pandas' averages."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm
from statsmodels.stats.proportion import proportion_confint

from annotator.measures.control_charts import (
    ewma,
    funnel,
    overdispersion,
)
from annotator.measures.intervals.undefined import UndefinedMeasureError


def test_a_funnel_by_hand() -> None:
    """Centre 40 / 200 = 0.2. For 100 outcomes √(0.2 · 0.8 / 100) = 0.04, so limits 0.08 and 0.32;
    for 4 it is 0.2, so limits 0 (-0.4) and 0.8; for 96: √(0.16 / 96) = 0.040825.
    """
    one, few, many, nobody = funnel([33, 2, 5, 0], [100, 4, 96, 0])
    assert nobody is None
    assert (one.low, one.high) == pytest.approx((0.08, 0.32))
    assert one.distance == pytest.approx(3.25)
    assert one.outside
    assert (few.low, few.high) == pytest.approx((0, 0.8))
    assert not few.outside
    assert many.distance == pytest.approx((5 / 96 - 0.2) / 0.0408248, rel=1e-6)
    assert many.outside


def test_a_rate_on_the_limit_is_inside() -> None:
    (point,) = funnel([32], [100], center=0.2, sigmas=3.0)
    assert point.distance == pytest.approx(3)
    (further,) = funnel([33], [100], center=0.2)
    assert further.outside


@given(st.integers(1, 400), st.data(), st.floats(0.01, 0.99))
def test_outside_the_funnel_is_where_wilsons_interval_misses_the_centre(
    total: int, data: st.DataObject, center: float
) -> None:
    count = data.draw(st.integers(0, total))
    (point,) = funnel([count], [total], center=center)
    low, high = proportion_confint(count, total, alpha=2 * norm.sf(3), method="wilson")
    edge = min(abs(center - low), abs(center - high))
    if edge > 1e-9:
        assert point.outside == (not low <= center <= high)


@given(st.lists(st.booleans(), min_size=1), st.floats(0.05, 0.95), st.floats(0.05, 1))
def test_an_ewma_is_that_of_pandas(outcomes: list[bool], expected: float, weight: float) -> None:
    chart = ewma(outcomes, expected=expected, weight=weight)
    series = pd.Series([expected, *map(float, outcomes)])
    theirs = series.ewm(alpha=weight, adjust=False).mean().to_numpy()[1:]
    assert chart.values == pytest.approx(theirs)
    assert chart.low.min() >= 0
    assert chart.high.max() <= 1


def test_ewma_limits_by_hand() -> None:
    """p = 0.2, weight 0.5: √(0.16 · 0.5 / 1.5 · (1 - 0.25)) = 0.2 at first, so ± 0.6; at last
    √(0.16 / 3) = 0.230940, so 0.2 + 0.692820. After three outcomes 0.9, beyond 0.2 + 3 ·
    √(0.16 / 3 · (1 - 1 / 64)) = 0.8874; after two 0.8, within 0.8708.
    """
    chart = ewma([True] * 40, expected=0.2, weight=0.5)
    assert chart.high[0] == pytest.approx(0.8)
    assert chart.high[-1] == pytest.approx(0.892820, abs=1e-6)
    assert chart.values[:2] == pytest.approx([0.6, 0.8])
    assert chart.outside().tolist() == [False] * 2 + [True] * 38


def test_ewma_limits_widen() -> None:
    chart = ewma([False] * 30, expected=0.5)
    assert (np.diff(chart.high) > 0).all()


@pytest.mark.parametrize("expected", [0, 1])
def test_what_is_certain_has_no_chart(expected: float) -> None:
    with pytest.raises(UndefinedMeasureError, match="certain"):
        ewma([True], expected=expected)


def test_a_funnel_needs_outcomes_that_differ() -> None:
    with pytest.raises(UndefinedMeasureError, match="nobody"):
        funnel([0, 0], [0, 0])
    with pytest.raises(UndefinedMeasureError, match="the same"):
        funnel([3, 4], [3, 4])


def test_counts_beyond_their_total_are_refused() -> None:
    with pytest.raises(ValueError, match="between 0 and its total"):
        funnel([3], [2])
    with pytest.raises(ValueError, match="weight"):
        ewma([True], expected=0.5, weight=0)


def test_shares_are_judged_by_their_own_spread() -> None:
    """Scores with mean 0.75 and standard deviation 0.25: limits for 25 are 0.75 ± 3 · 0.25 / 5."""
    (point,) = funnel([15.0], [25], center=0.75, spread=0.25)
    assert (point.low, point.high, point.distance) == pytest.approx((0.6, 0.9, -3))
    chart = ewma([0.25, 0.25], expected=0.75, spread=0.25, weight=0.5)
    assert chart.values.tolist() == [0.5, 0.375]
    assert chart.low[0] == pytest.approx(0.75 - 3 * 0.25 * 0.5)
    with pytest.raises(UndefinedMeasureError, match="all the same"):
        ewma([1.0], expected=0.5, spread=0)


def test_overdispersion_by_hand() -> None:
    """Of 20, two at each end are drawn in: 0.5 and 0.6 to 1, 30 and 40 to 3; so 10 · 1 + 10 · 9."""
    distances = [0.5, 0.6, *[1.0] * 8, *[3.0] * 8, 30.0, 40.0]
    assert overdispersion(distances) == pytest.approx(5)
    assert overdispersion([0.1] * 10) == 1
    with pytest.raises(UndefinedMeasureError, match="ten"):
        overdispersion([1.0] * 9)
