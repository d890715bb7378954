"""The section *ambiguity* against four examples counted by hand.

Of five examples, one has a single annotation and counts nowhere.
"""

from collections.abc import Mapping
from math import log2

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import norm
from scipy.stats import t as student
from statsmodels.stats.weightstats import DescrStatsW

from annotator.quality.reports.answers_by_example import answered_examples
from annotator.quality.reports.figures import Drill, Section, Table, to_json
from annotator.quality.reports.partial_columns import keys_and_values
from annotator.quality.reports.sections import ambiguity
from tests.factories.clustered import counted_share, on_a_log_scale
from tests.factories.coded_answers import coded_columns
from tests.factories.report_columns import (
    check_examples_behind,
    figure,
    make_context,
    plot,
    points,
    too_few,
)

LONG = {1: "aab--", 2: "a----", 3: "-----", 4: "aa", 5: "a"}
SHORT = {1: "ab---", 2: "-----", 3: "-----", 4: "!!", 5: "a"}
CONTEXT = make_context(
    coded_columns(LONG, SHORT), inputs={"questions": {"1": "what is a bulb", "4": "is it blue"}}
)
SECTION = ambiguity.compute(CONTEXT)
BARS = ("zero", "0.0-0.2", "0.2-0.4", "0.4-0.6", "0.6-0.8", "0.8-1.0")
LETTERS = st.text("ab-", min_size=1, max_size=6)


def table(section: Section, name: str) -> Table:
    return next(each for each in section.tables if each.name == name)


def counts(section: Section, name: str) -> dict[str, int | None]:
    return {key: point.count for key, point in points(section, name).items()}


@pytest.mark.parametrize(("part", "mus"), [("long", [0.6, 0.2, 0, 1]), ("short", [0.4, 0, 0, 1])])
def test_mean_mu_weighs_each_example_alike(part: str, mus: list[float]) -> None:
    found = figure(SECTION, f"mean_mu_{part}")
    assert (found.value, found.count) == (pytest.approx(sum(mus) / 4), 4)
    assert (found.low, found.high, found.no_interval) == (None, None, too_few(4))


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("mean_distinct_long", [2, 1, 0, 1]),
        ("mean_distinct_short", [2, 0, 0, 1]),
        # NULL is an answer: 2, 2 and 1 of 5, 4 and 1 of 5.
        (
            "mean_entropy_long",
            [-0.8 * log2(0.4) - 0.2 * log2(0.2), -0.8 * log2(0.8) - 0.2 * log2(0.2), 0, 0],
        ),
        ("mean_entropy_short", [-0.4 * log2(0.2) - 0.6 * log2(0.6), 0, 0, 0]),
    ],
)
def test_means_over_examples_are_those_by_hand(name: str, values: list[float]) -> None:
    found = figure(SECTION, name)
    assert (found.value, found.count) == (pytest.approx(sum(values) / 4), 4)
    assert (found.low, found.high, found.no_interval) == (None, None, too_few(4, need=15))


def test_means_over_many_examples_have_students_interval() -> None:
    codes = {key: ("ab---", "aab--", "abc--")[key % 3] for key in range(30)}
    section = ambiguity.compute(make_context(coded_columns(codes, codes)))
    found = figure(section, "mean_distinct_long")
    theirs = on_a_log_scale(*DescrStatsW([2] * 20 + [3] * 10).tconfint_mean())
    assert (found.low, found.high) == pytest.approx(theirs)


def test_bars_are_figure_4s_with_one_fifth_in_the_lowest() -> None:
    assert counts(SECTION, "mu_long") == dict(zip(BARS, (1, 1, 0, 1, 0, 1), strict=True))
    assert counts(SECTION, "mu_short") == dict(zip(BARS, (2, 0, 1, 0, 0, 1), strict=True))
    bar = points(SECTION, "mu_short")["zero"]
    assert (bar.value, bar.total) == (0.5, 4)
    assert plot(SECTION, "mu_short").no_interval == too_few(4)


@pytest.mark.parametrize(
    ("part", "over", "accounted"),
    [
        # By popularity: 2 2 1, 4 1, 5 and 2 of 17; without NULL 2 1, 1 and 2 of 6.
        ("long", "all", (13, 16, 17, 17)),
        ("long", "non_null", (5, 6, 6, 6)),
        # 3 1 1, 5, 5 and 2 of 17; 1 1 and 2 of 4.
        ("short", "all", (15, 16, 17, 17)),
        ("short", "non_null", (3, 4, 4, 4)),
    ],
)
def test_popular_answers_account_for_what_was_counted(
    part: str, over: str, accounted: tuple[int, ...]
) -> None:
    found = points(SECTION, f"popular_{part}", over)
    *parts, total = accounted
    assert [point.value for point in found.values()] == [
        pytest.approx(each / total) for each in parts
    ]
    assert [(point.count, point.total) for point in found.values()] == [
        (each, total) for each in parts
    ]
    published = {"long": [0.83, 0.96, None], "short": [0.64, None, 0.90]}[part]
    assert [point.published for point in found.values()] == published
    assert {(point.low, point.high) for point in found.values()} == {(None, None)}
    assert plot(SECTION, f"popular_{part}").no_interval is not None


def test_intervals_of_popular_shares_are_over_examples() -> None:
    """Fifteen examples each with 2, 4 and 5 of 5 for the most popular answer: a mean of 45."""
    codes = {key: ("aabcd", "aaaab", "aaaaa")[key % 3] for key in range(45)}
    section = ambiguity.compute(make_context(coded_columns(codes, codes)))
    found = points(section, "popular_long", "all")["most_popular"]
    shares = np.array([0.4, 0.8, 1.0] * 15)
    number = shares.mean() * (1 - shares.mean()) / (shares.var(ddof=1) / 45)
    number *= (norm.ppf(0.975) / student.ppf(0.975, 44)) ** 2
    theirs = counted_share(shares.mean() * number, number)
    assert (found.low, found.high) == pytest.approx(theirs)


