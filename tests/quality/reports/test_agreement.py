"""The section *agreement* by hand.

Three examples can be compared. Of the first, one annotator says that the question is bad and two
that there is no answer. Of the second, two mark the first paragraph, with tokens 3 to 5 and with 4
and 5, and one the second paragraph alone. Of the third, both say yes. The fourth has one annotation
and no part in anything.
"""

from dataclasses import replace

import numpy as np
import pytest

from annotator.quality.reports.figures import Drill, Missing, Table, to_json
from annotator.quality.reports.partial_columns import keys_and_values
from annotator.quality.reports.sections.agreement import compute, example_columns
from tests.factories.report_columns import (
    Row,
    figure,
    make_columns,
    make_context,
    plot,
    points,
    too_few,
)

HAND = [
    Row(1, 1, quality="bad"),
    Row(1, 2),
    Row(1, 3),
    Row(2, 1, candidate=0, tag="P", spans=((3, 6),)),
    Row(2, 2, candidate=0, tag="P", spans=((4, 6),)),
    Row(2, 3, candidate=1, tag="P"),
    Row(3, 2, candidate=0, tag="P", yes_no="YES"),
    Row(3, 3, candidate=0, tag="P", yes_no="YES"),
    Row(4, 1, quality="bad"),
]
CONTEXT = make_context(make_columns(HAND))
SECTION = compute(CONTEXT)
KINDS = {"P": "paragraph", "Table": "table", "Tr": "row", "Ol": "list", "Dd": "list_item"}


def table(name: str, section=SECTION) -> Table:
    return next(each for each in section.tables if each.name == name)


def close(value: float):
    return pytest.approx(value, abs=1e-12)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # Agreeing pairs: a third, all, all. Bad is 1/3, 0, 0 of an example's annotations.
        ("observed_quality", (1 / 3 + 1 + 1) / 3),
        ("fleiss_quality", (63 / 81 - 65 / 81) / (1 - 65 / 81)),
        # Eight annotations, seven good; 4 of 6 ordered pairs of the first disagree.
        ("alpha_quality", 1 - 7 * (4 / 2) / (64 - 1 - 49)),
        ("ac1_quality", (63 / 81 - 16 / 81) / (1 - 16 / 81)),
        ("observed_null", 1),
        ("fleiss_null", 1),
        ("alpha_null", 1),
        ("ac1_null", 1),
        # NULL 1/3 of all, paragraphs of the second 2/9 and 1/9, that of the third 1/3.
        ("observed_long", 7 / 9),
        ("fleiss_long", (63 / 81 - 23 / 81) / (58 / 81)),
        ("alpha_long", 1 - 7 * (4 / 2) / (64 - 9 - 4 - 1 - 4)),
        ("observed_yes_no", 1),
        ("alpha_yes_no", 1),
        # Yes is 1/3 and none 2/3 of all, of three that there were to choose from; all agree.
        ("ac1_yes_no", 1),
        # NULL 4/9, the two spans 1/9 each, yes 3/9.
        ("observed_short", 2 / 3),
        ("fleiss_short", (2 / 3 - 27 / 81) / (54 / 81)),
        ("alpha_short", 1 - 7 * (6 / 2) / (64 - 16 - 1 - 1 - 4)),
        # The two spans share two tokens of three: Jaccard 2/3, MASI 4/9, F1 4/5.
        ("alpha_short_jaccard", 1 - 7 * ((4 + 2 / 3) / 2) / (42 - 4 / 3)),
        ("alpha_short_masi", 1 - 7 * ((4 + 10 / 9) / 2) / (42 - 8 / 9)),
        ("token_f1", (1 + 0.8 / 3 + 1) / 3),
        ("token_iou", (1 + 2 / 9 + 1) / 3),
        ("span_f1", 0.8),
        ("span_iou", 2 / 3),
    ],
)
def test_figures_by_hand(name: str, expected: float) -> None:
    found = figure(SECTION, name)
    assert found.value == close(expected)
    assert found.count == (1 if name.startswith("span") else 3)
    # Three examples are too few for an interval.
    assert (found.low, found.high, found.method) == (None, None, "")
    assert found.no_interval == too_few(found.count or 0)


def test_only_examples_with_two_annotations_are_compared() -> None:
    assert figure(SECTION, "examples_compared").value == 3
    assert figure(SECTION, "pairs_compared").value == 3 + 3 + 1
    alone = [Row(key, 1, candidate=key, tag="P") for key in range(10, 20)]
    more = compute(make_context(make_columns(HAND + alone)))
    assert more.figures == SECTION.figures
    assert more.tables == SECTION.tables


