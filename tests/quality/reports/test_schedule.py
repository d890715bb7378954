"""The section *schedule* against a small project worked out by hand.

Two splits: train has six examples of two annotations each (7 of 12 are there), dev two of five
(8 of 10). Annotations came from Monday 5 January 2026 on; today is Tuesday 13.
"""

from datetime import date, timedelta
from typing import Any

import numpy as np
import pytest
from statsmodels.stats.weightstats import DescrStatsW

from annotator.quality.reports.figures import Drill, Section, to_json
from annotator.quality.reports.partial_columns import keys_and_values
from annotator.quality.reports.sections import process
from annotator.quality.reports.sections.schedule import compute, read_days
from annotator.quality.reports.sections.schedule_plots import example_columns
from tests.factories.clustered import on_a_log_scale
from tests.factories.report_columns import (
    Row,
    figure,
    make_columns,
    make_context,
    plot,
    points,
    too_few,
)

OVERLAPS = dict.fromkeys(range(1, 7), 2) | {7: 5, 8: 5}
SPLITS = dict.fromkeys(range(1, 7), "train") | {7: "dev", 8: "dev"}
GIVEN = {1: 2, 2: 2, 3: 1, 4: 2, 7: 5, 8: 3}
DAYS = [["2026-01-05", 3], ["2026-01-06", 5], ["2026-01-08", 4], ["2026-01-12", 2]]
INPUTS: dict[str, Any] = {
    "days": [*DAYS, ["2026-01-13", 1]],
    "by_example": [
        # On the 5th one of three examples has two; on the 12th one is the first's second.
        *([1, "2026-01-05", 2], [4, "2026-01-05", 1]),
        *([1, "2026-01-12", 1], [7, "2026-01-12", 1]),
    ],
    "assignments": {
        "train": {"open": 1, "parked": 1, "expired": 2, "submitted": 7},
        "dev": {"reserved": 1, "skipped": 4, "submitted": 8},
    },
    "late": 2,
    "waiting": 1,
    "oldest": "2026-01-09",
}
TIMED = {(1, 1): (10, 20, 30), (8, 2): (20, 80, 0), (8, 3): (10, 100, None)}
ROWS = [
    Row(
        example,
        annotator,
        day=f"2026-01-{4 + annotator:02}",
        # Three timed in all: 60, 100 and 110 seconds.
        seconds=TIMED.get((example, annotator), (5, None, 5)),
    )
    for example, count in GIVEN.items()
    for annotator in range(1, count + 1)
]
CONTEXT = make_context(make_columns(ROWS), overlaps=OVERLAPS, splits=SPLITS, inputs=INPUTS)
SECTION = compute(CONTEXT)


def day(text: str) -> int:
    return date.fromisoformat(text).toordinal() - date(1970, 1, 1).toordinal()


def with_inputs(overlaps: dict[int, int], rows: list[Row], **inputs: Any) -> Section:
    none = {"days": [], "assignments": {}, "late": 0, "waiting": 0, "oldest": None}
    columns = make_columns(rows)
    context = make_context(columns, overlaps=overlaps, inputs=none | inputs)
    if not overlaps:
        context = make_context(columns, inputs=none | inputs)
    section = compute(context)
    to_json(section)
    return section


@pytest.mark.parametrize(
    ("name", "value", "count"),
    [
        ("submitted", 15, 22),
        ("left", 7, 22),
        ("complete", 4, 8),
        ("open", 2, None),
        ("parked", 1, None),
        ("expired", 2, None),
        ("late", 2, None),
        ("waiting", 1, None),
        ("oldest_question", day("2026-01-09"), None),
        ("seconds_spent", 270, 3),
    ],
)
def test_amounts_are_those_counted_by_hand(name: str, value: int, count: int | None) -> None:
    found = figure(SECTION, name)
    assert (found.value, found.count, found.missing) == (value, count, None)


