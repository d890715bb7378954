"""The section *many_annotations*: the paper's Tables 2, Figures 4 and 6 and footnote 9."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from django.utils import timezone

from annotator.quality.judgments.models import Target
from annotator.quality.reports.chunks import build_next_chunk, load_columns, plan_chunks
from annotator.quality.reports.context import Parameters
from annotator.quality.reports.figures import Section, Table, to_json
from annotator.quality.reports.sections import many_annotations
from annotator.quality.reports.sections.many_annotations_inputs import inputs
from annotator.workspace.projects.models import Project
from tests.factories.clustered import counted_share
from tests.factories.coded_answers import coded_columns
from tests.factories.corpus import make_project
from tests.factories.many_annotations import Given, annotate_at_once, make_settled_round
from tests.factories.report_columns import (
    check_examples_behind,
    figure,
    make_context,
    plot,
    points,
)

NOTHING: dict[str, Any] = {
    "judged": {"long": None, "short": None},
    "annotated": {"long": None, "short": None},
}
JUDGED = (0, 2)
OTHER = (3, 4)


def judged_round(
    rows: Sequence[tuple[int, str]], *, draws: Sequence[int] = (), wanted: int | None = 25
) -> dict[str, Any]:
    """A round as inputs have it: of each answer how many of 25 long answers there are, verdict."""
    return {
        "id": 31,
        "number": 2,
        "title": "Long answers",
        "finished_on": "2026-01-10",
        "wanted": wanted,
        "answers": [
            {
                "annotation": 100 + place,
                "example": place,
                "question": f"question {place}",
                "verdict": verdict,
                "draws": draws[place - 1] if draws else 1,
                "annotations": 25,
                "long": [some, 1],
                "short": [0, 25],
            }
            for place, (some, verdict) in enumerate(rows, 1)
        ],
    }


def section_of(found: dict[str, Any], rows: dict[int, str] | None = None) -> Section:
    given = {
        "judged": {"long": found, "short": None},
        "annotated": {"long": found if found["wanted"] else None, "short": None},
    }
    return many_annotations.compute(make_context(coded_columns(rows or {}), inputs=given))


def table(section: Section, name: str) -> Table:
    return next(each for each in section.tables if each.name == name)


def ends(count: int, total: int) -> Any:
    return pytest.approx(counted_share(count, total), abs=1e-12)


# Table 2 has 90%, 59%, 31% and 10% of 139; footnote 9 has 114 of 122 and 11 of 17.
PAPERS = [(10, "C")] * 70 + [(25, "C_d")] * 44 + [(24, "W")] * 8 + [(9, "C")] * 6 + [(9, "W")] * 11


def test_footnote_9_comes_out_of_the_papers_counts() -> None:
    section = section_of(judged_round(PAPERS))
    right = figure(section, "footnote_9_correct_long")
    assert (right.value, right.count, right.published) == (114 / 122, 122, 114 / 122)
    assert (right.low, right.high) == ends(114, 122)
    wrong = figure(section, "footnote_9_wrong_long")
    assert (wrong.value, wrong.count, wrong.published) == (11 / 17, 17, 6 / 17)
    assert (wrong.low, wrong.high) == ends(11, 17)
    missing = figure(section, "footnote_9_wrong_short").missing
    assert missing is not None
    assert missing.reason == "No finished round has further annotations of its examples yet."


def test_table_2_comes_out_of_the_papers_counts() -> None:
    section = section_of(judged_round([(25, "C")] * 82 + [(25, "C_d")] * 43 + [(25, "W")] * 14))
    for name, count, published in (
        ("psi", 125, 0.90),
        ("correct", 82, 0.59),
        ("debatable", 43, 0.31),
        ("wrong", 14, 0.10),
    ):
        found = figure(section, f"{name}_long")
        assert (found.value, found.count) == (count / 139, 139)
        assert round(found.value or 0, 2) == published == found.published
        assert (found.low, found.high) == ends(count, 139)
    found_table = table(section, "table_2")
    assert [row[:2] for row in found_table.rows] == [
        ["psi", 125 / 139],
        ["correct", 82 / 139],
        ["debatable", 43 / 139],
        ["wrong", 14 / 139],
    ]
    assert [row[4] for row in found_table.rows] == [None] * 4
    assert [(row[1], row[4]) for row in found_table.published or ()] == [
        (0.90, 0.84),
        (0.59, 0.51),
        (0.31, 0.33),
        (0.10, 0.16),
    ]


def test_an_answer_that_was_drawn_twice_counts_twice() -> None:
    section = section_of(judged_round([(25, "C"), (5, "W")], draws=[2, 1]))
    assert figure(section, "psi_long").value == 2 / 3
    assert points(section, "figure_4_long", "C")["0.8-1.0"].value == 2 / 3
    assert figure(section, "footnote_9_correct_long").count == 2


def test_a_share_of_draws_of_too_few_examples_names_both_numbers() -> None:
    section = section_of(judged_round([(5, "W")] * 5, draws=[2, 2, 2, 1, 1]))
    found = figure(section, "footnote_9_wrong_long")
    assert (found.count, found.low) == (8, None)
    assert found.no_interval
    assert found.no_interval.reason == "An interval needs 10 examples; these 8 draws are of 5."


def test_figure_4s_bars_end_with_their_upper_ends() -> None:
    rows = [(some, "C") for some in (1, 5, 6, 10, 11, 15, 16, 20, 21, 25)] + [(5, "W"), (10, "C_d")]
    section = section_of(judged_round(rows))
    found = plot(section, "figure_4_long")
    assert (found.kind, found.series) == ("stacked", ("C", "C_d", "W"))
    counts = {
        series: {key: point.count for key, point in points(section, found.name, series).items()}
        for series in found.series
    }
    keys = ("0.0-0.2", "0.2-0.4", "0.4-0.6", "0.6-0.8", "0.8-1.0")
    assert counts == {
        "C": dict.fromkeys(keys, 2),
        "C_d": dict(zip(keys, (0, 1, 0, 0, 0), strict=True)),
        "W": dict(zip(keys, (1, 0, 0, 0, 0), strict=True)),
    }
    low = points(section, found.name, "C")["0.0-0.2"]
    assert (low.value, low.total) == (2 / 12, 12)
    assert (low.low, low.high) == ends(2, 12)
    many = points(section_of(judged_round(rows * 10)), found.name, "C")["0.0-0.2"]
    assert (many.low, many.high) == ends(20, 120)


def test_every_division_of_a_bar_opens_its_examples() -> None:
    rows = [(5, "C"), (5, "W"), (6, "C"), (10, "C"), (10, "C_d"), (25, "C")]
    given = {**NOTHING, "annotated": {"long": judged_round(rows), "short": None}}
    context = make_context(
        coded_columns(
            {key: "a" * some + "-" * (25 - some) for key, (some, _) in enumerate(rows, 1)}
        ),
        inputs=given,
    )
    columns = many_annotations.columns(context)
    found = plot(many_annotations.compute(context), "figure_4_long").points
    assert sum(point.count or 0 for point in found) == 6
    check_examples_behind(found, columns)


def test_without_verdicts_figure_4_has_all_examples_with_25_annotations() -> None:
    rows = {1: "a" * 5 + "-" * 20, 2: "a" * 10 + "-" * 15, 3: "-" * 25, 4: "a" * 24, 5: "a" * 25}
    section = many_annotations.compute(make_context(coded_columns(rows), inputs=NOTHING))
    counts = {key: point.count for key, point in points(section, "figure_4_long").items()}
    assert list(counts.items()) == [
        ("zero", 1),
        ("0.0-0.2", 1),
        ("0.2-0.4", 1),
        ("0.4-0.6", 0),
        ("0.6-0.8", 0),
        ("0.8-1.0", 1),
    ]
    assert section.notes == ("without_verdicts",)
    assert figure(section, "many_examples").value == 4
    assert figure(section, "many_mean_mu_long").value == pytest.approx((5 + 10 + 0 + 25) / 100)


def test_of_more_than_25_annotations_the_earliest_25_count() -> None:
    section = many_annotations.compute(
        make_context(coded_columns({1: "a" * 5 + "-" * 20 + "aaaa"}), inputs=NOTHING)
    )
    assert figure(section, "many_mean_mu_long").value == 0.2
    columns = many_annotations.columns(
        make_context(coded_columns({1: "a" * 25 + "-", 2: "a"}), inputs=NOTHING)
    )
    assert columns["many_mu_long"].tolist()[0] == 1
    assert np.isnan(columns["many_mu_long"][1])


def test_popular_answers_of_25_are_counted_by_hand() -> None:
    # 15, 5, 3 and 2; 10 and 15 NULL.
    rows = {1: "a" * 15 + "b" * 5 + "c" * 3 + "dd", 2: "a" * 10 + "-" * 15}
    section = many_annotations.compute(make_context(coded_columns(rows, rows), inputs=NOTHING))
    for part in ("long", "short"):
        shares = [p.value for p in points(section, f"many_popular_{part}", "all").values()]
        assert shares == [30 / 50, 45 / 50, 48 / 50]
        shares = [p.value for p in points(section, f"many_popular_{part}", "non_null").values()]
        assert shares == [25 / 35, 30 / 35, 33 / 35]
        distinct = points(section, f"many_distinct_{part}")
        assert [point.count for point in distinct.values()] == [0, 1, 0, 0, 1]


def test_examples_that_are_not_complete_are_left_out_and_counted() -> None:
    found = judged_round([(25, "C"), (5, "W")])
    found["answers"][1]["annotations"] = 20
    section = section_of(found)
    assert plot(section, "figure_4_long").points[-3].total == 1
    assert section.notes == ("without_verdicts", "incomplete_examples")
    missing = figure(section, "footnote_9_wrong_long").missing
    assert missing is not None
    assert (missing.have, missing.need) == (1, 2)
    assert table(section, "rounds").rows == [["long", 31, 2, "Long answers", "2026-01-10", 2, 1]]
    found["answers"][0]["annotations"] = 20
    missing = plot(section_of(found), "figure_4_long").missing
    assert missing is not None
    assert (missing.have, missing.need) == (0, 2)
    # Two annotations of one example were drawn.
    found["answers"][1]["example"] = found["answers"][0]["example"]
    missing = plot(section_of(found), "figure_4_long").missing
    assert missing is not None
    assert (missing.have, missing.need) == (0, 1)


def test_with_nothing_it_says_what_is_needed() -> None:
    section = many_annotations.compute(make_context(coded_columns({1: "aa"}), inputs=NOTHING))
    missing = figure(section, "many_mean_mu_long").missing
    assert missing is not None
    assert (missing.have, missing.need) == (2, 25)
    missing = figure(section, "psi_long").missing
    assert missing is not None
    assert missing.reason == "No round of judgments is finished yet."
    assert to_json(section)["name"] == "many_annotations"
    full = section_of(judged_round(PAPERS))
    assert [each.name for each in section.figures] == [each.name for each in full.figures]
    assert [each.name for each in section.plots] == [each.name for each in full.plots]


def sheet_row(long: int, same_long: int, short: int, same_short: int) -> list[Given]:
    """Figure 6's statistics as 25 answers; the judged one is the first."""
    candidates = [0] * same_long + [1] * (long - same_long)
    if same_short > short:
        # NULL is judged, and the others follow it.
        words = [(), *[(JUDGED,)] * short]
    else:
        words = [(JUDGED,)] * same_short + [(OTHER,)] * (short - same_short)
    words += [()] * (long - len(words))
    answers = [Given(at, each) for at, each in zip(candidates, words, strict=True)]
    return answers + [Given(None)] * (25 - long)


