"""The section *adaptive_overlap* against what its plan says by hand, and its simulation."""

import numpy as np
import pytest

from annotator.measures.adaptive_overlap import Rule, fit_prior
from annotator.measures.overlap_simulation import compare_rules, draw_world
from annotator.quality.reports.context import ReportContext
from annotator.quality.reports.figures import Drill, to_json
from annotator.quality.reports.sections.adaptive_overlap import compute, example_columns
from tests.factories.report_columns import (
    Row,
    figure,
    make_columns,
    make_context,
    plot,
    points,
    too_few,
)

ON = {"cap": 5, "step": 1, "confidence": 0.9, "sample_share": 0.1}
OFF = {"cap": None}
SHORT = ((0, 1),)


def context_of(
    answers: dict[int, list[int | None]],
    chosen: dict[str, float | None],
    overlaps: dict[int, int] | None = None,
) -> ReportContext:
    """Who chooses a candidate has the same short answer in it."""
    rows = [
        Row(example, annotator)
        if candidate is None
        else Row(example, annotator, candidate=candidate, spans=SHORT, tag="P", top_level=True)
        for example, choices in answers.items()
        for annotator, candidate in enumerate(choices)
    ]
    wanted = overlaps or {example: len(choices) for example, choices in answers.items()}
    return make_context(make_columns(rows), overlaps=wanted, inputs=chosen)


ANSWERS: dict[int, list[int | None]] = {
    1: [0, 0],  # settled, although a third is on its way
    2: [None] * 4,  # settled
    3: [0, 1],  # which long answer is open
    4: [0, None],  # all is open; a third is on its way
    5: [0, 0, None, None, None],  # all is open, at the cap
}
CONTEXT = context_of(ANSWERS, ON, {1: 3, 2: 4, 3: 2, 4: 3, 5: 5, 6: 2})


def test_where_examples_stand_by_hand() -> None:
    section = compute(CONTEXT)
    standing = points(section, "adaptive_standing")
    assert {key: each.count for key, each in standing.items()} == {
        "settled_examples": 2,
        "awaiting_annotations": 1,
        "asked_for_more": 1,
        "unsettled_at_cap": 1,
    }
    settled = figure(section, "settled")
    assert (settled.value, settled.count) == (2 / 5, 5)
    assert (settled.low, settled.no_interval) == (None, too_few(5))
    # 3, 4, 2 and one more, 3, 5.
    assert figure(section, "annotations_wanted").value == pytest.approx(18 / 5)
    # The settled are to have 3 and 4 instead of 5.
    saved = figure(section, "annotations_saved")
    assert (saved.value, saved.count) == (3, 2)


def test_what_is_open_by_hand() -> None:
    """With an even prior, two of five: P(μ > 0.4) = P(of 6 draws with 0.4 at most 2) = 0.544, but
    both found the same, 0.924; one of two: which one leads is open, 1 - I½(1.5, 0.5) = 0.818. The
    short answers of example 3 are the same in both.
    """
    section = compute(CONTEXT)
    bars = points(section, "unsettled_decisions")
    assert {key: each.count for key, each in bars.items()} == {
        "null_long": 2,
        "which_long": 2,
        "null_short": 2,
        "which_short": 1,
    }
    assert bars["which_long"].examples == Drill("unsettled_which_long", 1, 1)
    columns = example_columns(CONTEXT)
    assert columns["unsettled_which_long"].tolist() == [0, 0, 1, 1, 0]
    assert columns["asked_for_more"].tolist() == [0, 0, 1, 0, 0]
    standings = ("settled_examples", "awaiting_annotations", "asked_for_more", "unsettled_at_cap")
    assert sum(columns[name] for name in standings).tolist() == [1] * 5  # type: ignore[union-attr]


def test_the_simulation_is_of_examples_like_the_projects() -> None:
    answers = {number: [0, 0] if number % 3 else [None, 0] for number in range(30)}
    section = compute(context_of(answers, {**ON, "confidence": 0.85}))
    costs = plot(section, "cost_and_accuracy")
    assert [(each.series, each.key) for each in costs.points] == [
        *(("fixed", key) for key in ("1", "3", "5")),
        *(("adaptive", key) for key in ("0.8", "0.85", "0.9", "0.95")),
    ]
    prior = fit_prior(np.array([number % 3 == 0 for number in range(30)]) * 1, np.full(30, 2))
    world = draw_world(prior, examples=4000, cap=5, threshold=0.4, seed=7)
    three, rule = compare_rules(world, [Rule(0.85, cap=5)], fixed=(3,))
    assert (costs.points[1].x, costs.points[1].value) == (3, three.correct.value)
    assert (costs.points[4].x, costs.points[4].value) == (
        rule.mean_annotations,
        rule.correct.value,
    )
    assert (costs.points[4].low, costs.points[4].total) == (rule.correct.low, 4000)


def test_where_it_is_off_there_is_the_simulation_alone() -> None:
    answers = {number: [0, 0] if number % 3 else [None, 0] for number in range(30)}
    section = compute(context_of(answers, OFF))
    assert (list(section.figures), section.notes) == ([], ["adaptive_off"])
    assert [each.name for each in section.plots] == ["cost_and_accuracy"]
    assert len(section.plots[0].points) == 6
    assert example_columns(context_of(answers, OFF)) == {}


@pytest.mark.parametrize("chosen", [ON, OFF])
def test_without_annotations_it_says_what_is_needed(chosen: dict[str, float | None]) -> None:
    section = compute(make_context(make_columns([]), overlaps={1: 1}, inputs=chosen))
    for each in (*section.figures, *section.plots):
        assert each.missing is not None
    simulated = plot(section, "cost_and_accuracy").missing
    assert simulated is not None
    assert (simulated.have, simulated.need) == (0, 30)
    to_json(section)