def test_every_figure_is_beside_the_others_in_the_plots() -> None:
    observed = points(SECTION, "observed_by_field")
    assert {key: point.value for key, point in observed.items()} == {
        name: figure(SECTION, f"observed_{name}").value
        for name in ("quality", "null", "long", "yes_no", "short")
    }
    for coefficient in ("fleiss", "alpha", "ac1"):
        corrected = points(SECTION, "beyond_chance_by_field", coefficient)
        assert corrected["null"].value == figure(SECTION, f"{coefficient}_null").value


@pytest.mark.parametrize("name", ["ac1_long", "ac1_short"])
def test_answers_of_each_examples_own_have_no_number_of_categories(name: str) -> None:
    found = figure(SECTION, name)
    assert found.value is None
    assert "categories" in found.missing.reason
    assert name.removeprefix("ac1_") not in points(SECTION, "beyond_chance_by_field", "ac1")


def test_what_is_confused_with_what() -> None:
    long = table("confusion_long")
    assert [column.name for column in long.columns] == [
        "decision",
        "examples",
        "bad",
        "no_answer",
        "paragraph",
        "another",
    ]
    # Of the first example's pairs two are bad against no answer, one is no answer twice. Of the
    # second's, one is the same paragraph and two are different ones; the third's only is the same.
    assert long.rows == [
        ["bad", 1, 0, 1, 0, 0],
        ["no_answer", 1, close(1 / 2), close(1 / 2), 0, 0],
        ["paragraph", 2, 0, 0, close(2 / 3), close(1 / 3)],
    ]
    short = table("confusion_short")
    assert [column.name for column in short.columns] == [
        "decision",
        "examples",
        "spans",
        "yes",
        "another",
    ]
    assert short.rows == [["spans", 1, 0, 0, 1], ["yes", 1, 0, 1, 0]]


def test_the_most_frequent_confusions_lead_to_their_examples() -> None:
    confused = points(SECTION, "confused_decisions")
    assert {key: (point.value, point.count) for key, point in confused.items()} == {
        "bad__no_answer": (close(1 / 2), 1),
        "paragraph__paragraph": (close(1 / 2), 1),
    }
    columns = example_columns(CONTEXT)
    assert confused["bad__no_answer"].examples == Drill("confused__bad__no_answer", 1, 2)
    assert columns["confused__bad__no_answer"].tolist() == [2, 0, 0, 0]
    assert columns["confused__paragraph__paragraph"].tolist() == [0, 2, 0, 0]


def test_null_of_a_file_that_says_nothing_of_the_question_is_a_decision_of_its_own() -> None:
    """Of the first example's pairs, unsaid stands once against the paragraph; that it may mean no
    answer or a bad question leaves two pairs out, and no answer stands against the others' two.
    In the second everybody says NULL and nobody says why.
    """
    rows = [
        Row(1, 1, quality=None),
        Row(1, 2),
        Row(1, 3, quality="bad"),
        Row(1, 4, candidate=0, tag="P"),
        Row(2, 1, quality=None),
        Row(2, 2, quality=None),
    ]
    section = compute(make_context(make_columns(rows)))
    # Four pairs are left of the first example, each of weight 1/4; one of the second, of weight 1.
    assert table("confusion_long", section).rows == [
        ["bad", 1, 0, close(1 / 2), close(1 / 2), 0],
        ["no_answer", 1, close(1 / 2), 0, close(1 / 2), 0],
        ["paragraph", 1, close(1 / 3), close(1 / 3), 0, close(1 / 3)],
        ["unsaid", 2, 0, 0, close(1 / 9), close(8 / 9)],
    ]
    assert {key: point.value for key, point in points(section, "confused_decisions").items()} == {
        "bad__no_answer": close(1 / 4),
        "bad__paragraph": close(1 / 4),
        "no_answer__paragraph": close(1 / 4),
        "paragraph__unsaid": close(1 / 4),
    }


def test_what_may_be_the_same_is_no_disagreement() -> None:
    rows = [Row(1, 1, quality=None), Row(1, 2), Row(1, 3)]
    section = compute(make_context(make_columns(rows)))
    assert table("confusion_long", section).rows == [["no_answer", 1, 1]]
    assert plot(section, "confused_decisions").missing is not None
    unknown = compute(make_context(make_columns(rows[:2])))
    to_json(unknown)
    assert table("confusion_long", unknown).rows == []


@pytest.mark.parametrize("tag", KINDS)
def test_kinds_of_long_answers_are_told_apart(tag: str) -> None:
    rows = [Row(1, 1, candidate=0, tag=tag), Row(1, 2), Row(1, 3, candidate=1, tag="")]
    found = table("confusion_long", compute(make_context(make_columns(rows))))
    assert [row[0] for row in found.rows] == ["no_answer", KINDS[tag], "other"]


