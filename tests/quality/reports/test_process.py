"""The section *process* against shares and seconds worked out by hand.

Ten annotations: three bad questions, one good one without an answer, one whose file doesn't say
whether the question was good, one long answer alone, three with spans, one yes.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import t
from statsmodels.regression.linear_model import OLS

from annotator.quality.reports.figures import Drill, Figure, to_json
from annotator.quality.reports.sections import ambiguity
from annotator.quality.reports.sections.process import compute, example_columns
from tests.factories.clustered import clustered_share
from tests.factories.report_columns import (
    Row,
    figure,
    make_columns,
    make_context,
    plot,
    points,
    too_few,
)

ONE, TWO = ((3, 4),), ((3, 4), (6, 8))
ROWS = [
    Row(1, 1, quality="bad", seconds=(10, 0, 0), guideline=1),
    Row(1, 2, quality="bad", seconds=(20, 0, 0), guideline=1),
    Row(1, 3, seconds=(10, 50, 0), guideline=1),
    Row(2, 1, candidate=0, tag="P", top_level=True, seconds=(10, 30, 20), guideline=2),
    Row(2, 2, candidate=0, tag="P", top_level=True, spans=ONE, seconds=(5, 35, 40), guideline=2),
    Row(2, 3, candidate=1, tag="Table", top_level=True, spans=TWO, guideline=2),
    Row(
        3, 1, candidate=0, tag="P", top_level=True, yes_no="YES", seconds=(10, 60, 30), guideline=2
    ),
    Row(3, 2, quality="bad", seconds=(30, None, None), guideline=2, bad_reason="misread"),
    Row(4, 1, quality=None, source="imported"),
    Row(4, 2, quality=None, candidate=4, tag="Li", top_level=False, spans=ONE, source="imported"),
]
CONTEXT = make_context(make_columns(ROWS))
SECTION = compute(CONTEXT)
COPIES = [replace(row, example=10 * copy + row.example) for copy in range(20) for row in ROWS]
"""Twenty times the same: 80 examples."""
WIDE = compute(make_context(make_columns(COPIES)))


def of_copies(
    chosen: Callable[[Row], bool], among: Callable[[Row], bool] = lambda _row: True
) -> tuple[float, float]:
    """The interval over the examples of ``COPIES``, by statsmodels: its cluster-robust error of a
    mean, put into a binomial's interval.
    """
    rows = [row for row in COPIES if among(row)]
    values = np.array([chosen(row) for row in rows], dtype=float)
    groups = np.array([row.example for row in rows])
    low, high = clustered_share(values, groups)
    return pytest.approx(low, abs=1e-9), pytest.approx(high, abs=1e-9)


@pytest.mark.parametrize(
    ("name", "count", "total", "examples", "published"),
    [
        ("null", 5, 10, 4, 0.51),
        ("bad", 3, 8, 3, None),
        ("top_level", 4, 5, 3, 0.95),
        ("single_span", 2, 3, 2, 0.90),
    ],
)
def test_shares_are_those_counted_by_hand(
    name: str, count: int, total: int, examples: int, published: float | None
) -> None:
    found = figure(SECTION, name)
    assert (found.value, found.count) == (count / total, total)
    assert (found.low, found.high, found.method) == (None, None, "")
    assert found.no_interval == too_few(examples)
    assert found.published == published


@pytest.mark.parametrize(
    ("name", "chosen", "among"),
    [
        ("null", lambda row: row.candidate is None, lambda _row: True),
        ("bad", lambda row: row.quality == "bad", lambda row: row.quality is not None),
        ("top_level", lambda row: row.top_level, lambda row: row.top_level is not None),
        ("single_span", lambda row: len(row.spans) == 1, lambda row: row.spans),
    ],
)
def test_intervals_of_shares_are_over_examples(
    name: str, chosen: Callable[[Row], bool], among: Callable[[Row], bool]
) -> None:
    found = figure(WIDE, name)
    assert (found.low, found.high) == of_copies(chosen, among)
    assert (found.method, found.no_interval) == ("binomial", None)


def test_null_and_mean_mu_have_one_interval_where_examples_have_as_many_annotations() -> None:
    """Five annotations each of sixty examples, from 0 to 5 of them null."""
    rows = [
        Row(example, number, candidate=None if number < example % 6 else 0, tag="P")
        for example in range(60)
        for number in range(5)
    ]
    context = make_context(make_columns(rows))
    null = figure(compute(context), "null")
    mu = figure(ambiguity.compute(context), "mean_mu_long")
    assert (null.value, null.low, null.high) == pytest.approx(
        [1 - (each or 0) for each in (mu.value, mu.high, mu.low)], abs=1e-12
    )


def test_decision_path_is_figure_2_with_what_is_not_said_apart() -> None:
    path = points(SECTION, "decision_path")
    counts = {key: point.count for key, point in path.items()}
    assert counts == {
        "bad": 3,
        "no_answer": 1,
        "unsaid": 1,
        "long_only": 1,
        "spans": 3,
        "yes_no": 1,
    }
    for key, count in counts.items():
        point = path[key]
        assert (point.value, point.total) == (count / 10, 10)
    assert plot(SECTION, "decision_path").no_interval == too_few(4)
    wide = points(WIDE, "decision_path")["spans"]
    assert (wide.low, wide.high) == of_copies(lambda row: bool(row.spans))
    # The training data of NQ: 152,148 long answers of 307,373, 106,926 with spans, 3,798 yes or no.
    assert path["long_only"].published == pytest.approx(41_424 / 307_373)
    assert path["spans"].published == pytest.approx(106_926 / 307_373)
    assert path["yes_no"].published == pytest.approx(3_798 / 307_373)


def test_files_without_quality_leave_bad_and_no_answer_unsaid() -> None:
    rows = [Row(1, quality=None), Row(2, quality=None, candidate=0, tag="P", top_level=True)]
    section = compute(make_context(make_columns(rows)))
    path = points(section, "decision_path")
    assert {key: point.count for key, point in path.items()} == {
        "unsaid": 1,
        "long_only": 1,
        "spans": 0,
        "yes_no": 0,
    }
    assert path["spans"].examples is None
    missing = figure(section, "bad").missing
    assert missing is not None
    assert missing.reason == "The imported files don't say whether questions are good."
    assert plot(section, "bad_by_guideline").missing == missing
    assert figure(section, "quality_unsaid").value == 2
    assert section.notes == ["quality_unsaid"]


def test_long_answers_are_counted_by_kind() -> None:
    types = points(SECTION, "long_answer_types")
    counts = {"paragraph": 3, "table": 1, "row": 0, "list": 0, "list_item": 1}
    assert {key: point.count for key, point in types.items()} == counts
    assert [point.published for point in types.values()] == [0.729, 0.190, 0.015, 0.032, 0.034]
    for key, count in counts.items():
        point = types[key]
        assert (point.value, point.total) == (count / 5, 5)


def test_forms_of_answers_add_up() -> None:
    forms = points(SECTION, "forms")
    assert {key: (point.count, point.total) for key, point in forms.items()} == {
        "top_level": (4, 5),
        "nested": (1, 5),
        "single_span": (2, 3),
        "spread": (1, 3),
    }


def test_bad_questions_by_version_of_the_guidelines() -> None:
    versions = points(SECTION, "bad_by_guideline")
    assert {key: (point.count, point.total) for key, point in versions.items()} == {
        "1": (2, 3),
        "2": (1, 5),
    }
    assert versions["1"].examples == Drill("bad_by_guidelines_1", 1, 3)
    without = compute(make_context(make_columns([Row(1, quality="bad")])))
    assert points(without, "bad_by_guideline")["no_guideline"].value == 1


def test_seconds_are_of_stages_that_were_reached() -> None:
    [table] = SECTION.tables
    by_stage = {row[0]: row[1:] for row in table.rows}
    # Number, missing, mean; the lower quartile, median, upper quartile and 90th percentile.
    expected = {
        "question": (7, 3, 95 / 7, (10.0, 10.0, 15.0, 24.0)),
        "long_answer": (4, 3, 43.75, (33.75, 42.5, 52.5, 57.0)),
        "short_answer": (3, 2, 30.0, (25.0, 30.0, 35.0, 38.0)),
        "in_all": (7, 3, 360 / 7, (25.0, 60.0, 70.0, 88.0)),
    }
    for stage, (present, missing, mean, quantiles) in expected.items():
        row = by_stage[stage]
        assert row[:2] == [present, missing]
        assert row[2:5] == [pytest.approx(mean, abs=1e-9), None, None]
        assert row[5:] == [pytest.approx(value) for value in quantiles]
        point = points(SECTION, "seconds_by_stage")[stage]
        assert [point.value, point.low, point.high] == row[2:5]
        assert point.published == (80 if stage == "in_all" else None)
    assert figure(SECTION, "seconds_mean").value == pytest.approx(360 / 7)
    assert figure(SECTION, "seconds_median").value == 60
    assert figure(SECTION, "seconds_missing").value == 3


def test_questions_that_were_called_bad_after_their_page_are_counted() -> None:
    shown = figure(SECTION, "bad_after_page")
    assert (shown.value, shown.count) == (1, 3)


def test_mean_seconds_are_of_other_examples_and_other_annotators() -> None:
    """Twenty annotators with a pace of their own, three of them for each of forty examples."""
    draw = np.random.default_rng(2)
    paces = np.exp(draw.standard_normal(20) / 2)
    rows = [
        Row(example, int(who), seconds=(float(40 * paces[who] * draw.random()), 0, 0))
        for example in range(40)
        for who in draw.choice(20, 3, replace=False)
    ]
    found = figure(compute(make_context(make_columns(rows))), "seconds_mean")
    values = np.array([row.seconds[0] for row in rows])
    groups = np.array([[row.example, row.annotator] for row in rows])
    fitted = OLS(values, np.ones(len(rows))).fit(cov_type="cluster", cov_kwds={"groups": groups})
    assert found.method == "two_way"
    half = ((found.high or 0) - (found.low or 0)) / 2
    assert half == pytest.approx(t.ppf(0.975, 19) * fitted.bse[0], rel=0.1)


def test_distribution_of_seconds_counts_a_bars_lower_edge() -> None:
    bars = points(SECTION, "seconds_distribution")
    counts = {key: point.count for key, point in bars.items() if point.count}
    assert counts == {"0_to_20": 1, "20_to_40": 2, "60_to_80": 2, "80_to_100": 1, "100_to_120": 1}
    assert bars["60_to_80"].value == 2 / 7
    assert sum(point.count or 0 for point in bars.values()) == 7
    slow = compute(make_context(make_columns([Row(1, seconds=(100, 100, 100))])))
    assert points(slow, "seconds_distribution")["240_and_more"].count == 1


def test_every_bar_leads_to_the_examples_behind_it() -> None:
    table = example_columns(CONTEXT)
    bars = [bar for each in SECTION.plots for bar in each.points if bar.count]
    # Of the path 6, kinds 3, forms 4, versions 2, stages 4, durations 5.
    assert len(bars) == 24
    for bar in bars:
        assert bar.examples is not None, bar.key
        column = table[bar.examples.column]
        assert len(column) == 4
        # The examples together have the annotations that the bar counts.
        assert column.sum() == bar.count, bar.key
        assert (bar.examples.low, column.max() <= bar.examples.high) == (1, True)


def test_example_columns_are_those_counted_by_hand() -> None:
    table = {name: column.tolist() for name, column in example_columns(CONTEXT).items()}
    assert table["bad"] == [2, 0, 1, 0]
    assert table["no_answer"] == [1, 0, 0, 0]
    assert table["unsaid"] == [0, 0, 0, 1]
    assert table["null"] == [3, 0, 1, 1]
    assert table["long_answers"] == [0, 3, 1, 1]
    assert table["short_answers"] == [0, 2, 1, 1]
    assert table["tag_paragraph"] == [0, 2, 1, 0]
    assert table["nested"] == [0, 0, 0, 1]
    assert table["took_60_to_80"] == [1, 1, 0, 0]


def test_without_annotations_everything_says_what_is_needed() -> None:
    context = make_context(make_columns([]), overlaps={1: 1})
    section = compute(context)
    missing = {each.name: each.missing for each in section.figures if each.missing}
    assert set(missing) == {
        "null",
        "bad",
        "top_level",
        "single_span",
        "seconds_mean",
        "seconds_median",
    }
    assert all(each.reason and each.needed and each.need == 1 for each in missing.values())
    assert all(each.missing and not each.points for each in section.plots)
    assert not section.notes
    assert all(len(column) == 0 for column in example_columns(context).values())
    to_json(section)


def test_one_annotation_has_shares_and_a_time_without_an_interval() -> None:
    section = compute(make_context(make_columns([Row(1, seconds=(1, 2, 0))])))
    assert figure(section, "null").value == 1
    assert figure(section, "null").no_interval == too_few(1)
    mean = figure(section, "seconds_mean")
    assert (mean.value, mean.low, mean.high, mean.method) == (3, None, None, "")
    to_json(section)


def test_unknown_tags_and_levels_are_remarked_on() -> None:
    section = compute(make_context(make_columns([Row(1, candidate=0)])))
    assert section.notes == ["tag_unknown", "top_level_unknown"]
    level = figure(section, "top_level").missing
    assert level is not None
    assert level.reason == "The imported files don't say which long answers are top-level."
    assert plot(section, "forms").missing == level
    kinds = plot(section, "long_answer_types").missing
    assert kinds is not None
    assert kinds.reason == "No long answer is a box of a known kind."
    assert figure(section, "null").value == 0


def test_any_answers_make_a_path_of_all_annotations() -> None:
    """Random annotations: the ends are all of them, whatever the files say of quality."""
    draw = np.random.default_rng(3)
    rows = []
    for example in range(200):
        quality = [None, "good", "bad"][draw.integers(3)]
        has_long = quality != "bad" and draw.random() < 0.5
        shape = draw.integers(3) if has_long else 0
        rows.append(
            Row(
                example,
                quality=quality,
                candidate=0 if has_long else None,
                tag="P" if has_long else "",
                top_level=True if has_long else None,
                spans=ONE if shape == 1 else (),
                yes_no="NO" if shape == 2 else "NONE",
            )
        )
    path = points(compute(make_context(make_columns(rows))), "decision_path")
    assert sum(point.count or 0 for point in path.values()) == 200
    assert path["bad"].count == sum(row.quality == "bad" for row in rows)


def test_shares_are_for_other_annotators_where_there_are_eight() -> None:
    """Half of the people never find an answer."""

    def null(people: int) -> Figure:
        rows = [
            Row(example, example % people, candidate=None if example % people % 2 else 1)
            for example in range(160)
        ]
        return figure(compute(make_context(make_columns(rows))), "null")

    few, enough = null(7), null(8)
    assert (few.method, enough.method) == ("binomial", "two_way_binomial")
    assert few.high is not None
    assert enough.high is not None
    assert few.high < 0.52
    assert enough.high > 0.8