def test_rate_is_the_mean_of_whole_days_with_an_interval_over_weeks() -> None:
    """Eight days from the 5th to the 12th brought 14; today is not over."""
    rate = figure(SECTION, "rate")
    assert (rate.value, rate.count, rate.low) == (1.75, 8, None)
    assert rate.no_interval == too_few(1, "whole weeks", need=4)
    weeks = [20, 31, 24, 25]
    days = [[f"2025-12-{16 + 7 * at:02}", number] for at, number in enumerate(weeks[:3])]
    longer = figure(
        with_inputs({1: 200}, [Row(1)], days=[*days, ["2026-01-06", 25], ["2026-01-13", 1]]), "rate"
    )
    assert (longer.value, longer.count, longer.method) == (100 / 28, 28, "student")
    assert (longer.low, longer.high) == pytest.approx(
        on_a_log_scale(*(end / 7 for end in DescrStatsW(weeks).tconfint_mean()))
    )


def test_rate_looks_back_four_weeks_and_never_below_nothing() -> None:
    days = [["2025-12-01", 90], ["2025-12-16", 28], ["2026-01-13", 1]]
    rate = figure(with_inputs({1: 200}, [Row(1)], days=days), "rate")
    # From 16 December to 12 January: 28 on the first of 28 days.
    assert (rate.value, rate.count) == (1, 28)
    assert rate.low is not None
    assert 0 < rate.low < 0.1


def test_seconds_needed_are_the_mean_for_each_that_is_left() -> None:
    """60, 100 and 110 seconds, 7 to go."""
    needed = figure(SECTION, "seconds_needed")
    assert (needed.value, needed.count, needed.low) == (7 * 90, 3, None)
    rows = [
        Row(key, who, seconds=(10.0 * (1 + who % 4) + key % 3, 0, 0))
        for key in range(30)
        for who in range(12)
    ]
    section = with_inputs(dict.fromkeys(range(30), 13), rows)
    mean = figure(process.compute(make_context(make_columns(rows))), "seconds_mean")
    needed = figure(section, "seconds_needed")
    assert needed.method == "two_way"
    assert (needed.value, needed.low, needed.high) == pytest.approx(
        [30 * (each or 0) for each in (mean.value, mean.low, mean.high)]
    )


def test_nothing_is_needed_once_all_annotations_are_in() -> None:
    done = with_inputs({1: 1}, [Row(1, seconds=(10.0, 0, 0))])
    needed = figure(done, "seconds_needed")
    assert (needed.value, needed.missing, needed.no_interval) == (0, None, None)


def test_days_are_shown_with_the_mean_of_a_week() -> None:
    submitted = points(SECTION, "per_day", "submitted")
    assert [point.value for point in submitted.values()] == [3, 5, 0, 4, 0, 0, 0, 2, 1]
    assert submitted["2026-01-08"].x == day("2026-01-08")
    assert submitted["2026-01-05"].examples == Drill("submitted_on_2026-01-05", 1, 2)
    assert submitted["2026-01-12"].examples == Drill("submitted_on_2026-01-12", 1, 1)
    assert submitted["2026-01-07"].examples is None
    means = points(SECTION, "per_day", "mean_7_days")
    assert {key: point.value for key, point in means.items()} == {
        "2026-01-11": 12 / 7,
        "2026-01-12": 11 / 7,
    }


def test_only_the_last_13_weeks_are_shown_day_by_day() -> None:
    section = with_inputs({1: 9}, [Row(1)], days=[["2025-01-01", 1], ["2026-01-13", 1]])
    shown = points(section, "per_day", "submitted")
    assert (len(shown), min(shown), max(shown)) == (91, "2025-10-15", "2026-01-13")


def test_annotations_add_up_to_those_that_are_wanted() -> None:
    done = points(SECTION, "burn_up", "so_far")
    assert [point.value for point in done.values()] == [3, 8, 8, 12, 12, 12, 12, 14, 15]
    coming = points(SECTION, "burn_up", "forecast")
    finish = figure(SECTION, "finish")
    last = list(coming.values())[-1]
    assert (last.value, last.low, last.high) == (22, None, None)
    assert plot(SECTION, "burn_up").no_interval == too_few(1, "whole weeks", need=4)
    assert finish.value is not None
    assert last.x is not None
    assert float(finish.value) <= last.x
    goal = points(SECTION, "burn_up", "wanted")
    assert [(key, point.value) for key, point in goal.items()] == [
        ("2026-01-05", 22),
        (last.key, 22),
    ]


