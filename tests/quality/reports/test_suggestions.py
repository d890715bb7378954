"""The section *suggestions* by hand, and its rows from real submissions."""

from typing import Any

import numpy as np
import pytest
import statsmodels.api as sm

from annotator.material.corpus.models import HiddenSplit
from annotator.quality.reports.context import Parameters, ReportContext
from annotator.quality.reports.figures import Missing, to_json
from annotator.quality.reports.sections.suggestion_inputs import USES, inputs
from annotator.quality.reports.sections.suggestions import compute
from annotator.workspace.projects.models import Project
from tests.api.clients import client_of
from tests.factories.corpus import make_examples, make_member, make_project
from tests.factories.report_columns import AS_OF, figure, make_columns, make_context, too_few
from tests.factories.suggestions import PARAGRAPH, TABLE, keep_system, make_plan, predicted

TAKEN, CHANGED, IGNORED, REJECTED = range(4)
ROWS = [
    # example, annotator, whether it was shown, use, seconds, choice of suggestions
    [1, 1, 1, TAKEN, 20.0, 1],
    [2, 1, 1, TAKEN, 30.0, 1],
    [3, 2, 1, CHANGED, 40.0, 1],
    [4, 2, 1, REJECTED, None, 1],
    [5, 1, 0, TAKEN, 50.0, 1],
    [6, 2, 0, IGNORED, 70.0, 1],
]


def context_of(rows: list[Any], **more: Any) -> ReportContext:
    given = {"is_used": True, "overlapping": 0, "rows": rows, **more}
    return make_context(make_columns([]), overlaps={1: 1}, inputs=given)


def test_savings_anchoring_and_uses_by_hand() -> None:
    section = compute(context_of(ROWS))
    assert USES == ("taken", "changed", "ignored", "rejected")
    values = {each.name: (each.value, each.count) for each in section.figures}
    assert values == {
        "with_suggestion": (4, None),
        "without_suggestion": (2, None),
        "seconds_with_suggestion": (30, 3),
        "seconds_without_suggestion": (60, 2),
        "time_saved": (30, 5),
        "agreeing_with_suggestion": (1 / 2, 4),
        "agreeing_without_suggestion": (1 / 2, 2),
        "anchoring_effect": (0, 6),
    }
    [table] = section.tables
    assert [list(row) for row in table.rows] == [
        ["taken", 2, 1, 1 / 2, 1 / 2],
        ["changed", 1, 0, 1 / 4, 0],
        ["ignored", 0, 1, 0, 1 / 2],
        ["rejected", 1, 0, 1 / 4, 0],
    ]
    each = "examples in each group"
    assert figure(section, "time_saved").no_interval == too_few(2, each, need=20)
    assert figure(section, "anchoring_effect").no_interval == too_few(4, each, need=40)
    assert section.notes == ()


def test_enough_annotations_have_an_interval_around_the_effect() -> None:
    draw = np.random.default_rng(1)
    rows = [
        [
            number,
            number % 15,
            int(shown),
            TAKEN if draw.random() < (0.8 if shown else 0.6) else IGNORED,
            float(np.exp(draw.normal(4 - 0.3 * shown, 0.4))),
            1,
        ]
        for number, shown in enumerate(draw.random(900) < 0.5)
    ]
    section = compute(context_of(rows))
    for name, truth in (("anchoring_effect", 0.2), ("time_saved", 15.3)):
        found = figure(section, name)
        assert found.method == "two_way"
        assert found.low is not None
        assert found.high is not None
        assert found.low < truth < found.high
        assert found.low > 0


