"""Answers as sets of tokens: by hand, NLTK as the oracle for distances, and what is no answer."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.metrics.distance import jaccard_distance as nltk_jaccard
from nltk.metrics.distance import masi_distance as nltk_masi
from nltk.metrics.scores import f_measure

from annotator.measures.token_sets import (
    Tokens,
    masi_distance,
    token_f1,
    token_iou,
    token_set,
)
from annotator.measures.undefined import UndefinedMeasureError

SETS = st.frozensets(st.integers(0, 6), min_size=1)
NULL = token_set([])
MEASURES = [token_f1, token_iou, masi_distance]


def test_spans_are_the_tokens_that_they_hold_once_each() -> None:
    assert token_set([(3, 5), (4, 7)]) == {3, 4, 5, 6}
    assert token_set([(3, 5)], page="P1") == {("P1", 3), ("P1", 4)}


def test_yes_no_and_null_are_answers_that_share_nothing_with_others() -> None:
    answers = [token_set([], yes_no="YES"), token_set([], yes_no="NO"), NULL, token_set([(0, 2)])]
    for place, one in enumerate(answers):
        for other_place, other in enumerate(answers):
            assert token_f1(one, other) == (place == other_place)
            assert masi_distance(one, other) == (place != other_place)


def test_null_and_yes_are_the_same_on_every_page_and_tokens_are_not() -> None:
    assert token_set([], page="P1") == token_set([], page="P2")
    assert token_set([], yes_no="NO", page="P1") == token_set([], yes_no="NO")
    assert token_f1(token_set([(0, 2)], page="P1"), token_set([(0, 2)], page="P2")) == 0


@pytest.mark.parametrize(
    ("one", "other", "f1", "iou", "masi"),
    [
        ({1, 2, 3}, {1, 2, 3}, 1, 1, 0),
        ({1, 2, 3}, {2, 3}, 4 / 5, 2 / 3, 1 - 2 / 3 * 2 / 3),
        ({1, 2, 3}, {3, 4}, 2 / 5, 1 / 4, 1 - 1 / 4 / 3),
        ({1, 2}, {3, 4}, 0, 0, 1),
        ({1, 2}, {2, 3}, 1 / 2, 1 / 3, 1 - 1 / 3 / 3),
    ],
)
def test_measures_by_hand(
    one: set[int], other: set[int], f1: float, iou: float, masi: float
) -> None:
    assert token_f1(one, other) == pytest.approx(f1)
    assert token_iou(one, other) == pytest.approx(iou)
    assert masi_distance(one, other) == pytest.approx(masi)


@given(one=SETS, other=SETS)
def test_measures_are_those_of_nltk(one: frozenset[int], other: frozenset[int]) -> None:
    assert token_iou(one, other) == pytest.approx(1 - nltk_jaccard(one, other))
    # NLTK writes 0.67 and 0.33 for two thirds and a third.
    assert masi_distance(one, other) == pytest.approx(nltk_masi(one, other), abs=0.0034)
    assert token_f1(one, other) == pytest.approx(f_measure(set(one), set(other)))


@pytest.mark.parametrize("measure", MEASURES)
@given(one=SETS, other=SETS)
def test_measures_are_the_same_either_way_round_and_between_0_and_1(
    measure: Callable[[Tokens, Tokens], float], one: Tokens, other: Tokens
) -> None:
    assert measure(one, other) == measure(other, one)
    assert 0 <= measure(one, other) <= 1


@pytest.mark.parametrize("measure", MEASURES)
def test_an_empty_set_is_no_answer(measure: Callable[[Tokens, Tokens], float]) -> None:
    for pair in [(frozenset(), NULL), (NULL, frozenset()), (frozenset(), frozenset())]:
        with pytest.raises(UndefinedMeasureError, match="NULL is a token"):
            measure(*pair)


def test_a_span_has_tokens_and_yes_has_no_span() -> None:
    with pytest.raises(ValueError, match="at least one token"):
        token_set([(3, 3)])
    with pytest.raises(ValueError, match="not both"):
        token_set([(3, 4)], yes_no="YES")
