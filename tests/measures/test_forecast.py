"""The forecast against days counted on a calendar, and against Student's distribution."""

import numpy as np
import pytest
from scipy.stats import t

from annotator.measures.forecast import HORIZON, forecast_finish, pace_interval
from annotator.measures.intervals import Withheld
from annotator.measures.intervals.undefined import UndefinedMeasureError
from tests.factories.clustered import on_a_log_scale

WEEKS = [
    [9, 12, 10, 8, 11, 0, 0],
    [14, 13, 12, 15, 9, 2, 0],
    [7, 8, 6, 9, 7, 0, 1],
    [10] * 5 + [0, 0],
]
TOTALS = np.array([50, 65, 38, 50])
MONDAYS_ON = [each for week in WEEKS for each in week]


def test_weekends_bring_what_weekends_brought() -> None:
    """Ten on each working day, none at weekends: 55 from Thursday on are done next Thursday."""
    counts = [10] * 5 + [0] * 2 + [10] * 3
    found = forecast_finish(counts=counts, done_today=0, left=55, seed=1)
    # Thursday and Friday 20, Monday to Wednesday 50, Thursday 60.
    assert (found.low, found.median, found.high) == (7, 7, 7)
    assert found.course[-1] == (7, 55.0, 55.0, 55.0)


def test_today_brings_only_what_it_has_not_brought_yet() -> None:
    week = [10] * 7

    def days(done_today: int, left: int) -> int | None:
        return forecast_finish(counts=week, done_today=done_today, left=left, seed=1).median

    assert days(0, 10) == 0
    assert days(4, 6) == 0
    assert days(4, 7) == 1
    # More than usual today takes nothing away.
    assert days(12, 10) == 1


def test_pace_has_students_interval_of_whole_weeks() -> None:
    low, high = t.interval(0.95, 3, TOTALS.mean() / 7, TOTALS.std(ddof=1) / 2 / 7)
    expected = on_a_log_scale(low, high)
    assert pace_interval(MONDAYS_ON)[:2] == pytest.approx(expected, abs=1e-9)
    # Days before the last whole week say nothing.
    assert pace_interval([90, *MONDAYS_ON])[:2] == pytest.approx(expected, abs=1e-9)
    assert pace_interval(MONDAYS_ON[1:]).withheld == Withheld(
        "An interval needs 4 whole weeks; there are 3.", 3, 4
    )


def test_a_steady_week_of_five_days_has_a_narrow_pace() -> None:
    """198, 201, 203 and 198 a week: idle weekends don't widen it."""
    weeks = [[40, 39, 40, 41, 38, 0, 0], [41, 40, 40, 39, 41, 0, 0], [40, 42, 39, 41, 41, 0, 0]]
    days = [each for week in (*weeks, weeks[0]) for each in week]
    low, high, _ = pace_interval(days)
    assert low is not None
    assert high is not None
    assert (high - low) / np.mean(days) < 0.05


def test_an_end_far_away_is_as_unsure_as_the_pace() -> None:
    """Of 100 weeks the chance of each evens out; what is left is Student's t of the mean."""
    counts = [each + 40 * (number % 7 < 5) for number, each in enumerate(MONDAYS_ON)]
    left = 100 * (200 + 203 // 4)
    found = forecast_finish(counts=counts, done_today=0, left=left, seed=5, resamples=4_000)
    low, high, _ = pace_interval(counts)
    assert low is not None
    assert high is not None
    assert found.low == pytest.approx(left / high, rel=0.03)
    assert found.median == pytest.approx(700, rel=0.01)
    assert found.high == pytest.approx(left / low, rel=0.03)


def test_intervals_hold_the_day_on_which_it_ended() -> None:
    """Working days with Poisson's 20, weekends with 2; four weeks known, about four to come."""
    draw = np.random.default_rng(11)
    held = 0
    for run in range(300):
        days = draw.poisson([20] * 5 + [2] * 2, (20, 7)).ravel()
        found = forecast_finish(counts=days[:28], done_today=0, left=400, seed=run, resamples=500)
        truth = int(np.searchsorted(days[28:].cumsum(), 400))
        assert found.low is not None
        assert found.high is not None
        held += found.low <= truth <= found.high
    # Whole days make intervals a little too wide.
    assert 0.94 <= held / 300 <= 0.99


def test_the_same_seed_gives_the_same_days() -> None:
    def course(seed: int) -> object:
        return forecast_finish(counts=MONDAYS_ON, done_today=2, left=300, seed=seed)

    assert course(-4) == course(-4)
    assert course(-4) != course(5)


def test_the_way_there_never_falls_and_ends_with_all() -> None:
    found = forecast_finish(counts=[3, 9, 1, 4, 7, 0, 1] * 3, done_today=0, left=300, seed=2)
    medians = [each.median for each in found.course]
    assert medians == sorted(medians)
    assert found.course[-1].low == found.course[-1].high == 300
    assert all(each.low <= each.median <= each.high <= 300 for each in found.course)


def test_runs_that_hardly_ever_end_do_not_draw_the_way_out() -> None:
    found = forecast_finish(counts=[30] + [0] * 27, done_today=0, left=3_000, seed=1)
    days = [each.day for each in found.course]
    assert found.median is not None
    assert found.high is None
    assert days[-1] <= 2 * found.median
    assert days == sorted(set(days))
    assert len(days) < 50


def test_what_takes_longer_than_ten_years_has_no_day() -> None:
    found = forecast_finish(counts=[1] * 7, done_today=0, left=HORIZON + 2, seed=1, resamples=10)
    assert found[:3] == (None, None, None)


@pytest.mark.parametrize("counts", [[], [5] * 6, [0] * 7])
def test_too_few_days_or_idle_ones_have_no_forecast(counts: list[int]) -> None:
    with pytest.raises(UndefinedMeasureError):
        forecast_finish(counts=counts, done_today=0, left=1, seed=1)


def test_nothing_left_is_no_question() -> None:
    with pytest.raises(ValueError, match="nothing is left"):
        forecast_finish(counts=[1] * 7, done_today=0, left=0, seed=1)
