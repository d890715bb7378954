"""Steady people are let alone and those who changed are found: in simulated projects.

docs/dashboards.md has the tables; `python -m benchmarks coverage --only people` prints them.
"""

import pytest

from benchmarks._coverage_people import (
    CHANGED,
    CHANGES,
    SETTINGS,
    Change,
    Setting,
    draw_project,
    false_alarms,
    found_in,
    rate_columns,
)
from tests.size import sized

RUNS = sized(2, 40)
PROMISED = 0.01


def most(people: int) -> float:
    """One in a hundred, and three standard deviations of so many people."""
    return PROMISED + 3 * (PROMISED * (1 - PROMISED) / people) ** 0.5


@pytest.mark.parametrize("name", sized(["pace varies by the day"], list(SETTINGS)))
def test_steady_people_are_let_alone(name: str) -> None:
    setting = SETTINGS[name]
    shown = false_alarms(draw_project(setting, None, seed).columns for seed in range(RUNS))
    assert shown <= most(RUNS * setting.people)


@pytest.mark.parametrize("precision", [10.0, 60.0])
@pytest.mark.parametrize("rate", sized([0.1], [0.02, 0.1, 0.5]))
def test_steady_people_who_call_more_or_fewer_questions_bad_are_let_alone(
    rate: float, precision: float
) -> None:
    setting = Setting(100)
    shown = false_alarms(rate_columns(rate, precision, setting, seed) for seed in range(RUNS))
    assert shown <= most(RUNS * setting.people)


@pytest.mark.parametrize("change", [CHANGES[0], CHANGES[1], CHANGES[3]], ids=lambda one: one.name)
def test_two_of_twenty_who_change_greatly_are_found(change: Change) -> None:
    """At 200 annotations at least nine in ten; of the others at most as many as steady people."""
    shown = [found_in(draw_project(Setting(200), change, seed).columns) for seed in range(RUNS)]
    found = sum(len(each & {*CHANGED}) for each in shown)
    assert found >= 0.75 * RUNS * len(CHANGED)
    others = sum(len(each - {*CHANGED}) for each in shown)
    assert others / (18 * RUNS) <= most(18 * RUNS)
