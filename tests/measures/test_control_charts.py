"""Control charts against hand-worked values, statsmodels' intervals and pandas' averages."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm
from statsmodels.stats.proportion import proportion_confint

from annotator.measures.control_charts import (
    Excursion,
    cusum,
    ewma,
    funnel,
    safe_limits,
)
from annotator.measures.undefined import UndefinedMeasureError


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


def test_a_cusum_by_hand() -> None:
    """p = 0.2: a yes is (1 - 0.2) / 0.4 = 2, a no -0.5. Up: 1.5 a yes, back by 1 a no; from outcome
    2 on 1.5, 3, 2, 3.5, 5 (not beyond 5), 6.5.
    """
    outcomes = [False, False, True, True, False, True, True, True]
    assert cusum(outcomes, expected=0.2) == [Excursion(start=2, alarm=7, upwards=True)]
    assert cusum(outcomes[:7], expected=0.2) == []


def test_a_cusum_begins_anew_after_an_alarm() -> None:
    """p = 0.5: a yes adds 0.5 to the upper sum; 5.5 after 11, then from 0."""
    assert cusum([True] * 25, expected=0.5) == [
        Excursion(start=0, alarm=10, upwards=True),
        Excursion(start=11, alarm=21, upwards=True),
    ]


@given(st.lists(st.booleans(), max_size=120), st.integers(1, 63))
def test_the_opposite_outcomes_go_the_opposite_way(outcomes: list[bool], parts: int) -> None:
    expected = parts / 64  # exact, and so is what is left of 1
    mirrored = cusum([not outcome for outcome in outcomes], expected=1 - expected)
    found = cusum(outcomes, expected=expected)
    assert [one._replace(upwards=not one.upwards) for one in mirrored] == found


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
        cusum([True], expected=expected)
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
    assert cusum([0.25] * 4, expected=0.75, spread=0.25, limit=5) == [
        Excursion(start=0, alarm=3, upwards=False)
    ]
    assert cusum([0.25] * 4, expected=0.75, spread=0.25, limit=(5, 6)) == []
    chart = ewma([0.25, 0.25], expected=0.75, spread=0.25, weight=0.5)
    assert chart.values.tolist() == [0.5, 0.375]
    assert chart.low[0] == pytest.approx(0.75 - 3 * 0.25 * 0.5)
    with pytest.raises(UndefinedMeasureError, match="all the same"):
        cusum([1.0], expected=0.5, spread=0)


def step_by_step(
    outcomes: list[bool], expected: float, allowance: float, limits: tuple[float, float]
) -> list[tuple[int, int, bool]]:
    """Page's recursion as it is written."""
    deviation = (expected * (1 - expected)) ** 0.5
    up = down = 0.0
    begun = {True: 0, False: 0}
    found = []
    for place, outcome in enumerate(outcomes):
        residual = (outcome - expected) / deviation
        up, down = max(0.0, up + residual - allowance), max(0.0, down - residual - allowance)
        if up < 1e-9:
            begun[True] = place + 1
        if down < 1e-9:
            begun[False] = place + 1
        crossed = [(True, up > limits[0]), (False, down > limits[1])]
        if any(is_over for _, is_over in crossed):
            found += [(begun[side], place, side) for side, is_over in crossed if is_over]
            up = down = 0.0
            begun = {True: place + 1, False: place + 1}
    return found


@given(st.integers(0, 2**32), st.integers(1, 900), st.sampled_from([0.2, 0.5, 0.9]))
def test_a_cusum_is_pages_recursion(seed: int, length: int, expected: float) -> None:
    outcomes = (np.random.default_rng(seed).random(length) < 0.5).tolist()
    limits = (4.03, 6.07)  # no sum of whole steps comes close
    found = cusum(outcomes, expected=expected, allowance=0.25, limit=limits)
    assert [tuple(one) for one in found] == step_by_step(outcomes, expected, 0.25, limits)


def test_safe_limits_by_hand() -> None:
    """Steps 2 with 0.2 and -0.5 with 0.8, less 0.5: 1.5 and -1. θ solves 0.2 e^(1.5 θ) + 0.8 e^(-θ)
    = 1, so θ lies between 0.760 and 0.762; downwards the steps are 0 and -2.5, which never rise.
    """
    residuals = np.array([2.0] + [-0.5] * 4)
    up, down = safe_limits(residuals, outcomes=50, allowance=0.5, chance=0.1)
    theta = np.log(2 * 50 / 0.1) / up
    assert 0.2 * np.exp(1.5 * theta) + 0.8 * np.exp(-theta) == pytest.approx(1, abs=1e-9)
    assert 0.760 < theta < 0.762
    assert down == np.inf
    with pytest.raises(UndefinedMeasureError, match="not what was expected"):
        safe_limits(np.array([1.0]), outcomes=10, allowance=0.5, chance=0.1)


@pytest.mark.parametrize("rate", [0.1, 0.5, 0.85])
def test_steady_people_cross_safe_limits_no_more_often_than_stated(rate: float) -> None:
    """2,000 people with 200 outcomes each; 10% and three standard deviations of 2,000 more."""
    draws = np.random.default_rng(7).random((2000, 200)) < rate
    deviation = (rate * (1 - rate)) ** 0.5
    values = np.array([1] * round(rate * 100) + [0] * round(100 - rate * 100))
    limits = safe_limits((values - rate) / deviation, outcomes=200, allowance=0.25, chance=0.1)
    alarmed = sum(
        bool(cusum(row, expected=rate, allowance=0.25, limit=limits)) for row in draws.tolist()
    )
    assert alarmed / 2000 <= 0.1 + 3 * (0.1 * 0.9 / 2000) ** 0.5
    assert alarmed > 0
