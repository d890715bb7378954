"""The Ladder of Blum and Hardt (2015)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.systems.competitions.ladder import ladder

VALUES = st.lists(st.floats(0, 100), max_size=30)
STEPS = st.sampled_from([0.1, 0.5, 1.0, 2.5])


def test_only_what_beats_the_best_by_more_than_the_step_is_shown() -> None:
    assert ladder([50.0, 50.9, 51.0, 51.2, 49.0], step=1.0) == [50.0, None, None, 51.0, None]


@given(values=VALUES, step=STEPS)
def test_each_value_that_is_shown_is_a_greater_multiple_of_the_step(
    values: list[float], step: float
) -> None:
    shown = [each for each in ladder(values, step=step) if each is not None]
    assert shown == sorted(shown)
    assert [each / step for each in shown] == pytest.approx([round(each / step) for each in shown])
    # As many answers as there are steps at most, however often a team tries.
    assert len(shown) <= 100 / step + 2


@given(values=VALUES, step=STEPS)
def test_what_is_not_shown_tells_nothing_about_later_ones(values: list[float], step: float) -> None:
    shown = ladder(values, step=step)
    without = [value for value, told in zip(values, shown, strict=True) if told is not None]
    assert ladder(without, step=step) == [each for each in shown if each is not None]