def test_bars_have_the_examples_that_agree_so_far() -> None:
    columns = example_columns(CONTEXT)
    np.testing.assert_allclose(columns["agreement_quality"], [1 / 3, 1, 1, np.nan])
    np.testing.assert_allclose(columns["agreement_null"], [1, 1, 1, np.nan])
    np.testing.assert_allclose(columns["agreement_long"], [1, 1 / 3, 1, np.nan])
    np.testing.assert_allclose(columns["agreement_yes_no"], [1, 1, 1, np.nan])
    np.testing.assert_allclose(columns["agreement_short"], [1, 0, 1, np.nan])
    bars = points(SECTION, "examples_by_long")
    assert {key: point.count for key, point in bars.items()} == {
        "none": 0,
        "0-0.25": 0,
        "0.25-0.5": 1,
        "0.5-0.75": 0,
        "0.75-1": 0,
        "all": 2,
    }
    assert bars["all"].value == close(2 / 3)
    assert bars["none"].examples is None
    assert points(SECTION, "examples_by_short")["none"].count == 1


def test_an_edge_belongs_to_the_bar_below_it() -> None:
    # Three of four agree: 3 of 6 pairs.
    rows = [Row(1, who, candidate=0 if who < 3 else 1, tag="P") for who in range(4)]
    section = compute(make_context(make_columns(rows)))
    bars = points(section, "examples_by_long")
    assert {key for key, point in bars.items() if point.count} == {"0.25-0.5"}
    column = example_columns(make_context(make_columns(rows)))["agreement_long"]
    drill = bars["0.25-0.5"].examples
    assert column.tolist() == [1 / 2]
    assert drill.low <= column[0] <= drill.high < 0.5 + 1e-12


def test_each_bar_counts_just_its_examples() -> None:
    generator = np.random.default_rng(4)
    rows = [
        Row(example, who, candidate=int(generator.integers(0, 3)), tag="P")
        for example in range(60)
        for who in range(int(generator.integers(1, 8)))
    ]
    context = make_context(make_columns(rows))
    column = example_columns(context)["agreement_long"]
    bars = list(points(compute(context), "examples_by_long").values())
    for bar in bars:
        if bar.examples:
            within = (column >= bar.examples.low) & (column <= bar.examples.high)
            assert bar.count == within.sum()
    several = {row.example for row in rows if row.annotator == 1}
    assert sum(bar.count for bar in bars) == bars[0].total == len(several)


def test_agreement_by_answer_type() -> None:
    # Most say: no answer; spans; yes or no.
    quality = points(SECTION, "agreement_by_type", "quality")
    assert {key: point.value for key, point in quality.items()} == {
        "no_answer": close(1 / 3),
        "spans": 1,
        "yes_no": 1,
    }
    tied = compute(make_context(make_columns([Row(1, 1), Row(1, 2, quality="bad")])))
    assert {point.key for point in plot(tied, "agreement_by_type").points} == {"undecided"}


def test_an_example_of_a_file_that_says_nothing_of_the_question_is_not_of_the_type_no_answer() -> (
    None
):
    rows = [Row(1, 1, quality=None), Row(1, 2, quality=None), Row(1, 3)]
    section = compute(make_context(make_columns(rows)))
    assert {point.key for point in plot(section, "agreement_by_type").points} == {"unsaid"}


def test_agreement_by_split() -> None:
    context = make_context(make_columns(HAND), splits={1: "dev", 2: "train", 3: "train"})
    long = points(compute(context), "agreement_by_split", "long")
    assert {key: (point.value, point.count) for key, point in long.items()} == {
        "dev": (1, 1),
        "train": (close(2 / 3), 2),
    }


def test_one_split_alone_is_not_compared_with_itself() -> None:
    found = plot(SECTION, "agreement_by_split")
    assert found.points == []
    assert found.missing.reason == "All examples that can be compared are of one split."


def test_agreement_by_guidelines_is_of_pairs_under_the_same_version() -> None:
    rows = [replace(row, guideline=1 if row.annotator < 3 else 2) for row in HAND]
    found = compute(make_context(make_columns(rows)))
    long = points(found, "agreement_by_guideline", "long")
    # The first two of examples 1 and 2 annotated under version 1; others are pairs of both.
    assert {key: (point.value, point.count) for key, point in long.items()} == {
        "1": (1, 2),
        "mixed": (close((1 + 0 + 1) / 3), 3),
    }
    assert plot(SECTION, "agreement_by_guideline").missing is not None


