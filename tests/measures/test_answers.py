"""Counting annotations by answer: NULL is one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.measures.answers import count_answers, count_coded

ANNOTATIONS = st.lists(
    st.lists(st.sampled_from(["a", "b", "c", "d", None]), max_size=8), max_size=8
)


def test_counts_have_the_most_popular_answer_first_and_null_apart() -> None:
    counted = count_answers([list("abcbb") + [None] * 2, [None], [], ["c"]])
    assert counted.nulls.tolist() == [2, 1, 0, 0]
    assert counted.counts.tolist() == [[3, 1, 1], [0, 0, 0], [0, 0, 0], [1, 0, 0]]
    assert counted.non_nulls.tolist() == [5, 0, 0, 1]
    assert counted.sizes.tolist() == [7, 1, 0, 1]
    assert len(counted) == 4


def test_null_is_ranked_among_the_answers_where_it_is_one() -> None:
    counted = count_answers([["a", "b", "b", None, None, None]])
    assert counted.ranked("all").tolist() == [[3, 2, 1]]
    assert counted.ranked("non_null").tolist() == [[2, 1]]


def test_what_is_false_is_an_answer_and_only_none_is_null() -> None:
    assert count_answers([[0, "", (), None]]).counts.tolist() == [[1, 1, 1]]


def test_the_same_answer_of_two_examples_is_two_answers() -> None:
    counted = count_coded(np.array([1, 0, 1, 0]), np.array([3, 3, 3, 0]), number=3)
    assert counted.nulls.tolist() == [1, 0, 0]
    assert counted.counts.tolist() == [[1], [2], [0]]


@given(annotations=ANNOTATIONS, data=st.data())
def test_counts_are_those_of_counting_one_by_one_in_any_order(
    annotations: list[list[str | None]], data: st.DataObject
) -> None:
    shuffled = [data.draw(st.permutations(row)) for row in annotations]
    counted = count_answers(shuffled)
    for row, nulls, counts in zip(
        annotations, counted.nulls.tolist(), counted.counts.tolist(), strict=True
    ):
        by_hand = sorted((row.count(each) for each in set(row) - {None}), reverse=True)
        assert [each for each in counts if each] == by_hand
        assert nulls == row.count(None)


def test_nothing_is_counted_as_nothing() -> None:
    assert len(count_answers([])) == 0
    assert count_answers([[], []]).sizes.tolist() == [0, 0]


def test_no_code_is_negative() -> None:
    with pytest.raises(ValueError, match="0 for NULL"):
        count_coded(np.array([0]), np.array([-1]), number=1)