# A1 to A4, with the experts' verdicts.
FIGURE_6 = [(13, 4, 5, 1), (6, 3, 3, 22), (23, 21, 22, 3), (9, 6, 4, 1)]


def figure_6_project() -> Project:
    project = make_project(overlap=25)
    judged = annotate_at_once(project, [sheet_row(*row) for row in FIGURE_6])
    make_settled_round(judged, ["C_d", "C_d", "C", "W"], asked=25)
    with_short = [judged[0], judged[2], judged[3]]
    make_settled_round(with_short, ["C_d", "C", "W"], target=Target.SHORT, asked=25)
    plan_chunks(project)
    while build_next_chunk(project, at=timezone.now()):
        pass
    return project


@pytest.mark.django_db
def test_figure_6_comes_out_of_a_project() -> None:
    project = figure_6_project()
    given = inputs(project, Parameters(as_of="2026-01-13"))
    questions = {str(each.pk): each.question.text for each in project.examples.all()}
    context = make_context(load_columns(project), inputs={**given, "questions": questions})
    assert many_annotations.named_examples(context) == {int(key) for key in questions}
    section = many_annotations.compute(context)
    found = table(section, "figure_6")
    assert [row[1:7] for row in found.rows] == [row[1:7] for row in found.published or ()]
    assert [row[2:4] for row in found.rows] == [
        ["13/25", "4/25"],
        ["6/25", "3/25"],
        ["23/25", "21/25"],
        ["9/25", "6/25"],
    ]
    assert [row[5:7] for row in found.rows] == [
        ["5/25", "1/25"],
        ["3/25", "22/25"],
        ["22/25", "3/25"],
        ["4/25", "1/25"],
    ]
    # 13, 6, 23 and 9 of 25; 5, 22 and 4 of 25, of which one is in the lowest bar by its end.
    bars = plot(section, "figure_4_long").points
    assert [(bar.key, bar.series) for bar in bars if bar.count] == [
        ("0.2-0.4", "C_d"),
        ("0.2-0.4", "W"),
        ("0.4-0.6", "C_d"),
        ("0.8-1.0", "C"),
    ]
    bars = plot(section, "figure_4_short").points
    assert [(bar.key, bar.series) for bar in bars if bar.count] == [
        ("0.0-0.2", "C_d"),
        ("0.0-0.2", "W"),
        ("0.8-1.0", "C"),
    ]
    assert figure(section, "many_mean_mu_long").value == pytest.approx((13 + 6 + 23 + 9) / 100)
    assert figure(section, "many_mean_mu_short").value == pytest.approx((5 + 3 + 22 + 4) / 100)
    assert figure(section, "psi_long").value == 3 / 4
    assert figure(section, "psi_short").value == 2 / 3
    # Two passages each, 21 and 2, 6 and 3, and so on; all four have their question beside them.
    varied = table(section, "many_varied_long").rows
    assert [row[1] for row in varied] == [2, 2, 2, 2]
    assert {(row[0], row[-1]) for row in varied} == {(row[0], row[-1]) for row in found.rows}
    assert [row[0] for row in table(section, "rounds").rows] == ["long", "short"]
    assert section.notes == ()


@pytest.mark.django_db
def test_the_newest_finished_round_says_the_precision_and_an_older_one_figure_4() -> None:
    project = make_project(overlap=25)
    judged = annotate_at_once(project, [sheet_row(*row) for row in FIGURE_6[:2]])
    make_settled_round(judged, ["W", "W"], asked=25)
    make_settled_round(judged[:1], ["C"])
    make_settled_round(judged[:1], [None])
    given = inputs(project, Parameters(as_of="2026-01-13"))
    assert given["judged"]["long"]["number"] == 2
    assert given["annotated"]["long"]["number"] == 1
    assert given["judged"]["short"] is None
    section = many_annotations.compute(make_context(load_columns(project), inputs=given))
    assert figure(section, "psi_long").value == 1
    assert {bar.series for bar in plot(section, "figure_4_long").points if bar.count} == {"W"}
    assert [row[2] for row in table(section, "rounds").rows] == [2, 1]


@pytest.mark.django_db
def test_a_project_without_rounds_or_annotations_has_inputs() -> None:
    assert inputs(make_project(), Parameters(as_of="2026-01-13")) == NOTHING
