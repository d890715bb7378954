"""Who needs help: every figure worked out by hand, or by another way."""

from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.measures.steadiness import Evidence
from annotator.quality.reports.figures import Section, Table, to_json
from annotator.quality.reports.sections.people import NOBODY, compute, details
from annotator.quality.reports.sections.people.details import chart_of
from annotator.quality.reports.sections.people.evidence import (
    JOINT_SHARE,
    SHARES,
    Observed,
    findings_of,
)
from annotator.quality.reports.sections.people.scores import (
    quick_and_slow,
    scores_of,
    share_of_others,
)
from tests.quality.reports.people_columns import NAN, Given, columns_of, context_of
from tests.size import sized

AGREEMENT = ("agree_quality", "agree_null", "agree_long", "agree_short")
MEASURES = (*AGREEMENT, "null", "bad", "quick", "slow")

SMALL = [
    Given(1, 11, long=1, short=1),
    Given(1, 12, long=1, short=2),
    Given(1, 13, long=0, quality=0),
    Given(2, 11, long=1, short=1),
    Given(2, 12, long=2, short=2),
    Given(2, 13, long=1, short=1, quality=-1),
    Given(3, 11),
]
"""Two examples of three annotators, and one that 11 alone has had."""


def section_of(rows: list[Given], inputs: dict[str, Any] | None = None) -> Section:
    section = compute(context_of(columns_of(rows), inputs))
    to_json(section)
    return section


def table(section: Section, name: str) -> list[dict[str, Any]]:
    found: Table = next(each for each in section.tables if each.name == name)
    names = [column.name for column in found.columns]
    return [dict(zip(names, row, strict=True)) for row in found.rows]


def person(section: Section, annotator: int) -> dict[str, Any]:
    return next(row for row in table(section, "annotators") if row["annotator"] == str(annotator))


def test_everybody_is_held_against_the_others_alone() -> None:
    """Of two others: long answers agree with 1/2, 1/2 (11), 1/2, 0 (12), 0, 1/2 (13); NULL or not
    with 1/2, 1; 1/2, 1; 0, 1; short answers with 0, 1/2; 0, 0; 0, 1/2. The quality of the second
    question is 13's to say no more, so there 11 and 12 have one other each.
    """
    section = section_of(SMALL)
    found = {
        who: [Fraction(person(section, who)[name]).limit_denominator(99) for name in AGREEMENT]
        for who in (11, 12, 13)
    }
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    assert found == {
        11: [Fraction(3, 4), Fraction(3, 4), half, quarter],
        12: [Fraction(3, 4), Fraction(3, 4), quarter, 0],
        13: [0, half, quarter, quarter],
    }
    rates = [(person(section, who)["null"], person(section, who)["bad"]) for who in (11, 12, 13)]
    assert rates == [(pytest.approx(1 / 3), 0), (0, 0), (0.5, 1)]
    assert [row["annotations"] for row in table(section, "annotators")] == [3, 2, 2]


def test_centres_and_limits_by_hand() -> None:
    """Long answers: 4 of 6 scores are 1/2, so 1/3 with variance 1/6 - 1/9 = 1/18; limits of two
    are 1/3 ± 3 √(1/36) = 1/3 ± 1/2, so 0 and 5/6. NULL: 2 of 7; limits of three 2/7 ± 3 √(10/147).
    """
    section = section_of(SMALL)
    figures = {figure.name: figure for figure in section.figures}
    assert figures["agree_long"].value == pytest.approx(1 / 3)
    assert figures["agree_long"].count == 6
    assert (figures["null"].value, figures["null"].count) == (pytest.approx(2 / 7), 7)
    assert figures["bad"].value == pytest.approx(1 / 6)
    plots = {plot.name: plot for plot in section.plots}
    long = plots["agree_long"].points
    assert [(point.key, point.x) for point in long] == [("11", 2), ("12", 2), ("13", 2)]
    assert [(point.low, point.high) for point in long] == [(0, pytest.approx(5 / 6))] * 3
    first = plots["null"].points[0]
    assert (first.low, first.high) == (0, pytest.approx(1, abs=1e-9))
    assert first.high == min(1, 2 / 7 + 3 * sqrt(10 / 147))