def test_distinct_answers_are_spread_as_counted() -> None:
    assert counts(SECTION, "distinct_long") == {"0": 1, "1": 2, "2": 1}
    assert counts(SECTION, "distinct_short") == {"0": 2, "1": 1, "2": 1}


def test_most_varied_examples_come_first_beside_the_papers() -> None:
    found = table(SECTION, "most_varied_long")
    bits = log2(3) - 2 / 3
    assert found.rows == [
        ["what is a bulb", 2, pytest.approx(bits), 3, 5, 1],
        [None, 1, 0.0, 1, 5, 2],
        ["is it blue", 1, 0.0, 2, 2, 4],
    ]
    assert found.published == [
        ["name the substance used to make the filament of bulb", 7, None, None, 25, None]
    ]


def test_the_papers_most_varied_examples_come_out() -> None:
    # Section 4.4: 7 passages about tungsten; 6, 4 and 4 say the lungs, 6 are more precise, 5 NULL.
    # There are 11 answers in nine wordings at most: the same words stand in several places.
    tungsten = "abcdefg" * 3 + "----"
    lungs = "aaaaab" + "cccd" + "eeee" + "fghijk" + "-----"
    context = make_context(coded_columns({1: tungsten, 2: "a" * 25}, {1: lungs, 2: "-" * 25}))
    section = ambiguity.compute(context)
    assert table(section, "most_varied_long").rows[0][1] == 7
    assert table(section, "most_varied_short").rows[0][1] == 11
    assert section.notes == ()


def test_examples_with_as_many_annotations_stand_together() -> None:
    assert table(SECTION, "by_annotations").rows == [
        [2, 1, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0],
        [
            5,
            3,
            pytest.approx(0.8 / 3),
            pytest.approx(11 / 15),
            pytest.approx(3 / 4),
            pytest.approx(0.4 / 3),
            pytest.approx(13 / 15),
            pytest.approx(1 / 2),
        ],
    ]
    assert SECTION.notes == ("not_25_way",)


@given(rows=st.lists(LETTERS, min_size=1, max_size=12))
@example(rows=["a----", "-----", "ab---"])
def test_every_bar_opens_as_many_examples_as_it_counts(rows: list[str]) -> None:
    context = make_context(coded_columns(dict(enumerate(rows, 1)), dict(enumerate(rows, 1))))
    section = ambiguity.compute(context)
    columns: Mapping[str, np.ndarray] = ambiguity.columns(context)
    several = sum(len(row) > 1 for row in rows)
    for name in ("mu_long", "mu_short", "distinct_long", "distinct_short"):
        found = plot(section, name).points
        assert sum(point.count or 0 for point in found) == several
        check_examples_behind(found, columns)


def test_popular_answers_open_every_example_with_its_own_share() -> None:
    columns = ambiguity.columns(CONTEXT)
    # By popularity: 2 2 1, 4 1, 5 and 2 of 17; without NULL 2 1, 1, none and 2.
    expected = {"all": ([2 / 5, 4 / 5, 1, 1], [5, 5, 5, 2]), "non_null": ([2 / 3, 1, 1], [3, 1, 2])}
    for over, (shares, sizes) in expected.items():
        bar = points(SECTION, "popular_long", over)["most_popular"]
        assert bar.examples == Drill(f"most_popular_of_example_long_{over}", 0, 1)
        column = columns[bar.examples.column]
        assert column["value"].tolist() == [pytest.approx(each) for each in shares]
        assert np.average(column["value"], weights=sizes) == pytest.approx(bar.value)
    assert columns["most_popular_of_example_long_non_null"]["example"].tolist() == [1, 2, 4]


def test_columns_have_no_value_for_a_single_annotation() -> None:
    columns = ambiguity.columns(CONTEXT)
    assert columns["mu_long"].tolist()[:4] == [0.6, 0.2, 0, 1]
    for column in columns.values():
        keys, values = keys_and_values(column, np.arange(1, 6))
        assert 5 not in keys[~np.isnan(values)]


@pytest.mark.parametrize(
    ("rows", "reason", "have"),
    [
        ({}, "There is no annotation yet.", 0),
        ({1: "a", 2: "-"}, "No example has two annotations yet.", 1),
    ],
)
def test_with_too_few_annotations_it_says_what_is_needed(
    rows: dict[int, str], reason: str, have: int
) -> None:
    section = ambiguity.compute(make_context(coded_columns(rows)))
    missing = [each.missing for each in (*section.figures[1:], *section.plots, *section.tables)]
    assert {(each.reason, each.have, each.need) for each in missing if each} == {(reason, have, 2)}
    assert None not in missing
    assert to_json(section)["name"] == "ambiguity"


def test_one_example_has_values_and_no_intervals() -> None:
    section = ambiguity.compute(make_context(coded_columns({1: "ab-"})))
    found = figure(section, "mean_mu_long")
    assert (found.value, found.low, found.high) == (pytest.approx(2 / 3), None, None)
    assert points(section, "popular_long", "all")["most_popular"].low is None
    # No short answer at all: the cell is empty of non-null ones.
    assert points(section, "popular_short", "non_null") == {}
    assert to_json(section)["plots"]


def test_only_the_first_annotations_are_taken() -> None:
    answered = answered_examples(coded_columns({1: "a-b", 2: "ab", 3: "---a"}), at_least=3, first=3)
    assert answered.keys.tolist() == [1, 3]
    assert answered.long.nulls.tolist() == [1, 3]
    assert answered.long.counts.tolist() == [[1, 1], [0, 0]]
