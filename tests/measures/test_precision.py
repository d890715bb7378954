"""Precision: Table 2 by hand, and draws as weights."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.measures.intervals import Clusters
from annotator.measures.intervals.undefined import UndefinedMeasureError
from annotator.measures.precision import precision

VERDICTS = st.sampled_from(["C", "C_d", "W"])


def test_psi_is_the_sum_of_correct_and_debatable() -> None:
    found = precision(["C", "C", "C_d", "W"])
    assert found.psi[::3] == (3 / 4, 3)
    assert found.correct[::3] == (2 / 4, 2)
    assert found.debatable[::3] == (1 / 4, 1)
    assert found.wrong[::3] == (1 / 4, 1)
    assert {each.total for each in found} == {4}


def test_precision_reaches_the_four_figures_of_table_2_for_short_answers() -> None:
    found = precision(["C"] * 71 + ["C_d"] * 46 + ["W"] * 22)
    assert [round(100 * each.value) for each in found] == [84, 51, 33, 16]


def test_an_answer_drawn_twice_counts_twice() -> None:
    verdicts = ["C"] * 2 + ["W"] + ["C_d"] * 3
    found = precision(["C", "W", "C_d"] * 5, [2, 1, 3] * 5)
    examples = [5 * place + answer for answer in range(5) for place in (0, 0, 1, 2, 2, 2)]
    twice = precision(verdicts * 5, units=Clusters(np.array(examples)))
    for one, other in zip(found, twice, strict=True):
        assert one == pytest.approx(other)
    assert found.psi[::3] == (5 / 6, 25)


def test_answers_of_one_example_are_no_more_than_one() -> None:
    alone = precision(["C"] * 30 + ["W"] * 10)
    together = precision((["C"] * 30 + ["W"] * 10) * 2, units=Clusters(np.tile(np.arange(40), 2)))
    assert together.psi.low == pytest.approx(alone.psi.low, abs=0.02)
    assert together.psi.total == 80


def test_precision_of_nothing_is_undefined() -> None:
    with pytest.raises(UndefinedMeasureError, match="without a judged answer"):
        precision([])
    with pytest.raises(UndefinedMeasureError):
        precision(["C"], [0])


def test_precision_refuses_what_is_no_verdict_and_weights_that_do_not_fit() -> None:
    with pytest.raises(ValueError, match="not 'D'"):
        precision(["C", "D"])
    with pytest.raises(ValueError, match="1 weights for 2"):
        precision(["C", "W"], [1])
    with pytest.raises(ValueError, match="negative"):
        precision(["C", "W"], [1, -1])


@given(verdicts=st.lists(VERDICTS, min_size=1, max_size=30), data=st.data())
def test_order_does_not_matter_and_the_shares_add_up(
    verdicts: list[str], data: st.DataObject
) -> None:
    found = precision(verdicts)
    assert precision(data.draw(st.permutations(verdicts))) == found
    assert found.correct.count + found.debatable.count == found.psi.count
    assert found.psi.count + found.wrong.count == found.psi.total == len(verdicts)