def straying() -> list[Given]:
    """Three people with 100 examples each of their own. 11 and 12 find no answer to every fifth;
    13 to the first six, then to none up to the 50th, and from there on to all.
    """
    rows = []
    for number in range(100):
        rows.append(Given(1000 + number, 11, long=int(number % 5 > 0)))
        rows.append(Given(2000 + number, 12, long=int(number % 5 > 0)))
        rows.append(Given(3000 + number, 13, long=int(6 <= number < 50)))
    return rows


def test_a_signal_by_hand() -> None:
    """Centre 96 / 300 = 0.32; limits of 100: 0.32 ± 3 √(0.32 · 0.68 / 100) = 0.32 ± 0.139943. 13
    found no answer in 6 of the first 50, and never after.
    """
    section = section_of(straying())
    (signal,) = table(section, "signals")
    assert (signal["annotator"], signal["measure"]) == ("13", "null")
    assert (signal["way"], signal["trigger"]) == ("more_often", "change")
    assert signal["rate"] == 0.56
    assert signal["expected"] == pytest.approx(0.32)
    assert signal["low"] == pytest.approx(0.180057, abs=1e-6)
    assert signal["high"] == pytest.approx(0.459943, abs=1e-6)
    assert (signal["run"], signal["behind"]) == (50, 50)
    assert (signal["earlier_rate"], signal["run_rate"]) == (6 / 50, 1)
    assert signal["urgency"] > 3
    assert (signal["since"], signal["until"]) == ("2026-11-01", "2026-11-01")
    figures = {figure.name: figure for figure in section.figures}
    assert (figures["to_look_at"].value, figures["to_look_at"].count) == (1, 3)
    assert [row["reasons"] for row in table(section, "annotators")] == [0, 0, 1]


def observed(name: str, chances: list[float]) -> Observed:
    rows = [[np.array([place])] for place in range(len(chances))]
    evidence = [Evidence(1.0, 0)] * len(chances)
    return Observed(name, range(len(chances)), rows, evidence, np.array(chances))


def test_few_of_those_shown_are_steady() -> None:
    """Of 20 people the first needs 0.06 / 20 = 0.003, the second 0.006, and so do all others."""
    steady = observed("answers", [1.0] * 20)
    of_quick = SHARES["quick"] / (SHARES["quick"] + SHARES["answers"] + JOINT_SHARE)

    def shown(*chances: float) -> list[tuple[int, float]]:
        rest = [1.0] * (20 - len(chances))
        quick = observed("quick", [chance * of_quick for chance in chances] + rest)
        return [(each.place, each.chance) for each in findings_of([steady, quick], 20)]

    assert shown(0.0031) == []
    assert shown(0.0031, 0.0059) == [(0, pytest.approx(0.0031)), (1, pytest.approx(0.0059))]
    assert {place for place, _ in shown(*[0.0001] * 18, 0.0061)} == {*range(18)}


def test_two_charts_that_tell_a_little_each_tell_enough_together() -> None:
    """0.006 and 0.01 have a product of 0.00006, which is as small by chance in 0.00006 (1 + 9.721)
    = 0.000643; over its share of the chance, 0.2 of 0.9, that is 0.00289.
    """
    rest = [1.0] * 19
    charts = [observed("answers", [0.006, *rest]), observed("quick", [0.01, *rest])]
    found = [(each.chart, each.chance) for each in findings_of(charts, 20)]
    together = pytest.approx(0.00289, abs=1e-5)
    assert found == [("answers", together), ("quick", together)]
    assert findings_of(charts[:1], 20) == []
    telling = [observed("answers", [1e-6, *rest]), observed("quick", [0.5, *rest])]
    assert [each.chart for each in findings_of(telling, 20)] == ["answers"]


def paced(paces: dict[int, list[float]]) -> list[Given]:
    """Examples of each annotator's own, ten a day; seconds scatter evenly, by up to a quarter."""
    generator = np.random.default_rng(4)
    return [
        Given(
            1000 * who + number,
            who,
            seconds=(pace * generator.uniform(0.75, 1.25), NAN, NAN),
            day=number // 10,
        )
        for number in range(len(paces[11]))
        for who in paces
        for pace in [paces[who][number]]
    ]


