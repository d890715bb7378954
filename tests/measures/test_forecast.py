"""The forecast against days counted on a calendar and an exact distribution."""

from math import comb

import numpy as np
import pytest

from annotator.measures.forecast import HORIZON, forecast_finish
from annotator.measures.undefined import UndefinedMeasureError

MONDAY, THURSDAY, SATURDAY = 0, 3, 5


def test_weekends_bring_what_weekends_brought() -> None:
    """Ten on each working day, none at weekends: 55 from Thursday on are done next Thursday."""
    counts = [10] * 5 + [0] * 2 + [10] * 3
    found = forecast_finish(counts=counts, today=THURSDAY, done_today=0, left=55, seed=1)
    # Thursday and Friday 20, Monday to Wednesday 50, Thursday 60.
    assert (found.low, found.median, found.high) == (7, 7, 7)
    assert found.course[-1] == (7, 55.0, 55.0, 55.0)


def test_today_brings_only_what_it_has_not_brought_yet() -> None:
    week = [10] * 7

    def days(done_today: int, left: int) -> int | None:
        return forecast_finish(
            counts=week, today=MONDAY, done_today=done_today, left=left, seed=1
        ).median

    assert days(0, 10) == 0
    assert days(4, 6) == 0
    assert days(4, 7) == 1
    # More than usual today takes nothing away.
    assert days(12, 10) == 1


@pytest.mark.parametrize(
    ("busy", "low", "median", "high"),
    [
        # Within 1 working day 0.4, within 2 0.58, ever 0.87.
        (2, 1, 2, None),
        # Within 1 working day 0.8, within 2 0.92, within 3 0.962, within 4 0.979.
        (4, 1, 1, 4),
    ],
)
def test_forecast_is_the_exact_distribution_of_drawing_days_twice(
    busy: int, low: int, median: int, high: int | None
) -> None:
    """Each of ``busy`` working days of five brought all that is left, so a run ends with the first
    day that draws one. Of four of the five days, drawn again, k are busy with probability
    B(4, busy / 5); then m working days miss them with probability (1 - k / 4)^m.
    """

    def finished_within(working_days: int) -> float:
        share = busy / 5
        return sum(
            comb(4, k) * share**k * (1 - share) ** (4 - k) * (1 - (1 - k / 4) ** working_days)
            for k in range(5)
        )

    exact = [
        next((m for m in range(1, 100) if finished_within(m) >= level), None)
        for level in (0.025, 0.5, 0.975)
    ]
    assert exact == [low, median, high]
    week = [100] * busy + [0] * (7 - busy)
    found = forecast_finish(
        counts=week, today=MONDAY, done_today=0, left=100, seed=5, resamples=20_000
    )
    # Today is the first working day; all of them lie in one week.
    assert (found.low, found.median, found.high) == (
        low - 1,
        median - 1,
        None if high is None else high - 1,
    )


def test_intervals_hold_the_day_on_which_it_ended() -> None:
    """Working days with Poisson's 20, weekends with 2; four weeks known, about four to come."""
    draw = np.random.default_rng(11)
    held = 0
    for run in range(300):
        days = draw.poisson([20] * 5 + [2] * 2, (20, 7)).ravel()
        found = forecast_finish(
            counts=days[:28], today=MONDAY, done_today=0, left=400, seed=run, resamples=500
        )
        truth = int(np.searchsorted(days[28:].cumsum(), 400))
        assert found.low is not None
        assert found.high is not None
        held += found.low <= truth <= found.high
    # Whole days make intervals a little too wide, 28 days a little too narrow.
    assert 0.92 <= held / 300 <= 0.99


def test_the_same_seed_gives_the_same_days() -> None:
    def course(seed: int) -> object:
        return forecast_finish(
            counts=[3, 9, 1, 4, 7, 0, 1] * 3, today=SATURDAY, done_today=2, left=300, seed=seed
        )

    assert course(-4) == course(-4)
    assert course(-4) != course(5)


def test_the_way_there_never_falls_and_ends_with_all() -> None:
    found = forecast_finish(
        counts=[3, 9, 1, 4, 7, 0, 1] * 3, today=SATURDAY, done_today=0, left=300, seed=2
    )
    medians = [each.median for each in found.course]
    assert medians == sorted(medians)
    assert found.course[-1].low == found.course[-1].high == 300
    assert all(each.low <= each.median <= each.high <= 300 for each in found.course)


@pytest.mark.parametrize(
    ("counts", "left", "last"),
    [
        # Two runs of five draw idle working days alone, and never end.
        ([0, 0, 30, 0, 0, 0, 0], 30, 14),
        # Hardly any does; the plot ends with its next point after 97.5% are done.
        ([3, 2, 0, 1, 0, 0, 0, 4, 0], 20, 96),
    ],
)
def test_runs_that_never_end_do_not_draw_the_way_out(
    counts: list[int], left: int, last: int
) -> None:
    found = forecast_finish(counts=counts, today=MONDAY, done_today=0, left=left, seed=1)
    days = [each.day for each in found.course]
    assert days[-1] == last
    assert found.high is None or last - 6 <= found.high <= last
    assert days == sorted(set(days))
    assert len(days) < 50


def test_what_takes_longer_than_ten_years_has_no_day() -> None:
    found = forecast_finish(
        counts=[1] * 7, today=MONDAY, done_today=0, left=HORIZON + 2, seed=1, resamples=10
    )
    assert found[:3] == (None, None, None)


@pytest.mark.parametrize("counts", [[], [5] * 6, [0] * 7])
def test_too_few_days_or_idle_ones_have_no_forecast(counts: list[int]) -> None:
    with pytest.raises(UndefinedMeasureError):
        forecast_finish(counts=counts, today=MONDAY, done_today=0, left=1, seed=1)


def test_nothing_left_is_no_question() -> None:
    with pytest.raises(ValueError, match="nothing is left"):
        forecast_finish(counts=[1] * 7, today=MONDAY, done_today=0, left=0, seed=1)