def test_imported_annotations_are_there_before_the_first_day() -> None:
    section = with_inputs({1: 3}, [Row(1), Row(1), Row(1)], days=[["2026-01-12", 1]])
    done = points(section, "burn_up", "so_far")
    assert [point.value for point in done.values()] == [3, 3]
    assert section.notes == ["finished", "imported_without_days"]


@pytest.mark.parametrize(("first", "whole"), [("2026-01-05", 8), ("2025-12-16", 28)])
def test_finishing_day_is_counted_on_the_calendar(first: str, whole: int) -> None:
    """Two on each working day, none at weekends; 7 are left on Tuesday the 13th, which has had its
    two: Wednesday 2, Thursday 4, Friday 6, Monday the 19th 8. An interval needs four weeks.
    """
    begun = date.fromisoformat(first)
    past = [begun + timedelta(number) for number in range(whole + 1)]
    days = [[each.isoformat(), 2] for each in past if each.weekday() < 5]
    done = 2 * len(days)
    rows = [Row(1, annotator) for annotator in range(done)]
    section = with_inputs({1: done + 7}, rows, days=days)
    finish = figure(section, "finish")
    last = list(points(section, "burn_up", "forecast").values())[-1]
    assert (finish.value, finish.count) == (day("2026-01-19"), whole)
    if whole < 28:
        assert (finish.low, finish.high, finish.method) == (None, None, "")
        assert finish.no_interval == too_few(whole // 7, "whole weeks", need=4)
    else:
        assert (finish.low, finish.high) == (day("2026-01-19"),) * 2
        assert finish.method == "bootstrap"
        assert (last.low, last.high) == (done + 7, done + 7)


def test_splits_are_listed_with_their_slots() -> None:
    [table] = SECTION.tables
    # Examples, complete, wanted, submitted, held, free, share.
    assert table.rows == [
        ["dev", 2, 1, 10, 8, 1, 1, 8 / 10],
        ["train", 6, 3, 12, 7, 2, 3, 7 / 12],
        ["all", 8, 4, 22, 15, 3, 4, 15 / 22],
    ]


def test_examples_of_each_split_by_how_far_they_are() -> None:
    counts = {
        state: [point.value for point in points(SECTION, "examples_by_split", state).values()]
        for state in ("complete", "begun", "not_begun")
    }
    assert counts == {"complete": [1, 3], "begun": [1, 1], "not_begun": [0, 2]}
    table = example_columns(CONTEXT)
    for point in plot(SECTION, "examples_by_split").points:
        if point.examples:
            _, values = keys_and_values(table[point.examples.column], np.unique(list(GIVEN)))
            chosen = (values >= point.examples.low) & (values <= point.examples.high)
            assert chosen.sum() == point.value


def test_example_columns_have_what_each_day_brought_and_what_is_left() -> None:
    table = {name: column.tolist() for name, column in example_columns(CONTEXT).items()}
    nan = pytest.approx(float("nan"), nan_ok=True)
    # Of the examples 1, 2, 3, 4, 7 and 8.
    assert table == {
        "submitted_on_2026-01-05": [2, 0, 0, 1, 0, 0],
        "submitted_on_2026-01-12": [1, 0, 0, 0, 1, 0],
        "left_in_train": [0, 0, 1, 0, nan, nan],
        "left_in_dev": [nan, nan, nan, nan, 0, 2],
        # The examples 5 and 6 have nothing yet.
        "not_begun_left_in_train": [(5, 2), (6, 2)],
        "not_begun_left_in_dev": [],
    }


def test_an_example_whose_first_annotation_came_since_is_in_no_column() -> None:
    inputs = {"by_example": [[3, "2026-01-05", 1], [9, "2026-01-05", 4]]}
    table = example_columns(make_context(make_columns([Row(3)]), overlaps={3: 1}, inputs=inputs))
    assert table["submitted_on_2026-01-05"].tolist() == [1]


def test_names_of_splits_that_fit_no_address_go_by_their_place() -> None:
    columns = make_columns([Row(1), Row(2)])
    context = make_context(columns, overlaps={1: 1, 2: 2}, splits={1: "A / B", 2: ""})
    table = example_columns(context)
    assert list(table) == [
        "left_in_split_0",
        "not_begun_left_in_split_0",
        "left_in_split_1",
        "not_begun_left_in_split_1",
    ]
    alone = example_columns(make_context(columns, overlaps={1: 1, 2: 2}))
    assert alone["left"].tolist() == [0, 1]


def test_nothing_submitted_says_what_is_needed() -> None:
    section = with_inputs({1: 5}, [])
    assert [figure(section, name).value for name in ("submitted", "left", "complete")] == [0, 5, 0]
    for name in ("rate", "finish"):
        missing = figure(section, name).missing
        assert missing is not None
        assert (missing.reason, missing.need) == ("Nobody has submitted an annotation yet.", 1)
    missing = figure(section, "seconds_needed").missing
    assert missing is not None
    assert missing.reason == "No annotation has a measured time."
    assert plot(section, "per_day").missing
    assert points(section, "examples_by_split", "not_begun")["no_split"].value == 1


def test_a_project_without_examples_asks_for_some() -> None:
    section = with_inputs({}, [])
    missing = figure(section, "finish").missing
    assert missing is not None
    assert missing.needed == "Import examples."
    assert plot(section, "examples_by_split").missing == missing
    assert not section.notes


def test_imported_annotations_have_no_days() -> None:
    section = with_inputs({1: 2}, [Row(1, source="imported")])
    for name in ("rate", "finish"):
        missing = figure(section, name).missing
        assert missing is not None
        assert missing.reason.startswith("All annotations were imported")


def test_the_first_day_has_no_pace_yet() -> None:
    section = with_inputs({1: 5}, [Row(1)], days=[["2026-01-13", 1]])
    missing = figure(section, "rate").missing
    assert missing is not None
    assert missing.reason == "The first annotations came today."
    missing = figure(section, "finish").missing
    assert missing is not None
    assert (missing.have, missing.need) == (0, 7)
    assert missing.needed.startswith("It takes 7 more whole days")


def test_six_days_are_one_too_few() -> None:
    missing = figure(with_inputs({1: 5}, [Row(1)], days=[["2026-01-07", 1]]), "finish").missing
    assert missing is not None
    assert missing.needed == "It takes 1 more whole day, so that each weekday was seen."
    section = with_inputs({1: 5}, [Row(1)], days=[["2026-01-06", 1]])
    assert figure(section, "finish").value is not None


def test_work_that_stopped_has_no_day() -> None:
    section = with_inputs({1: 5}, [Row(1)], days=[["2025-01-05", 1]])
    missing = figure(section, "finish").missing
    assert missing is not None
    assert missing.reason == "Nothing was submitted on the last 28 days."
    assert figure(section, "rate").value == 0


def test_a_finished_project_names_its_last_day() -> None:
    section = with_inputs({1: 2}, [Row(1), Row(1)], days=[["2026-01-05", 1], ["2026-01-09", 1]])
    finish = figure(section, "finish")
    assert (finish.value, finish.low, finish.high) == (day("2026-01-09"), None, None)
    assert figure(section, "left").value == 0
    assert section.notes == ["finished"]


def test_more_annotations_than_ten_years_of_work_have_no_day() -> None:
    days = [[f"2026-01-{number:02}", 1] for number in range(5, 14)]
    missing = figure(with_inputs({1: 9000}, [Row(1)], days=days), "finish").missing
    assert missing is not None
    assert missing.reason == "At the present pace it takes more than 10 years."


def test_an_open_end_is_remarked_on() -> None:
    """One day of 28 brought anything: at 2.5% of the pace it takes more than ten years."""
    section = with_inputs({1: 3_000}, [Row(1)], days=[["2025-12-16", 50]])
    finish = figure(section, "finish")
    assert finish.value is not None
    assert finish.high is None
    assert section.notes == ["forecast_open_ended"]


def test_a_clock_that_ran_ahead_moves_today() -> None:
    days = read_days([("2026-01-05", 2), ("2026-01-15", 1)], "2026-01-13")
    assert (days.first, days.today, len(days.counts), days.last) == (
        day("2026-01-05"),
        day("2026-01-15"),
        11,
        day("2026-01-15"),
    )