def test_a_pace_of_ones_own_is_no_reason_to_look_and_a_change_of_it_is() -> None:
    """12 takes half as long again as 11 throughout; 13 is quicker from the 101st on: 300 s become
    200 s, which is slower than everybody else.
    """
    paces = {11: [100.0] * 200, 12: [150.0] * 200, 14: [120.0] * 200, 15: [90.0] * 200}
    assert table(section_of(paced(paces)), "signals") == []
    rows = paced(paces | {13: [300.0] * 100 + [200.0] * 100})
    (signal,) = table(section_of(rows), "signals")
    assert (signal["annotator"], signal["measure"], signal["trigger"]) == ("13", "quick", "change")
    assert (signal["way"], signal["run"]) == ("more_often", 100)
    assert (signal["since"], signal["until"]) == ("2026-11-11", "2026-11-20")
    own = [row.seconds[0] for row in rows if row.annotator == 13]
    assert signal["earlier_seconds"] == pytest.approx(np.median(own[:100]))
    assert signal["run_seconds"] == pytest.approx(np.median(own[100:]))
    (found,) = details_of(rows)["13"]["signals"]
    quicker = [
        13_100 + place for place, each in enumerate(own[100:]) if each < np.median(own[:100])
    ]
    assert (signal["behind"], found["examples"]) == (len(quicker), quicker[::-1][:50])


def test_a_third_of_everybodys_time_from_the_start_is_a_reason_to_look() -> None:
    paces = {who: [100.0 + who] * 100 for who in range(11, 31)} | {31: [35.0] * 100}
    rows = paced(paces)
    (signal,) = table(section_of(rows), "signals")
    assert (signal["annotator"], signal["measure"], signal["trigger"]) == ("31", "quick", "level")
    assert signal["earlier_rate"] is None
    everybody = [row.seconds[0] for row in rows]
    assert signal["earlier_seconds"] == pytest.approx(np.median(everybody))


def test_other_measures_than_a_pace_have_no_seconds() -> None:
    (signal,) = table(section_of(straying()), "signals")
    assert (signal["earlier_seconds"], signal["run_seconds"]) == (None, None)


def test_the_examples_behind_a_signal_are_the_latest_that_made_it() -> None:
    rows = straying()
    found = details(context_of(columns_of(rows)))
    (signal,) = found["13"]["signals"]
    count = signal["behind"]
    last = 3050 + count - 1
    assert signal["examples"] == list(range(last, last - min(count, 50), -1))
    assert found["11"]["signals"] == []


def test_charts_are_moving_averages_with_their_limits() -> None:
    """11's own rate is 0.2, and it begins with a NULL: 0.1 + 0.9 · 0.2 = 0.28."""
    found = details(context_of(columns_of(straying())))
    plot = next(chart_of(each) for each in found["11"]["plots"] if chart_of(each).name == "null")
    assert (plot.kind, len(plot.points)) == ("control", 60)
    assert [point.value for point in plot.points[:1]] == [pytest.approx(0.28)]
    width = 3 * sqrt(0.2 * 0.8) * 0.1
    assert plot.points[0].high == pytest.approx(0.2 + width, abs=1e-4)
    assert plot.points[0].low == pytest.approx(0.2 - width, abs=1e-4)
    assert [plot.points[0].x, plot.points[-1].x] == [1, 100]
    # Of the first six each has two, 11's a NULL and then none: 0.9 · 0.5 + 0.1, and 0.9 of it.
    few = details(context_of(columns_of(straying()[:6])))
    own = next(chart_of(each) for each in few["11"]["plots"] if chart_of(each).name == "null")
    assert [point.value for point in own.points] == [pytest.approx(0.55), pytest.approx(0.495)]


def test_more_agreement_than_the_others_have_is_no_reason_to_look() -> None:
    """11 to 16 agree with each other always, and 17 never does: only 17's is a signal."""
    rows = [
        Given(example, who, long=1 if who < 17 else 2)
        for example in range(200)
        for who in range(11, 18)
    ]
    signals = table(section_of(rows), "signals")
    assert {(row["annotator"], row["measure"], row["way"]) for row in signals} == {
        ("17", "agree_long", "less_often")
    }


def test_the_most_urgent_comes_first_and_people_by_their_keys() -> None:
    rows = straying()
    # 14 finds nothing bad at first, and calls all of the last 60 bad.
    rows += [Given(4000 + n, 14, long=1, quality=int(n < 100)) for n in range(160)]
    section = section_of(rows)
    urgencies = [row["urgency"] for row in table(section, "signals")]
    assert len(urgencies) > 1
    assert urgencies == sorted(urgencies, reverse=True)
    assert [row["annotator"] for row in table(section, "annotators")] == ["11", "12", "13", "14"]


