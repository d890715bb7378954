from datetime import date, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.quality.simulation.working_hours import submission_times

COUNTS = st.lists(st.integers(0, 60), min_size=1, max_size=5)
DATES = st.dates(date(2019, 1, 1), date(2035, 1, 1))


def work_of(counts: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """Annotators with so many annotations, each in order."""
    annotator = np.repeat(np.arange(len(counts)), counts)
    return annotator, np.concatenate([np.arange(count) for count in counts])


@given(COUNTS, DATES, st.integers(0, 1000), st.floats(1, 2000))
def test_all_work_is_done_in_order_on_the_working_days_before_a_date(
    counts: list[int], until: date, seed: int, seconds: float
) -> None:
    annotator, position = work_of(counts)
    spent = np.full(len(annotator), seconds)
    times = submission_times(annotator, position, spent, until=until, seed=seed)
    moments = [each.item() for each in times]
    assert all(each.weekday() < 5 and each.date() < until for each in moments)
    assert all(8 <= each.hour + each.minute / 60 <= 17 for each in moments)
    # The busiest needs six hours a day at most, on average; ten working days are two weeks.
    days = max(10, np.ceil(max(counts) * seconds / 21_600))
    earliest = until - timedelta(days=int(days) * 7 // 5 + 4)
    assert all(each.date() >= earliest for each in moments)
    for person in range(len(counts)):
        own = times[annotator == person]
        assert (own[1:] >= own[:-1]).all()


def test_two_annotations_are_as_far_apart_as_the_second_one_took() -> None:
    annotator, position = work_of([40, 40])
    spent = np.linspace(10, 300, 80)
    times = submission_times(annotator, position, spent, until=date(2026, 3, 2), seed=3)
    gaps = np.diff(times).astype(float) / 1000
    same = np.diff(annotator) == 0
    assert (gaps[same] >= spent[1:][same] - 0.001).all()


def test_a_day_of_more_than_nine_hours_is_pressed_into_nine() -> None:
    """Ten annotations of ten hours each, on the seventeen days that six hours a day take."""
    annotator, position = work_of([10])
    times = submission_times(
        annotator, position, np.full(10, 36_000.0), until=date(2026, 3, 2), seed=3
    )
    assert {(each.item().hour, each.item().minute) for each in times} <= {(17, 0), (12, 30)}


def test_the_same_seed_gives_the_same_times_and_another_one_others() -> None:
    annotator, position = work_of([30])
    spent = np.full(30, 60.0)

    def times(seed: int) -> list[object]:
        found = submission_times(annotator, position, spent, until=date(2026, 3, 2), seed=seed)
        return list(found.tolist())

    assert times(1) == times(1)
    assert times(1) != times(2)


@pytest.mark.parametrize(
    ("until", "last"),
    [("2026-03-02", "2026-02-27"), ("2026-03-01", "2026-02-27"), ("2026-03-04", "2026-03-03")],
)
def test_the_last_day_is_the_working_day_before(until: str, last: str) -> None:
    annotator, position = work_of([200])
    times = submission_times(
        annotator, position, np.full(200, 60.0), until=date.fromisoformat(until), seed=1
    )
    assert str(times.max().astype("datetime64[D]")) == last


def test_nobody_works_without_annotations() -> None:
    nothing = np.zeros(0, dtype=np.int64)
    assert not len(submission_times(nothing, nothing, np.zeros(0), until=date(2026, 3, 2), seed=1))