def test_effects_are_within_a_choice_of_suggestions_as_statsmodels_has_them() -> None:
    """A choice later on shows four in five suggestions instead of one in five, while everybody has
    got faster by half and the system better: suggestions themselves do nothing.
    """
    draw = np.random.default_rng(3)
    later = np.arange(1000) >= 500
    shown = draw.random(1000) < np.where(later, 0.8, 0.2)
    seconds = np.exp(draw.normal(np.where(later, 3.3, 4), 0.4))
    agrees = draw.random(1000) < np.where(later, 0.8, 0.4)
    columns = (np.arange(1000), np.arange(1000) % 15, shown, np.where(agrees, TAKEN, IGNORED))
    rows = [[int(each) for each in row] for row in zip(*columns, strict=True)]
    rows = [
        [*row, float(time), int(1 + late)]
        for row, time, late in zip(rows, seconds, later, strict=True)
    ]
    section = compute(context_of(rows))
    design = np.column_stack([shown, later, np.ones(1000)]).astype(np.float64)
    for name, values, sign, crude in (
        ("time_saved", seconds, -1, 15),
        ("anchoring_effect", agrees * 1.0, 1, 0.2),
    ):
        found = figure(section, name)
        expected = sign * sm.OLS(values, design).fit().params[0]
        assert found.value == pytest.approx(expected, abs=1e-9)
        assert found.low is not None
        assert found.high is not None
        assert found.low < 0 < found.high
        # As all answers have it, suggestions would save a lot.
        assert sign * (values[shown].mean() - values[~shown].mean()) > crude
    one, other = (
        [*row[:2], shown, *row[3:]] for row, shown in zip(rows[499:501], (1, 0), strict=True)
    )
    apart = figure(compute(context_of([one, other])), "time_saved").missing
    assert apart is not None
    assert apart.reason == "No choice of suggestions has answers both with one and without."


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([], "Nobody has submitted an answer with a suggestion yet."),
        (ROWS[:4], "Nobody has submitted an answer without a suggestion yet."),
        (ROWS[4:], "Nobody has submitted an answer with a suggestion yet."),
    ],
)
def test_with_one_arm_alone_nothing_is_compared(rows: list[Any], reason: str) -> None:
    section = compute(context_of(rows))
    for name in ("time_saved", "anchoring_effect"):
        missing = figure(section, name).missing
        assert isinstance(missing, Missing)
        assert missing.reason == reason
    to_json(section)


def test_a_project_without_suggestions_says_so_alone() -> None:
    section = compute(context_of([], is_used=False))
    assert (list(section.figures), section.notes) == ([], ["suggestions_off"])


def test_examples_that_overlap_by_now_are_remarked() -> None:
    assert compute(context_of(ROWS, overlapping=2)).notes == ["examples_overlap_by_now"]


@pytest.mark.django_db
def test_the_rows_are_what_annotators_did() -> None:
    project = make_project()
    examples = make_examples(project, 2)
    assert inputs(project, Parameters(AS_OF))["is_used"] is False
    plan = make_plan(project, keep_system(project, [predicted(each) for each in examples]))
    annotator = make_member(project, "anna").user
    client = client_of(annotator)
    for box in (PARAGRAPH, TABLE):
        claimed = client.post("/api/v1/projects/project/assignments/next/").json()
        address = f"/api/v1/assignments/{claimed['id']}"
        good = {"version": 0, "question_quality": "good", "stage": "long_answer"}
        assert client.put(f"{address}/draft/", good).status_code == 200
        answer = {
            "question_quality": "good",
            "long_answer": {"candidate_index": box},
            "active_seconds": {"question": 5, "long_answer": 10, "short_answer": 2.5},
        }
        assert client.post(f"{address}/submit/", answer).status_code == 201
    project = Project.objects.get(pk=project.pk)
    read = inputs(project, Parameters(AS_OF))
    assert read["overlapping"] == 0
    assert sorted(read["rows"]) == [
        [examples[0].pk, annotator.pk, 1, TAKEN, 12.5, plan.pk],
        [examples[1].pk, annotator.pk, 1, IGNORED, 12.5, plan.pk],
    ]
    # The hidden split alone has no suggestions, and its report none of the others'.
    hidden = inputs(project, Parameters(AS_OF, HiddenSplit.ONLY))
    assert hidden == {"is_used": True, "rows": [], "overlapping": 0}