def test_quick_and_slow_are_tenths_of_those_with_the_same_stages() -> None:
    """Of 1 to 20 seconds the tenths end at 2.9 and 18.1; of nine there is no tenth."""
    seconds = np.array([[n / 4, n / 4, n / 2] for n in range(1, 21)] + [[1, NAN, NAN]] * 9)
    quick, slow = quick_and_slow(seconds)
    assert np.flatnonzero(quick == 1).tolist() == [0, 1]
    assert np.flatnonzero(slow == 1).tolist() == [18, 19]
    assert np.isnan(quick[20:]).all()


def test_who_takes_just_the_time_of_a_tenth_is_neither_quick_nor_slow() -> None:
    """Of 1 to 11 seconds the tenths end at 2 and 10 exactly, the second and the tenth."""
    seconds = np.array([[n, NAN, NAN] for n in range(1, 12)], dtype=np.float64)
    quick, slow = quick_and_slow(seconds)
    assert quick.tolist() == [1, *[0] * 10]
    assert slow.tolist() == [*[0] * 10, 1]


def test_medians_are_of_the_stages_that_somebody_came_to() -> None:
    rows = [
        Given(1, 11, long=1, seconds=(10, 20, 30)),
        Given(2, 11, quality=0, seconds=(12, NAN, NAN)),
        Given(3, 11, seconds=(20, 40, NAN)),
        Given(4, 12),
    ]
    section = section_of(rows)
    names = ("seconds_question", "seconds_long_answer", "seconds_short_answer", "seconds")
    assert [person(section, 11)[name] for name in names] == [12, 30, 30, 60]
    assert [person(section, 12)[name] for name in names] == [None] * 4


def test_a_stage_that_nobody_came_to_lasts_no_zero_seconds() -> None:
    """The annotating page counts 0 seconds for a stage that it didn't show."""
    steps = [(0, 0, (8, 0, 0)), (1, 0, (10, 20, 0)), (1, 1, (10, 20, 30))]
    rows, bare = [], []
    for example, (quality, long, seconds) in enumerate(steps * 10):
        # The first one finds most bad questions, in the time that all take for one.
        who = 11 if quality == 0 and example % 2 else 12
        first, second, third = (each or NAN for each in seconds)
        rows.append(Given(example, who, long=long, quality=quality, seconds=seconds))
        bare.append(rows[-1]._replace(seconds=(first, second, third)))
    section = section_of(rows)
    assert section == section_of(bare)
    names = ("quick", "slow", "seconds_question", "seconds_long_answer", "seconds_short_answer")
    assert [person(section, 11)[name] for name in names] == [0, 0, 8, None, None]
    assert [person(section, 12)[name] for name in names[2:]] == [10, 20, 30]


def test_training_and_feedback_stand_beside_and_whoever_has_not_begun() -> None:
    inputs = {
        "members": {"11": True, "40": True},
        "exams": {"11": {"exams": 2, "met": 9, "graded": 12}},
        "feedback": {"40": {"given": 3, "open": 1}},
    }
    section = section_of(SMALL, inputs)
    names = ("exams", "exam_met", "feedback", "feedback_open")
    assert [person(section, 11)[name] for name in names] == [2, 0.75, 0, 0]
    newcomer = person(section, 40)
    assert [newcomer[name] for name in names] == [0, None, 3, 1]
    assert newcomer["annotations"] == 0
    assert newcomer["null"] is None


@pytest.mark.parametrize(
    ("rows", "figure", "have", "need"),
    [
        ([], "to_look_at", 0, 2),
        ([Given(1, 11)], "to_look_at", 1, 2),
        ([Given(1, 11), Given(2, 12)], "agree_long", 0, 2),
        ([Given(1, 11), Given(2, 12)], "quick", 0, 10),
        ([Given(1, 11), Given(2, 12, long=1)], "to_look_at", 1, 20),
    ],
)
def test_what_can_not_be_said_yet_says_what_is_needed(
    rows: list[Given], figure: str, have: int, need: int
) -> None:
    found = next(
        (each for each in section_of(rows).figures if each.name == figure),
        None,
    )
    assert found is not None
    assert found.value is None
    assert found.missing is not None
    assert found.missing.reason.endswith(".")
    assert (found.missing.have, found.missing.need) == (have, need)


def test_one_example_each_and_two_people_are_said_to_be_few() -> None:
    section = section_of([Given(1, 11, long=1), Given(1, 12, long=1)])
    assert section.notes == ["two_annotators"]
    assert table(section, "signals") == []
    plots = {plot.name: plot.missing for plot in section.plots}
    assert plots["agree_long"] is not None
    assert plots["agree_long"].reason == "So far there is no difference between annotations."


