"""A drifting annotator is found, a steady one is let alone: in simulated projects."""

from dataclasses import replace
from functools import cache

import numpy as np

from annotator.reports.context import ReportContext
from annotator.reports.natural_questions_columns import NaturalQuestionsColumns
from annotator.reports.sections.people import compute
from annotator.reports.sections.people.judging import CHANCE
from annotator.simulation.model.annotators import Annotator, Drift
from annotator.simulation.model.draws import draw_annotations
from annotator.simulation.model.populations import draw_annotators, draw_examples
from tests.reports.people_columns import context_of
from tests.size import sized

PEOPLE, EXAMPLES, OVERLAP, RUNS = 10, 600, 5, sized(10, 20)
STEADY = Annotator(0.95, 0.6, 0.1)
EACH = EXAMPLES * OVERLAP // PEOPLE
TIRED = replace(STEADY, drift=Drift(ability=-0.9 / EACH))
"""Knows 0.95 at first and 0.05 after 300 examples."""
SECOND = 1_000_000


def project(pool: list[Annotator], seed: int) -> ReportContext:
    """Everybody annotates half of the examples, five each."""
    generator = np.random.default_rng(seed)
    example = np.repeat(np.arange(EXAMPLES), OVERLAP)
    annotator = np.concatenate([generator.permutation(PEOPLE)[:OVERLAP] for _ in range(EXAMPLES)])
    drawn = draw_annotations(
        draw_examples(EXAMPLES, seed=seed), pool, assigned=(example, annotator), seed=seed
    )
    count = len(drawn)
    return context_of(
        NaturalQuestionsColumns(
            example=drawn.example + 1,
            annotation=np.arange(1, count + 1),
            annotator=drawn.annotator + 1,
            submitted_at=drawn.example * SECOND,
            quality=np.where(drawn.bad, 0, 1).astype(np.int8),
            after_page=np.zeros(count, np.int8),
            long=drawn.long.astype(np.int32),
            tag=np.zeros(count, np.int8),
            top_level=np.zeros(count, np.int8),
            short=drawn.distinct_short().astype(np.int32),
            spans=np.zeros(count, np.int16),
            yes_no=np.zeros(count, np.int8),
            seconds=drawn.seconds,
            guideline=np.zeros(count, np.int32),
            source=np.zeros(count, np.int8),
            span_offsets=np.zeros(count + 1, np.int64),
            span_tokens=np.zeros((0, 2), np.int32),
        )
    )


def pool_of(kind: str, seed: int) -> list[Annotator]:
    """ "Alike", the fourth one "drifting", or "different" in ability, habits and pace."""
    if kind == "different":
        return draw_annotators(PEOPLE, seed=1000 + seed)
    return [TIRED if kind == "drifting" and place == 3 else STEADY for place in range(PEOPLE)]


@cache
def signals(kind: str) -> list[list[dict[str, object]]]:
    """Of each run."""
    runs = []
    for seed in range(RUNS):
        found = compute(project(pool_of(kind, seed), seed)).tables[0]
        names = [column.name for column in found.columns]
        runs.append([dict(zip(names, row, strict=True)) for row in found.rows])
    return runs


def people(run: list[dict[str, object]], *triggers: str) -> set[object]:
    return {row["annotator"] for row in run if row["trigger"] in triggers}


def test_steady_annotators_trip_charts_over_time_no_more_often_than_stated() -> None:
    """At most one in a hundred of all, and three standard deviations of so many draws."""
    tripped = sum(len(people(run, "cusum", "both")) for run in signals("alike"))
    everybody = RUNS * PEOPLE
    assert tripped <= everybody * CHANCE + 3 * (everybody * CHANCE * (1 - CHANCE)) ** 0.5


def test_people_who_differ_and_are_steady_have_signals_in_one_of_fifty_cases_at_most() -> None:
    """Of 1,000 annotators 7 had any (docs/dashboards.md); and three standard deviations."""
    found = sum(len(people(run, "funnel", "cusum", "both")) for run in signals("different"))
    everybody = RUNS * PEOPLE
    assert found <= everybody * 0.02 + 3 * (everybody * 0.02 * 0.98) ** 0.5


def test_steady_annotators_are_seldom_beyond_the_funnel() -> None:
    """Four measures ask one way and two both ways, and two of speed one way: ten halves of 1 in
    370, so 2.7 of 200 people; and three standard deviations of that.
    """
    outside = sum(row["trigger"] in ("funnel", "both") for run in signals("alike") for row in run)
    expected = RUNS * PEOPLE * 10 / 2 / 370.4
    assert outside <= expected + 3 * expected**0.5


def test_an_annotator_who_drifts_is_found_and_is_the_most_urgent() -> None:
    runs = signals("drifting")
    for run in runs:
        assert run[0]["annotator"] == "4"
        drifted = [row for row in run if row["annotator"] == "4" and row["run"] is not None]
        assert {row["measure"] for row in drifted} & {"agree_long", "agree_null", "agree_short"}
        assert all(row["way"] == "less_often" for row in drifted if "agree" in str(row["measure"]))


def test_those_who_work_beside_somebody_who_drifts_are_let_alone() -> None:
    others = [people(run, "cusum", "both") - {"4"} for run in signals("drifting")]
    assert sum(map(len, others)) <= RUNS * PEOPLE * CHANCE + 3 * (RUNS * PEOPLE * CHANCE) ** 0.5