def test_weeks_begin_on_monday_and_a_pair_is_of_its_later_annotation() -> None:
    rows = [
        Row(1, 1, day="2026-01-04"),  # a Sunday
        Row(1, 2, day="2026-01-05", candidate=0, tag="P"),
        Row(2, 1, day="2026-01-03"),
        Row(2, 2, day="2026-01-04"),
    ]
    found = points(compute(make_context(make_columns(rows))), "agreement_by_week", "null")
    assert {key: point.value for key, point in found.items()} == {"2025-12-29": 1, "2026-01-05": 0}
    assert found["2026-01-05"].x == 20458  # days since 1970


def test_a_file_that_says_nothing_of_the_question_has_no_part_in_its_agreement() -> None:
    imported = [
        Row(5, 1, quality=None, candidate=0, tag="P", source="imported"),
        Row(5, 2, quality=None, candidate=0, tag="P", source="imported"),
        Row(6, 1, quality="bad"),
        Row(6, 2, quality=None),
        Row(7, 1, quality="bad"),
        Row(7, 2, quality=None),
        Row(7, 3, quality="bad"),
    ]
    found = compute(make_context(make_columns(imported)))
    assert (figure(found, "observed_quality").value, figure(found, "observed_quality").count) == (
        1,
        1,
    )
    assert figure(found, "observed_null").count == 3
    assert "imported_annotations" in found.notes
    only_files = compute(make_context(make_columns(imported[:2])))
    assert figure(only_files, "observed_quality").missing == Missing(
        "No example has two annotations that both say anything about it.",
        "At least one such example is needed.",
        0,
        1,
    )
    assert plot(only_files, "examples_by_quality").missing is not None


def test_without_disagreement_nothing_can_be_corrected_for_chance() -> None:
    found = compute(make_context(make_columns([Row(1, 1), Row(1, 2), Row(2, 1), Row(2, 2)])))
    assert figure(found, "observed_long").value == 1
    for name in ("fleiss_long", "alpha_long", "alpha_short_jaccard"):
        assert figure(found, name).value is None
        assert "Everybody decides the same" in figure(found, name).missing.reason
    # Of question quality there were two to choose from, so chance alone would agree now and then.
    assert figure(found, "ac1_quality").value == 1
    assert "decide alike" in plot(found, "confused_decisions").missing.reason
    assert table("confusion_short", found).missing is not None


@pytest.mark.parametrize(
    "rows", [[], [Row(1, 1)], [Row(1, 1), Row(2, 1, candidate=0, tag="P"), Row(3, 2)]]
)
def test_before_a_second_annotation_it_says_what_is_needed(rows: list[Row]) -> None:
    context = make_context(make_columns(rows))
    found = compute(context)
    to_json(found)
    for each in found.figures:
        if each.unit != "count":
            assert each.value is None
            assert each.missing.reason == "No example has two annotations yet."
            assert (each.missing.have, each.missing.need) == (0, 10)
    assert "ask for at least two" in figure(found, "alpha_long").missing.needed
    assert all(each.missing for each in found.plots)
    assert all(each.missing for each in found.tables)
    assert {len(column) for column in example_columns(context).values()} == {
        len({row.example for row in rows})
    }


def test_in_mid_collection_it_says_how_many_are_to_come() -> None:
    context = make_context(make_columns([Row(1, 1)]), overlaps={1: 2, 2: 2, 3: 1})
    needed = figure(compute(context), "alpha_long").missing.needed
    assert needed.startswith("2 should get two or more.")


def test_the_same_columns_and_seed_give_the_same_section() -> None:
    again = compute(make_context(make_columns(HAND)))
    assert to_json(again) == to_json(SECTION)


def test_every_point_of_agreement_opens_the_examples_that_it_is_the_mean_of() -> None:
    columns = example_columns(CONTEXT)
    keys = np.unique(CONTEXT.annotations.example)
    names = ("observed_by_field", "agreement_by_type", "agreement_by_week")
    found = [point for name in names for point in plot(SECTION, name).points]
    assert {point.examples.column for point in found if point.examples} >= {
        "agreement_long",
        "long_agreement_by_type_no_answer",
        "long_agreement_by_week_2026-01-05",
    }
    for point in found:
        assert point.examples is not None
        _, values = keys_and_values(columns[point.examples.column], keys)
        shares = values[~np.isnan(values)]
        assert (len(shares), shares.mean()) == (point.count, close(point.value or 0))


def test_a_part_with_a_name_of_its_own_goes_by_its_number() -> None:
    rows = [Row(example, annotator) for example in (1, 2) for annotator in (1, 2)]
    context = make_context(make_columns(rows), splits={1: "A / B", 2: "dev"})
    found = points(compute(context), "agreement_by_split", "long")
    assert {key: point.examples and point.examples.column for key, point in found.items()} == {
        "A / B": "long_agreement_by_split_number_1",
        "dev": "long_agreement_by_split_dev",
    }