def test_positions_of_files_are_nobody_and_still_others_to_agree_with() -> None:
    """1 to 3 are positions in a file, and agree with each other: 11 and 12 share their answer in
    half of the examples, and never each other's.
    """
    rows = []
    for example in range(60):
        rows += [Given(example, who, long=9, quality=-1, source="imported") for who in (1, 2, 3)]
        rows += [Given(example, who, long=9 if example % 2 == who - 11 else 5) for who in (11, 12)]
    inputs = {"members": {"1": True, "2": True, "3": True, "11": True, "12": True, "40": True}}
    section = section_of(rows, inputs)
    figures = {figure.name: figure for figure in section.figures}
    assert (figures["annotators"].value, figures["annotators"].count) == (2, 120)
    assert [row["annotator"] for row in table(section, "annotators")] == ["11", "12", "40"]
    # Three of four others say the same to every second example, and nobody to the rest.
    assert (figures["agree_long"].value, figures["agree_long"].count) == (3 / 8, 120)
    assert (figures["null"].value, figures["null"].count) == (0, 120)
    keys = {point.key for plot in section.plots for point in plot.points}
    assert keys == {"11", "12"}
    assert section.notes == ["imported_annotations"]
    assert {*details_of(rows)} == {"11", "12"}


def test_a_project_with_nothing_but_files_has_nobody_yet() -> None:
    rows = [Given(example, who, source="imported") for example in range(9) for who in (1, 2)]
    section = section_of(rows, {"members": {"1": True}})
    head = {figure.name: figure for figure in section.figures}
    assert (head["annotators"].value, head["annotators"].missing) == (None, NOBODY)
    assert (table(section, "annotators"), table(section, "signals")) == ([], [])


rows_of_annotations = st.lists(
    st.builds(
        Given,
        st.integers(1, 6),
        st.integers(1, 5),
        st.integers(0, 2),
        st.integers(0, 2),
        st.integers(-1, 1),
        st.tuples(st.sampled_from([NAN, 1.0, 9.5]), st.just(NAN), st.just(NAN)),
        st.just("human"),
        st.integers(0, 2),
    ),
    max_size=40,
    unique_by=lambda row: (row.example, row.annotator),
)


@settings(max_examples=sized(20, 100), deadline=None)
@given(rows_of_annotations)
def test_any_annotations_agree_with_going_through_them_one_by_one(rows: list[Given]) -> None:
    section = section_of(rows)
    details(context_of(columns_of(rows)))
    for who in {row.annotator for row in rows}:
        shares = []
        for own in (row for row in rows if row.annotator == who):
            others = [row for row in rows if row.example == own.example and row != own]
            if others:
                shares.append(Fraction(sum(o.short == own.short for o in others), len(others)))
        expected = float(sum(shares) / len(shares)) if shares else None
        assert person(section, who)["agree_short"] == (
            None if expected is None else pytest.approx(expected)
        )


def test_shares_of_others_leave_out_those_who_did_not_say() -> None:
    shares = share_of_others(
        np.array([1, 1, 1, 2, 2]),
        np.array([1, 0, -1, 1, -1]),
        np.array([True, True, False, True, False]),
    )
    assert shares[:2].tolist() == [0, 0]
    assert np.isnan(shares[2:]).all()


def test_measures_are_these() -> None:
    assert [each.name for each in scores_of(columns_of(SMALL))] == list(MEASURES)


def test_somebody_with_a_single_annotation_is_there_and_asks_for_no_look() -> None:
    rows = [*straying(), Given(1000, 20, long=0, quality=0, seconds=(500, NAN, NAN))]
    section = section_of(rows)
    assert {row["annotator"] for row in table(section, "signals")} == {"13"}
    newcomer = person(section, 20)
    assert (newcomer["annotations"], newcomer["null"], newcomer["bad"]) == (1, 1, 1)
    # Nine more would say what the quickest tenth is.
    assert (newcomer["agree_long"], newcomer["quick"], newcomer["seconds"]) == (1, None, 500)
    charts = {chart_of(each).name: chart_of(each) for each in details_of(rows)["20"]["plots"]}
    assert [point.value for point in charts["null"].points] == [1]


def details_of(rows: list[Given]) -> dict[str, Any]:
    return details(context_of(columns_of(rows)))
